import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SAMPLE_LANGUAGES, signedSample } from '../../console/src/signed-samples.js';
import { dataOf, orderOf, submit } from '../jobs/client.js';
import { openReceiver } from '../jobs/receiver.js';
import type { Tenant } from '../setup/app.js';
import { isWhole } from '../setup/sample.js';
import { fewPairs } from '../training/customer.js';
import { asTsv } from '../training/manual.js';
import { hold } from './held.js';
import { Journeys, real } from './journeys.js';
import type { Person } from './person.js';

/** A training of a few pairs, or a short file behind other work, on a busy machine. */
const PATIENCE_MS = 300_000;

const journeys = await Journeys.begin({ callbackAllowPrivate: true, callbackPause: 50 });

async function entriesOf(tenant: Tenant): Promise<readonly string[]> {
  const { body } = await journeys.app.call(tenant, '/api/v1/dictionary');
  const { entries } = (body as { data: { entries: readonly { fromText: string; toText: string }[] } }).data;
  return entries.map(({ fromText, toText }) => `${fromText}=${toText}`).sort();
}

/** Where nothing is drawn, nothing can be dropped: the file is chosen. */
async function drop(person: Person, name: string, content: string): Promise<void> {
  if (!journeys.isReal) return await person.choose('Choose files', name, content);
  const { page } = real(person);
  const file = `new File([${JSON.stringify(content)}], ${JSON.stringify(name)})`;
  const dataTransfer = await page.evaluateHandle(
    `(() => { const dropped = new DataTransfer(); dropped.items.add(${file}); return dropped; })()`,
  );
  await page.dispatchEvent('.drop-zone', 'drop', { dataTransfer });
}

