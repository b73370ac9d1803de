import { beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../setup/app.js';
import { Journeys, real } from './journeys.js';
import type { Person } from './person.js';

const NARROW = { viewport: { width: 360, height: 740 } } as const;

const LONG_SENTENCE =
  'The engineers who had been working on the bridge since the early spring of that year decided, after a long ' +
  'discussion with the people of the village on the other side of the river, to wait for the summer.';

const log: string[] = [];
const journeys = await Journeys.begin({ logLevel: 'debug' }, { write: (line) => log.push(line) });
const inBrowser = it.skipIf(!journeys.isReal);
let acme: Tenant;
beforeAll(async () => {
  acme = await journeys.newcomer();
});

interface Explained {
  readonly data: {
    readonly explain: readonly {
      readonly sentences: readonly { readonly target: string; readonly quality?: number }[];
    }[];
  };
}

/** A JSON Web Token: two objects in Base64, and a signature. */
const ANY_TOKEN = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/;

const target = (person: Person, expected: RegExp) => person.finds('.target-pane', expected);

describe('arriving', () => {
  it('by the link of the first start leads to a first translation, and the code is nowhere afterwards', async () => {
    const code = journeys.app.service.signInCodes.issue(acme.key.accessKey);
    const person = await journeys.visit(`#code=${code}`);
    await person.fill('Text', 'おはようございます。');
    await person.fill('To', 'en');
    await target(person, /good morning/i);
    await person.finds('select', /Japanese \(detected\)/);
    expect(await person.address()).toBe(`${journeys.app.url}/console/#/`);
    expect(await person.kept()).not.toContain(code);
    if (!journeys.isReal) return;
    const { page } = real(person);
    const tab = await page.context().newCDPSession(page);
    const { entries } = await tab.send('Page.getNavigationHistory');
    expect(entries.map(({ url }) => url).at(-1)).toBe(`${journeys.app.url}/console/#/`);
    expect(JSON.stringify(entries.map(({ url, title }) => [url, title]))).not.toContain(code);
  });

  it('leaves no secret in storage, address or log, and a reload asks for none', async () => {
    const code = journeys.app.service.signInCodes.issue(acme.key.accessKey);
    const person = await journeys.visit(`#code=${code}`);
    await person.finds('main', /Detect/);
    // What goes wrong is logged sooner than what goes well.
    await journeys.app.send('/console/sign-in', { body: { code } });
    await journeys.app.send('/console/session', { method: 'POST', headers: { authorization: 'Bearer x' } });
    await person.reload();
    await person.finds('main', /Detect/);
    const { accessKey, secretKey } = acme.key;
    const answer = await journeys.app.send('/api/v1/token', { body: { accessKey, secretKey } });
    expect(JSON.stringify(answer.body)).toMatch(ANY_TOKEN);
    for (const place of [await person.kept(), await person.address(), log.join('')]) {
      expect(place).not.toMatch(ANY_TOKEN);
      expect(place).not.toContain(code);
      expect(place).not.toContain(secretKey);
    }
    expect(log.join('')).toContain('listening');
    expect(await person.hiddenCookies()).toEqual(['kotobashi_session']);
    await person.press('Sign out');
    await person.sees('Secret key');
    await expect.poll(() => person.hiddenCookies()).toEqual([]);
    await person.reload();
    await person.sees('Secret key');
  });

  it('with a link that was used says so, and keys work still', async () => {
    const code = journeys.app.service.signInCodes.issue(acme.key.accessKey);
    const body = { code };
    expect((await journeys.app.send('/console/sign-in', { body })).status).toBe(200);
    expect((await journeys.app.send('/console/sign-in', { body })).status).toBe(401);
    const person = await journeys.visit(`#code=${code}`);
    await person.sees('The link was used already');
    await person.fill('Access key', acme.key.accessKey);
    await person.fill('Secret key', acme.key.secretKey);
    await person.press('Sign in');
    await person.finds('.target-pane', /appears here/);
  });

  it('with wrong keys shows the words of the service and keeps nothing', async () => {
    const person = await journeys.visit();
    await person.fill('Access key', acme.key.accessKey);
    await person.fill('Secret key', 'f'.repeat(96));
    await person.press('Sign in');
    await person.finds('.failure', /^40006 /);
    expect(await person.kept()).toBe('[{},{}]');
  });

  it('is asked for again when the token is over, and what was typed is still there', async () => {
    const tenant = await journeys.newcomer();
    const person = await journeys.at(tenant, '#/translate');
    await person.fill('Text', 'The pump is running.');
    await target(person, /ポンプ/);
    const key = await journeys.app.service.keyAdmin.rotate(tenant.organization.id, tenant.key.accessKey);
    await person.fill('Text', 'The pump is running again.');
    await person.sees('Your session has ended. Please sign in again.');
    await person.fill('Access key', key.accessKey);
    await person.fill('Secret key', key.secretKey);
    await person.press('Sign in');
    await target(person, /再び|また|もう一度|ポンプ/);
  });
});

describe('a text', () => {
  it('has one switch for the register of Japanese, which other languages do without', async () => {
    const person = await journeys.at(await journeys.newcomer(), '#/translate');
    const choices = () => person.attributes('select[aria-label="Register of the Japanese"] option', 'value');
    await person.fill('To', 'ja');
    await person.fill('Text', 'The gate is open.');
    await target(person, /。/);
    expect(await choices()).toEqual(['auto', 'polite', 'plain']);
    const said = await person.watches('.panes');
    await person.fill('Register of the Japanese', 'polite');
    await target(person, /。/);
    await expect.poll(said).not.toEqual([]);
    await person.fill('To', 'zh-CN');
    await target(person, /门|大门/);
    expect(await choices()).toEqual([]);
  });

  it('has one switch for names, where the target has letters of its own for them', async () => {
    const person = await journeys.at(await journeys.newcomer(), '#/translate');
    const choices = () =>
      person.attributes('select[aria-label="Names of people and places"] option', 'value');
    await person.fill('To', 'ja');
    await person.fill('Text', 'Ms. Sarah Vendrelli signed the contract on Tuesday.');
    await target(person, /。/);
    expect(await choices()).toEqual(['customary', 'keep']);
    await person.fill('Names of people and places', 'keep');
    await target(person, /Sarah Vendrelli/);
    await person.fill('To', 'en');
    await person.fill('Text', '会議は三時に始まります。');
    await target(person, /meeting/i);
    expect(await choices()).toEqual([]);
  });

  it('keeps its paragraphs, and a term that is remembered counts at once, marked in both panes', async () => {
    const person = await journeys.at(await journeys.newcomer(), '#/translate');
    await person.fill('Text', 'Close the valve.\n\nThank you.');
    await target(person, /。.*。/s);
    expect(await person.texts('.target-pane .line')).toHaveLength(3);
    await person.press('Remember a term');
    await person.fill('In English', 'valve');
    await person.fill('Translation into Japanese', '閉止栓');
    await person.press('Remember this term');
    await target(person, /閉止栓/);
    await person.finds('.target-pane mark', /^閉止栓$/);
    expect(await person.attributes('.target-pane mark', 'title')).toEqual([
      'valve → 閉止栓 · your dictionary',
    ]);
    await person.finds('.mirror mark', /^valve$/);
    await person.sees('“valve” is in your dictionary.');
  });

  it('has alternatives, and a sentence in own words is remembered for the next time', async () => {
    const tenant = await journeys.newcomer();
    const person = await journeys.at(tenant, '#/translate');
    await person.fill('Text', 'Thank you for your order. We will reply soon.');
    await target(person, /ご注文/);
    await person.opensSentence('ご注文');
    await person.finds('.alternatives li', /。/);
    const [shown = ''] = await person.texts('.target-pane .sentence');
    const other = (await person.texts('.alternatives li')).find((text) => text !== shown) ?? '';
    await person.press(other);
    await person.sees('Used in the text.');
    expect((await person.texts('.target-pane .sentence'))[0]).toBe(other);
    await person.fill('Use my own words', '毎度ありがとうございます。');
    await person.press('Remember');
    await target(person, /毎度ありがとうございます。/);
    await person.finds('.target-pane .phrase', /^毎度ありがとうございます。$/);
    await person.finds('.mirror .phrase', /^Thank you for your order\.$/);
    const next = await journeys.at(tenant, '#/translate');
    await next.fill('Text', 'Thank you for your order.');
    await target(next, /^毎度ありがとうございます。$/);
  });

  it('is shaded where the service has little confidence, and copied and downloaded as it stands', async () => {
    const lines = [
      'Good morning.',
      '',
      'Yon knave doth quoth forsooth: bodkin thy fardels, ere the fust unsmote.',
      'The of and to in is it you that he was for on are.',
    ];
    const { contracts } = acme;
    const { body } = await journeys.app.call(acme, '/api/v1/translate', {
      body: {
        fieldId: '1',
        text: lines.filter(Boolean),
        sourceLang: 'en',
        targetLang: 'ja',
        contractId: contracts.t4oo.id,
      },
      headers: { 'x-explain': '1' },
    });
    const { explain } = (body as Explained).data;
    const sentences = explain.flatMap((line) => line.sentences);
    const doubted = sentences.filter(({ quality = 1 }) => quality < 0.5).map(({ target: text }) => text);
    expect(doubted.length).toBeGreaterThan(0);
    expect(doubted.length).toBeLessThan(sentences.length);

    const person = await journeys.at(acme, '#/translate');
    await person.fill('From', 'en');
    await person.fill('Text', lines.join('\n'));
    await person.finds('.panes[data-state=idle] .target-pane .line:last-child', /\S/);
    expect(await person.texts('.target-pane .doubtful')).toEqual(doubted);
    await person.finds('.legend', /Read again/);
    const whole = (await person.texts('.target-pane .line')).join('\n');
    expect(whole.split('\n')).toHaveLength(lines.length);
    await person.press('Copy');
    await person.sees('Copied');
    expect(await person.clipboard()).toBe(whole);
    expect(await person.saves('Download')).toEqual({ name: 'translation_ja.txt', text: whole });
    await person.opensSentence(doubted[0] ?? '');
    await person.finds('.sentence-card .notes', /The model is not sure\./);
    if (!journeys.isReal) return;
    await person.press('Close');
    const backgroundOf = (selector: string) =>
      real(person).page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
    const plain = await backgroundOf('.target-pane .line:first-child .sentence');
    expect(await backgroundOf('.target-pane .doubtful')).not.toBe(plain);
  });

  it('finds its field in a tree that can be searched', async () => {
    const person = await journeys.at(acme, '#/translate');
    await person.press('Field: General');
    await person.fill('Search fields', 'company law');
    await person.finds('[role=option]', /Business.*Law.*Company law/s);
  });

  it('appears sentence by sentence as they are finished', async () => {
    const person = await journeys.at(acme, '#/translate');
    const said = await person.watches('.target-pane');
    await person.fill('Text', `Hello. ${LONG_SENTENCE} Goodbye.`);
    await target(person, /。[^…]{30,}。/);
    expect((await said()).some((text) => text.includes('…'))).toBe(true);
  });

  it('that is typed over while it comes is taken back', async () => {
    const person = await journeys.at(acme, '#/translate');
    const taken = journeys.isReal ? real(person).page.waitForEvent('requestfailed') : undefined;
    const years = Array.from({ length: 12 }, (_, at) => LONG_SENTENCE.replace('that year', `${1980 + at}`));
    await person.fill('Text', years.join(' '));
    await person.finds('.target-pane [data-fresh]', /。/);
    await person.fill('Text', 'It is raining.');
    await target(person, /^[^…]{0,20}雨[^…]{0,20}$/);
    expect((await taken)?.failure()?.errorText ?? 'ABORTED').toContain('ABORTED');
  });

  it('is swapped with its translation, and the history brings it back', async () => {
    const person = await journeys.at(acme, '#/translate');
    await person.fill('Text', 'It is raining.');
    await target(person, /雨/);
    await person.press('Swap languages');
    await target(person, /rain/i);
    await person.press('History');
    await person.finds('.history', /It is raining\./);
  });

  it('waits for the connection, and goes on by itself', async () => {
    const person = await journeys.at(acme, '#/translate');
    await target(person, /appears here/);
    await person.disconnect(true);
    await person.fill('Text', 'It is snowing.');
    await person.sees('No connection to the service.');
    await person.disconnect(false);
    await target(person, /雪/);
  });

  // Where a pointer is, only a drawn page can say.
  inBrowser('lights up sentence by sentence under the pointer', async () => {
    const { page } = real(await journeys.at(acme, '#/translate'));
    await page.getByLabel('Text').fill('Good morning. It is raining.');
    await page.locator('.target-pane .sentence').nth(1).hover();
    await expect.poll(() => page.locator('.mirror [data-lit]').textContent()).toContain('It is raining.');
    await page.getByLabel('Text').hover({ position: { x: 30, y: 30 } });
    await expect.poll(() => page.locator('.mirror [data-lit]').textContent()).toContain('Good morning.');
    await expect.poll(() => page.locator('.target-pane [data-lit]').count()).toBe(1);
  });

  // Where the focus goes, only a browser says.
  inBrowser('is read and opened with the keyboard alone', async () => {
    const { page } = real(await journeys.at(acme, '#/translate'));
    await page.getByLabel('Text').fill('Good morning. It is raining.');
    await page.locator('.target-pane .sentence').nth(1).waitFor();
    await page.locator('.target-pane [role=button]').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.sentence-card').textContent()).toContain('It is raining.');
  });
});

describe('everybody', () => {
  it('reads Japanese after one press', async () => {
    const person = await journeys.at(acme, '#/translate');
    await person.press('日本語');
    await person.finds('nav', /翻訳.*ファイル/s);
    await person.finds('.target-pane', /訳文/);
  });

  it('gets by on a narrow screen with the menu', async () => {
    const person = await journeys.at(acme, '#/work', NARROW);
    await person.sees('Notifications');
    await person.press('Menu');
    await person.finds('.frame[data-menu=open] nav', /Files/);
    await person.press('Files');
    await person.sees('Drop documents here');
    expect(await person.texts('.frame[data-menu=open]')).toEqual([]);
    if (!journeys.isReal) return;
    await expect.poll(() => real(person).page.getByRole('link', { name: 'Files' }).isVisible()).toBe(false);
  });
});
