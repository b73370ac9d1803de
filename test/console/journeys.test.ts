import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { fewPairs } from '../training/customer.js';
import { asTsv } from '../training/manual.js';
import { BrowserPerson } from './browser-person.js';
import { openBrowser } from './chromium.js';
import { DomPerson } from './dom-person.js';
import type { Person } from './person.js';

/** A training of a few pairs, on a busy machine. */
const TRAINING_MS = 300_000;
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const DARK_AND_NARROW = { colorScheme: 'dark', viewport: { width: 360, height: 740 } } as const;

const browser = await openBrowser();
const isReal = typeof browser !== 'string';
if (!isReal) console.warn(`The journeys run in the DOM, without a browser: ${browser}.`);
const inBrowser = it.skipIf(!isReal);

let app: TestApp;
let acme: Tenant;
const people: Person[] = [];
beforeAll(async () => {
  app = await testApp({ workers: true });
  acme = await newcomer();
});
afterEach(async () => {
  for (const person of people.splice(0)) {
    if (person instanceof BrowserPerson) expect(person.misdeeds).toEqual([]);
    await person.leave();
  }
});
afterAll(async () => {
  if (isReal) await browser.close();
  await app.close();
});

async function newcomer(): Promise<Tenant> {
  const tenant = await app.tenant();
  await app.service.contracts.create(tenant.organization.id, { name: 'files', kind: 'file', engine: 't4oo' });
  return tenant;
}

async function visit(hash = '', options = {}): Promise<Person> {
  const person = isReal
    ? await BrowserPerson.at(browser, `${app.url}/console/${hash}`, options)
    : await DomPerson.at(app, hash);
  people.push(person);
  return person;
}

/** By the link that the start of the service prints. */
async function arrive(tenant: Tenant, options = {}): Promise<Person> {
  return await visit(`#code=${app.service.signInCodes.issue(tenant.key.accessKey)}`, options);
}

/** A page of the console, for somebody who is in. */
async function at(tenant: Tenant, hash: string, options = {}): Promise<Person> {
  const person = await arrive(tenant, options);
  await person.finds('nav a', /Translate|翻訳/);
  await person.finds('main', /Detect|検出/);
  await person.goTo(hash);
  return person;
}

function real(person: Person): BrowserPerson {
  if (person instanceof BrowserPerson) return person;
  throw new Error('This needs a browser.');
}

const target = (person: Person, expected: RegExp) => person.finds('.target-pane', expected);

describe('arriving', () => {
  it('by the link of the first start leads to a first translation, and the code is nowhere afterwards', async () => {
    const code = app.service.signInCodes.issue(acme.key.accessKey);
    const person = await visit(`#code=${code}`);
    await person.fill('Text', 'おはようございます。');
    await person.fill('To', 'en');
    await target(person, /good morning/i);
    await person.finds('select', /Japanese \(detected\)/);
    expect(await person.address()).toBe(`${app.url}/console/#/`);
    expect(await person.kept()).not.toContain(code);
    expect(await person.kept()).not.toContain(acme.key.secretKey);
    if (!isReal) return;
    // The empty page, and the console: no entry of the history holds the code.
    expect(await real(person).page.evaluate('history.length')).toBeLessThanOrEqual(2);
  });

  it('with a link that was used says so, and keys work still', async () => {
    const code = app.service.signInCodes.issue(acme.key.accessKey);
    const body = { code };
    expect((await app.send('/console/sign-in', { body })).status).toBe(200);
    expect((await app.send('/console/sign-in', { body })).status).toBe(401);
    const person = await visit(`#code=${code}`);
    await person.sees('The link was used already');
    await person.fill('Access key', acme.key.accessKey);
    await person.fill('Secret key', acme.key.secretKey);
    await person.press('Sign in');
    await person.finds('.target-pane', /appears here/);
  });

  it('with wrong keys shows the words of the service and keeps nothing', async () => {
    const person = await visit();
    await person.fill('Access key', acme.key.accessKey);
    await person.fill('Secret key', 'f'.repeat(96));
    await person.press('Sign in');
    await person.finds('.failure', /^40006 /);
    expect(await person.kept()).toBe('[{},{}]');
  });

  it('is asked for again when the token is over, and what was typed is still there', async () => {
    const tenant = await newcomer();
    const person = await at(tenant, '#/translate');
    await person.fill('Text', 'The pump is running.');
    await target(person, /ポンプ/);
    const key = await app.service.keyAdmin.rotate(tenant.organization.id, tenant.key.accessKey);
    await person.fill('Text', 'The pump is running again.');
    await person.sees('Your session has ended. Please sign in again.');
    await person.fill('Access key', key.accessKey);
    await person.fill('Secret key', key.secretKey);
    await person.press('Sign in');
    await target(person, /再び|また|もう一度|ポンプ/);
  });
});