describe('a file', () => {
  it(
    'is sent with its field, followed sentence by sentence, read side by side, corrected and downloaded',
    async () => {
      const person = await journeys.at(await journeys.newcomer(), '#/files');
      await person.sees('Drop documents here');
      await person.press('Field: General');
      await person.fill('Search fields', 'mechanical');
      await person.finds('[role=option]', /Mechanical/);
      await person.press('Close');
      const { database } = journeys.app;
      const goOn = await hold(database, 'file_items', 'old.done > 0 and new.done > old.done');
      await drop(person, 'note.md', '# Notice\n\nThe pump is running. Stop it.\n');
      await person.sees('1 of 3 sentences', PATIENCE_MS / 3);
      await person.finds('.progress', /^33%$/);
      await goOn();
      await person.sees('Ready', PATIENCE_MS / 3);
      await person.press('Side by side');
      await person.finds('.pairs', /The pump is running\..*ポンプ/s);
      expect(await person.barriers()).toEqual([]);
      const { name, text } = await person.saves('Download');
      expect(name).toBe('note_ja.md');
      expect(text).toMatch(/^# .+\n\n.*ポンプ/);
      await person.press('Correct: The pump is running.');
      await person.fill('Corrected translation', '揚水機が動いています。');
      expect(await person.barriers()).toEqual([]);
      await person.press('Put into the document');
      await person.finds('.pairs .target', /揚水機が動いています。/);
      expect((await person.saves('Download')).text).toMatch(/^# .+\n\n揚水機が動いています。/);
    },
    PATIENCE_MS,
  );
});

describe('a table of terms', () => {
  it('is taken over after its bad rows and changes were shown, and taken back', async () => {
    const tenant = await journeys.newcomer();
    await journeys.app.call(tenant, '/api/v1/dictionary', {
      body: { fromLang: 'ja', fromText: '制御盤', toLang: 'en', toText: 'control panel' },
    });
    const person = await journeys.at(tenant, '#/words');
    await person.sees('1 entry');
    await person.press('Import');
    const rows = ['制御盤,control cabinet', '安全弁,safety valve', '欠けた行', ',no source'];
    await person.choose('Table', 'terms.csv', `${rows.join('\n')}\n`);
    await person.fill('Language of the source', 'ja');
    await person.fill('Language of the translation', 'en');
    await person.press('Preview');
    await person.finds('dialog .counts', /1 new.*1 changed.*2 cannot be used/s);
    await person.finds('dialog table[aria-labelledby=rejected]', /3.*the row has no second column.*4/s);
    await person.finds('dialog table[aria-labelledby=changes]', /2安全弁.*safety valve/s);
    await person.finds('dialog del', /^control panel$/);
    await person.finds('dialog ins', /^control cabinet$/);
    expect(await person.barriers()).toEqual([]);
    expect(await entriesOf(tenant)).toEqual(['制御盤=control panel']);
    await person.press('Import 2 entries');
    await person.sees('2 entries were imported.');
    await person.finds('.word-row', /safety valve/);
    await person.finds('.word-row', /control cabinet/);
    expect(await entriesOf(tenant)).toEqual(['制御盤=control cabinet', '安全弁=safety valve']);
    await person.press('Undo import (2)');
    await person.finds('.word-row', /control panel/);
    expect(await entriesOf(tenant)).toEqual(['制御盤=control panel']);
  });

  it('that cannot be read says so, and changes nothing', async () => {
    const tenant = await journeys.newcomer();
    const person = await journeys.at(tenant, '#/words');
    await person.press('Import');
    await person.choose('Table', 'terms.xlsx', 'This is no workbook.');
    await person.press('Preview');
    await person.finds('dialog .failure', /\S/);
    expect(await entriesOf(tenant)).toEqual([]);
  });
});

/** Rows of a glossary: in `npm run test:all` as many as one may hold. Searches have a digit less where there are fewer. */
const MANY = isWhole ? 100_000 : 10_000;
const [ELEVEN_BEGIN, MORE_BEGIN] = isWhole ? ['4217', '31'] : ['421', '3'];
/** What is drawn of them: a screen, and some above and below it. */
const MOST_DRAWN = 60;

async function largeGlossary(tenant: Tenant): Promise<void> {
  const { app } = journeys;
  const { id } = dataOf(await app.call(tenant, '/api/v1/glossaries', { body: { name: 'Parts' } }));
  const table = Array.from({ length: MANY }, (_, at) => `部品${at}号\tpart no. ${at}\n`).join('');
  const path = `/api/v1/glossaries/${id}/import?format=tsv&fromLang=ja&toLang=en`;
  const headers = { 'content-type': 'application/octet-stream' };
  const { importId } = dataOf(await app.call(tenant, path, { body: table, headers }));
  const report = async () => dataOf(await app.call(tenant, `/api/v1/imports/${importId}`));
  await vi.waitUntil(async () => (await report()).state === 'finished', {
    timeout: PATIENCE_MS,
    interval: 100,
  });
}

describe('a large glossary', () => {
  it(
    'is searched while typing, page by page',
    async () => {
      const tenant = await journeys.newcomer();
      await largeGlossary(tenant);
      const person = await journeys.at(tenant, '#/words/glossaries');
      await person.sees(`${MANY.toLocaleString('en')} entries`);
      await person.finds('.word-row', new RegExp(`part no\\. ${MANY - 1}`));
      const drawn = async () => (await person.texts('.word-row')).length;
      expect(await drawn()).toBeLessThan(MOST_DRAWN);
      for (const typed of ['no. 4', 'no. 42', `no. ${ELEVEN_BEGIN}`]) {
        await person.fill('Search in both languages', typed);
      }
      await person.sees('11 found');
      await person.finds('.word-row', /部品4217号.*part no\. 4217/);
      await person.fill('Search in both languages', `部品${MORE_BEGIN}`);
      await person.sees('1,111 found');
      expect(await drawn()).toBeLessThan(MOST_DRAWN);
      if (journeys.isReal) {
        const { page } = real(person);
        const asked: URL[] = [];
        page.on('request', (request) => asked.push(new URL(request.url())));
        await page.locator('.virtual').evaluate((list) => list.scrollTo(0, list.scrollHeight));
        await person.finds('.word-row', new RegExp(`部品${MORE_BEGIN}号`));
        // The last page, and at most the one before it: what lies between was never fetched.
        expect(asked.map(({ searchParams }) => searchParams.get('limit'))).toEqual(['100', '100']);
      }
    },
    PATIENCE_MS,
  );
});

describe('a notification that did not arrive', () => {
  it(
    'is sent again by its owner, and by the operator when it was given up',
    async () => {
      const receiver = await openReceiver();
      onTestFinished(() => receiver.close());
      receiver.answer = (_, response) => response.writeHead(503).end();
      const tenant = await journeys.newcomer();
      const { app } = journeys;
      const person = await journeys.at(tenant, '#/work');
      await person.fill('Callback address of your access key', receiver.url);
      await person.press('Save');
      await person.sees('Delete address');
      await submit(app, tenant, orderOf(tenant, ['駅はどこですか。']));
      const giveUp = () =>
        app.database.store.pool.query('update callback_deliveries set give_up_at = now() where org_id = $1', [
          tenant.organization.id,
        ]);
      const deliveries = 'table[aria-label="Latest notifications"]';
      await vi.waitUntil(() => receiver.received.length > 0, { timeout: PATIENCE_MS });
      await giveUp();
      await person.finds(deliveries, /Translation finished.*Given up.*503/s);
      expect(await person.barriers()).toEqual([]);
      await person.press('Send again');
      await person.finds(deliveries, /On its way/);
      await giveUp();
      await person.finds(deliveries, /Given up/);

      const operator = await journeys.operator('#/operations/deliveries');
      await operator.finds(deliveries, /Translation finished.*Given up.*503/s);
      expect(await operator.barriers()).toEqual([]);
      receiver.answer = (_, response) => response.end();
      await operator.press('Send again');
      await operator.sees('There are none');
      await person.finds(deliveries, /Delivered/);
      const ids = receiver.received.map(({ headers }) => headers['x-delivery-id']);
      expect(new Set(ids).size).toBe(1);
    },
    PATIENCE_MS,
  );
});

describe('without a connection', () => {
  it('every page says so, keeps what it shows, and goes on by itself', async () => {
    const tenant = await journeys.newcomer();
    const entry = { fromLang: 'ja', fromText: '制御盤', toLang: 'en', toText: 'control panel' };
    await journeys.app.call(tenant, '/api/v1/dictionary', { body: entry });
    const person = await journeys.at(tenant, '#/words');
    await person.finds('.word-row', /control panel/);
    await person.disconnect(true);
    await person.fill('Search in both languages', '制御');
    await person.sees('No connection to the service.');
    await person.finds('.word-row', /control panel/);
    // The script of this page has not come yet.
    await person.goTo('#/usage');
    await person.finds('.failure', /could not be reached/);
    await person.goTo('#/models');
    await person.finds('.failure', /could not be reached/);
    await person.goTo('#/usage');
    await person.disconnect(false);
    await person.sees(tenant.contracts.t4oo.id);
    expect(await person.texts('.offline, .failure')).toEqual([]);
  });
});

describe('a model', () => {
  it(
    'is trained from a table, shows what that brought, and is renamed and deleted by its owner',
    async () => {
      const tenant = await journeys.newcomer();
      const person = await journeys.at(tenant, '#/train');
      await person.fill('From', 'en');
      await person.fill('To', 'ja');
      await person.choose('File with sentence pairs', 'few.tsv', 'Stop.\t止まれ。');
      await person.finds('.preview .counts', /^1 pair$/);
      await person.finds('.preview .why', /\S/);
      await person.choose(
        'File with sentence pairs',
        'lamps.tsv',
        `${asTsv(fewPairs('lamp'))}\nno translation\t`,
      );
      await person.finds('.preview .counts', /10 pairs.*1 row was left out/s);
      await person.finds('.preview table[aria-label="1 row was left out"]', /11the target is empty/);
      const rows = await person.texts('.preview table[aria-label="The first pairs"] tbody tr');
      expect(rows[0]).toBe('Store lamp number 0 in a dry place.lamp0号は乾燥庫に保管すること。');
      expect((await journeys.app.call(tenant, '/api/v1/training/jobs')).body).toEqual([]);
      await person.finds('option', /Mechanical engineering/);
      await person.fill('Field', 'L002001');
      await person.press('Start training');
      await person.sees('Training of lamps');
      expect(await person.address()).toMatch(/#\/jobs\/J\d{8}$/);
      await person.sees('10 pairs are used.');
      await person.sees('1 row was left out');
      expect(await person.texts('tbody td')).toEqual(['11', 'the target is empty']);
      await person.sees('Finished', PATIENCE_MS / 3);
      await person.finds('.progress', /^100%$/);
      await person.press('To the model');
      await person.sees('Evaluation');
      await person.finds('.facts', /Mechanical engineering L002001/);
      expect(await person.barriers()).toEqual([]);
      const models = async () => (await journeys.app.call(tenant, '/api/v1/training/models')).body;
      await person.press('Rename');
      await person.fill('Name', 'Lamps of the north');
      await person.press('Save');
      await person.finds('h1', /^Lamps of the north$/);
      expect(await models()).toMatchObject([{ name: 'Lamps of the north' }]);
      await person.press('Delete');
      await person.sees('“Lamps of the north” goes away with its pairs and versions.');
      await person.press('Cancel');
      expect(await models()).toHaveLength(1);
      await person.press('Delete');
      await person.press('Delete');
      await person.sees('Your organization has no custom model yet.');
      expect(await models()).toEqual([]);
    },
    PATIENCE_MS,
  );
});

describe('first steps', () => {
  it('lead an operator from nothing to a key and a signed request', async () => {
    const person = await journeys.operator('#/first-steps');
    await person.fill('Organization', 'First customer');
    await person.fill('User', 'Hanako');
    await person.press('Create organization and key');
    await person.sees('Copy the secret now');
    const [accessKey = '', secretKey = '', contractId = ''] = await person.texts('.secret code');
    expect(secretKey).toMatch(/^[0-9a-f]{96}$/);
    const token = await journeys.app.send('/api/v1/token', { body: { accessKey, secretKey } });
    expect(token.status).toBe(200);
    expect(await person.texts('fieldset.tabs button')).toEqual([
      'curl',
      'Node',
      'Python',
      'PHP',
      'Java',
      'C#',
    ]);
    const { url } = journeys.app;
    for (const language of SAMPLE_LANGUAGES) {
      await person.press(language);
      await person.finds('fieldset.tabs [aria-pressed=true]', new RegExp(`^${language}$`));
      const [sample = ''] = await person.texts('pre');
      expect(sample).toBe(signedSample(language, { url, accessKey, secretKey, contractId }));
      for (const part of [url, accessKey, secretKey, contractId]) expect(sample).toContain(part);
    }
    await person.finds('pre', /using System\.Security\.Cryptography;.*new HMACSHA256\(/s);
    expect(await person.barriers()).toEqual([]);
    expect(await person.kept()).not.toContain(secretKey);
    expect(await person.kept()).not.toContain(journeys.app.service.adminToken);
  });
});
