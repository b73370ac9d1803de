import { beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../setup/app.js';
import { isWhole } from '../setup/sample.js';
import { Journeys } from './journeys.js';
import type { Person } from './person.js';

const journeys = await Journeys.begin();
let acme: Tenant;
beforeAll(async () => {
  acme = await journeys.newcomer();
  const { app } = journeys;
  const terms = ['弁', '圧力計', '制御盤'].map((fromText) => ({
    fromLang: 'ja',
    fromText,
    toLang: 'en',
    toText: 'part',
  }));
  await app.call(acme, '/api/v1/dictionary/bulk', { body: terms });
  await app.call(acme, '/api/v1/glossaries', { body: { name: 'Products' } });
  await app.call(acme, '/api/v1/phrase-pairs', { body: { name: 'Letters' } });
  const text = {
    text: ['駅はどこですか。'],
    sourceLang: 'ja',
    targetLang: 'en',
    contractId: acme.contracts.t4oo.id,
  };
  await app.call(acme, '/api/v1/translate/async', { body: { ...text, fieldId: '1' } });
});

/** Nothing hinders anybody on the page as it stands: wide and narrow, light and dark, as far as there is a browser. */
async function meetsNone(person: Person, heading: string): Promise<void> {
  await person.finds('h1', new RegExp(heading));
  await person.finds('.frame', /^(?!.*Loading…)/s);
  expect(await person.barriers()).toEqual([]);
}

describe('nobody meets a barrier', () => {
  it('at the doors', async () => {
    const person = await journeys.visit();
    await meetsNone(person, 'Sign in');
    await person.goTo('#/operations');
    await meetsNone(person, 'Enter as operator');
  });

  it('at an open sentence, nor in the dialogs beside it', async () => {
    const person = await journeys.at(acme, '#/translate');
    await meetsNone(person, 'Translate');
    await person.fill('Text', 'Thank you for your order.');
    await person.opensSentence('ご注文');
    await person.finds('.alternatives li', /。/);
    await meetsNone(person, 'Translate');
    await person.press('Field: General');
    await person.finds('[role=option]', /Business/);
    // Hundreds of them are alike, and axe looks at each; a few tell as much.
    if (!isWhole) {
      await person.fill('Search fields', 'business');
      await expect.poll(async () => (await person.texts('[role=option]')).length).toBeLessThan(30);
    }
    await meetsNone(person, 'Translate');
  });

  it('on the pages of an account', async () => {
    const person = await journeys.at(acme, '#/files');
    await meetsNone(person, 'Files');
    for (const kind of ['dictionary', 'glossaries', 'phrase-pairs']) {
      await person.goTo(`#/words/${kind}`);
      await person.finds('.tabs [aria-current]', /./);
      await person.finds('.count', /entr/);
      await meetsNone(person, 'My words');
    }
    await person.goTo('#/models');
    await meetsNone(person, 'Custom models');
    await person.goTo('#/train');
    await meetsNone(person, 'Train a model');
    await person.goTo('#/work');
    await person.finds('main', /8 characters/);
    await meetsNone(person, 'Work');
    await person.goTo('#/usage');
    await person.sees(acme.contracts.t4oo.id);
    await meetsNone(person, 'Usage');
    await person.goTo('#/nowhere');
    await meetsNone(person, 'There is no such page.');
  });

  it('on the pages of an operator', async () => {
    const person = await journeys.operator('#/operations');
    await person.sees('kotobashi-base');
    await meetsNone(person, 'Operations');
    await person.goTo('#/operations/organizations');
    await person.finds('main', new RegExp(acme.organization.name));
    await meetsNone(person, 'Operations');
    await person.goTo(`#/operations/organizations/${acme.organization.id}`);
    await person.sees('Access keys');
    await meetsNone(person, 'Operations');
    await person.goTo('#/operations/deliveries');
    await person.sees('There are none');
    await meetsNone(person, 'Operations');
    await person.goTo('#/first-steps');
    await meetsNone(person, 'First steps');
  });
});