describe('a text', () => {
  it('keeps its paragraphs, and a term that is remembered counts at once, marked in both panes', async () => {
    const person = await at(await newcomer(), '#/translate');
    await person.fill('Text', 'Close the valve.\n\nThank you.');
    await target(person, /。.*。/s);
    expect(await person.texts('.target-pane .line')).toHaveLength(3);
    await person.press('Remember a term');
    await person.fill('In English', 'valve');
    await person.fill('Translation into Japanese', '閉止栓');
    await person.press('Remember this term');
    await target(person, /閉止栓/);
    await person.finds('.target-pane mark', /^閉止栓$/);
    await person.finds('.mirror mark', /^valve$/);
    await person.sees('“valve” is in your dictionary.');
  });

  it('has alternatives, and a sentence in own words is remembered for the next time', async () => {
    const tenant = await newcomer();
    const person = await at(tenant, '#/translate');
    await person.fill('Text', 'Thank you for your order. We will reply soon.');
    await target(person, /ご注文/);
    await person.opensSentence('ご注文');
    await person.finds('.alternatives li', /。/);
    await person.fill('Use my own words', '毎度ありがとうございます。');
    await person.press('Remember');
    await target(person, /毎度ありがとうございます。/);
    await person.finds('.target-pane .phrase', /^毎度ありがとうございます。$/);
    const next = await at(tenant, '#/translate');
    await next.fill('Text', 'Thank you for your order.');
    await target(next, /^毎度ありがとうございます。$/);
  });

  it('finds its field in a tree that can be searched', async () => {
    const person = await at(acme, '#/translate');
    await person.press('Field: General');
    await person.fill('Search fields', 'company law');
    await person.finds('[role=option]', /Business.*Law.*Company law/s);
  });

  inBrowser('is swapped with its translation, and the history brings it back', async () => {
    const person = await at(acme, '#/translate');
    await person.fill('Text', 'It is raining.');
    await target(person, /雨/);
    await person.press('Swap languages');
    await target(person, /rain/i);
    await person.press('History');
    await person.finds('.history', /It is raining\./);
  });

  inBrowser('lights up sentence by sentence under the pointer', async () => {
    const { page } = real(await at(acme, '#/translate'));
    await page.getByLabel('Text').fill('Good morning. It is raining.');
    await page.locator('.target-pane .sentence').nth(1).hover();
    await expect.poll(() => page.locator('.mirror [data-lit]').textContent()).toContain('It is raining.');
    await page.getByLabel('Text').hover({ position: { x: 30, y: 30 } });
    await expect.poll(() => page.locator('.mirror [data-lit]').textContent()).toContain('Good morning.');
    await expect.poll(() => page.locator('.target-pane [data-lit]').count()).toBe(1);
  });

  inBrowser('waits for the connection, and goes on by itself', async () => {
    const person = real(await at(acme, '#/translate'));
    await person.page.context().setOffline(true);
    await person.fill('Text', 'It is snowing.');
    await person.sees('No connection to the service.');
    await person.page.context().setOffline(false);
    await target(person, /雪/);
  });
});

describe('a file', () => {
  it('is sent, followed, read side by side and downloaded', async () => {
    const person = await at(await newcomer(), '#/files');
    await person.sees('Drop documents here');
    await person.choose('Choose files', 'note.md', '# Notice\n\nThe pump is running.\n');
    await person.sees('Ready');
    await person.press('Side by side');
    await person.finds('.pairs', /The pump is running\..*ポンプ/s);
    if (!isReal) return;
    const download = real(person).page.waitForEvent('download');
    await person.press('Download');
    expect((await download).suggestedFilename()).toBe('note_ja.md');
  });
});

describe('a model', () => {
  it(
    'is trained from a table',
    async () => {
      const tenant = await newcomer();
      const person = await at(tenant, '#/train');
      await person.choose('File with sentence pairs', 'lamps.tsv', asTsv(fewPairs('lamp')));
      await person.fill('From', 'en');
      await person.fill('To', 'ja');
      await person.finds('option', /Mechanical engineering/);
      await person.fill('Field', 'L002001');
      await person.fill('Contract ID', tenant.contracts.custom.id);
      await person.press('Start training');
      await person.sees('Finished', TRAINING_MS);
    },
    TRAINING_MS,
  );
});

describe('everybody', () => {
  it('reads Japanese after one press', async () => {
    const person = await at(acme, '#/translate');
    await person.press('日本語');
    await person.finds('nav', /翻訳.*ファイル/s);
    await person.finds('.target-pane', /訳文/);
  });

  inBrowser.each([
    ['#/translate', {}],
    ['#/files', {}],
    ['#/models', {}],
    ['#/translate', DARK_AND_NARROW],
    ['#/files', DARK_AND_NARROW],
    ['#/train', DARK_AND_NARROW],
  ])('meets no barrier at %s %j', async (hash, options) => {
    const person = real(await at(acme, hash, options));
    await person.page.locator('h1').waitFor();
    await expect.poll(() => person.page.getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
    expect(await person.barriers()).toEqual([]);
    expect(await person.isTooWide()).toBe(false);
  });

  inBrowser('meets none at the sign-in, nor at an open sentence', async () => {
    const stranger = real(await visit());
    await stranger.sees('Secret key');
    expect(await stranger.barriers()).toEqual([]);
    const person = real(await at(acme, '#/translate'));
    await person.fill('Text', 'Thank you for your order.');
    await person.opensSentence('ご注文');
    await person.finds('.alternatives li', /。/);
    expect(await person.barriers()).toEqual([]);
  });

  inBrowser('gets by on a narrow screen with the menu', async () => {
    const { page } = real(await at(acme, '#/translate', DARK_AND_NARROW));
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByText('Drop documents here').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Files' }).isVisible()).toBe(false);
  });
});
