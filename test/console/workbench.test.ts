import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleLanguage, signedSample } from '../../console/src/signed-samples.js';
import { orderOf, submit } from '../jobs/client.js';
import type { Tenant } from '../setup/app.js';
import { hold } from './held.js';
import { Journeys, real } from './journeys.js';

/** A short translation in the background, behind other work. */
const BUSY_MACHINE_MS = 240_000;

const journeys = await Journeys.begin();
let acme: Tenant;
let folder: string;
beforeAll(async () => {
  acme = await journeys.newcomer();
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-samples-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('my words', () => {
  it('are added, pasted, edited in their place and exported, and the last change is taken back', async () => {
    const tenant = await journeys.newcomer();
    const person = await journeys.at(tenant, '#/words');
    await person.sees('Nothing here yet.');
    await person.fill('Source', '犬');
    await person.fill('Translation', 'dog');
    await person.press('Add');
    await person.sees('1 entry');
    await person.press('Paste many');
    await person.fill('One entry per line', '猫\tcat\n馬\thorse');
    await person.fill('Language of the source', 'ja');
    await person.fill('Language of the translation', 'en');
    await person.press('Preview');
    await person.press('Import 2 entries');
    await person.sees('3 entries');
    await person.press('Edit 猫');
    await person.press('Cancel');
    await person.press('Delete 馬');
    await person.sees('2 entries');
    await person.press('Undo deletion (1)');
    await person.sees('3 entries');
    await person.fill('Search in both languages', 'nowhere');
    await person.sees('0 found');
    await person.fill('Search in both languages', '');
    await person.sees('3 entries');
    await person.press('Delete all');
    await person.sees('All 3 entries will be deleted.');
    await person.press('Cancel');
    await person.finds('.word-row', /horse/);
    await person.press('Delete all');
    await person.press('Delete all');
    await person.sees('Nothing here yet.');
    await person.press('Undo deletion of all (3)');
    await person.finds('.word-row', /horse/);
    if (!journeys.isReal) return;
    const { page } = real(person);
    await person.press('Edit 猫');
    await page.keyboard.type('s');
    await page.keyboard.press('Enter');
    await person.finds('.word-row', /^ja猫encats$/m);
    await person.press('Export');
    const download = page.waitForEvent('download');
    await person.press('TMX');
    expect((await download).suggestedFilename()).toBe('dictionary.tmx');
  });

  it('make a list, which applies to its maker', async () => {
    const person = await journeys.at(acme, '#/words/glossaries');
    await person.sees('There is no glossary yet.');
    await person.press('New list');
    await person.fill('Name', 'Products');
    await person.press('Save');
    await person.sees('t4ooGlossaryId');
    const { body } = await journeys.app.call(acme, '/api/v1/glossaries');
    expect(body).toMatchObject({ data: { glossaries: [{ name: 'Products', entries: 0 }] } });
  });
});

describe('the page of work', () => {
  it('shows what was submitted and where notifications go', async () => {
    const person = await journeys.at(acme, '#/work');
    await person.sees('Nothing is running');
    await submit(journeys.app, acme, orderOf(acme, ['駅はどこですか。']));
    await person.sees('8 characters');
    await person.sees('Finished', BUSY_MACHINE_MS);
    await person.sees('No notification has been sent yet.');
  });
});

describe('the page of usage', () => {
  it('shows contracts with their ids, and a bar a day, by engine and by key', async () => {
    const { app } = journeys;
    const tenant = await app.tenant();
    const key = await app.service.keyAdmin.create(tenant.organization.id, tenant.user.id);
    for (const who of [tenant, tenant, { ...tenant, key }]) {
      const answer = await app.call(who, '/api/v1/translate', {
        body: orderOf(tenant, ['駅はどこですか。']),
      });
      expect(answer.status).toBe(200);
    }
    const person = await journeys.at(tenant, '#/usage');
    await person.finds('main', new RegExp(tenant.contracts.t4oo.id));
    const totals = 'table[aria-labelledby=usage] tbody tr';
    await person.finds(totals, /^Phrase-pair engine324/);
    expect(await person.texts('.chart g title')).toHaveLength(30);
    await person.press('Key');
    const [first, second] = [tenant.key, key].map(({ accessKey }) => accessKey.slice(0, 8));
    expect(await person.texts('.chart .legend span')).toEqual([`${first}…`, `${second}…`]);
    expect((await person.texts(totals)).map((row) => row.replace(/\D*$/, ''))).toEqual([
      expect.stringMatching(new RegExp(`^${first}…216`)),
      expect.stringMatching(new RegExp(`^${second}…18`)),
    ]);
  });
});

/** A point of a chart at the bottom: nothing. */
const BOTTOM = 38;

describe('operations', () => {
  it('draw throughput, latency and queue as they change', async () => {
    const tenant = await journeys.newcomer();
    const { app } = journeys;
    const goOn = await hold(app.database, 'translation_jobs', "old.state = 'queued'");
    await submit(app, tenant, orderOf(tenant, ['駅はどこですか。']));
    const person = await journeys.operator('#/operations');
    const chart = async (name: string) => {
      const selector = `.sparkline[aria-label="${name}: the last minutes"] polyline`;
      const [points] = await person.attributes(selector, 'points');
      return (points ?? '')
        .split(' ')
        .filter(Boolean)
        .map((point) => Number(point.split(',')[1]));
    };
    const last = async (name: string) => {
      await app.call(tenant, '/api/v1/translate', { body: orderOf(tenant, ['駅はどこですか。']) });
      return (await chart(name)).at(-1);
    };
    for (const name of ['Requests per second', 'Words per second', 'Median latency', '95th percentile']) {
      await expect.poll(() => last(name), { timeout: BUSY_MACHINE_MS, interval: 200 }).toBeLessThan(BOTTOM);
    }
    const tiles = async () => (await person.texts('.tile')).join('\n');
    expect(await tiles()).toMatch(/Requests per second(?!0$)[\d.]+$/m);
    expect(await tiles()).toMatch(/Median latency[\d.,]+ ms$/m);
    expect(await tiles()).toMatch(/Waiting sentences and jobs[1-9]/);
    const queue = await chart('Waiting sentences and jobs');
    expect(queue.length).toBeGreaterThan(1);
    expect(queue.at(-1)).toBeLessThan(BOTTOM);
    await goOn();
    await expect
      .poll(async () => (await chart('Waiting sentences and jobs')).at(-1), { timeout: BUSY_MACHINE_MS })
      .toBe(BOTTOM);
  });

  it('say what is wrong while the disk is full', async () => {
    const { app } = journeys;
    await app.database.store.pool.query(`
      create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger no_room before insert on dictionary_entries for each row execute function no_room()`);
    const tenant = await journeys.newcomer();
    const entry = { fromLang: 'en', fromText: 'lamp', toLang: 'ja', toText: 'ランプ' };
    expect((await app.call(tenant, '/api/v1/dictionary', { body: entry })).status).toBe(503);
    const person = await journeys.operator('#/operations');
    await person.sees('The disk of the database is full');
    await app.database.store.pool.query('drop function no_room cascade');
  });

  it('show the service as it is, and the organization with its keys', async () => {
    const person = await journeys.operator('#/operations');
    await person.sees('Requests per second');
    await person.sees('kotobashi-base');
    const tenant = await journeys.newcomer();
    await person.goTo(`#/operations/organizations/${tenant.organization.id}`);
    await person.sees('Access keys');
    const [page = ''] = await person.texts('main');
    expect(page).toContain(tenant.organization.name);
    expect(page).not.toContain(tenant.key.secretKey);
    await person.press('Disable');
    await person.sees('Disabled');
  });

  it('make a user, a key whose secret is shown once, another secret for it, and a contract with limits', async () => {
    const organization = await journeys.app.service.organizationAdmin.createOrganization('Northern Lamps');
    const person = await journeys.operator('#/operations/organizations');
    await person.press('Northern Lamps');
    await person.fill('Name of a new user', 'Hanako');
    await person.press('Create');
    await person.finds('section[aria-labelledby=users] table', /Hanako/);
    await person.fill('Label of a new key', 'web shop');
    await person.press('Create key');
    await person.sees('Copy the secret now');
    const [accessKey = '', before = ''] = await person.texts('.secret code');
    await person.press('New secret');
    await person.press('New secret');
    await person.finds('.secret', new RegExp(`Secret key(?!${before})[0-9a-f]{96}`));
    const [, after = ''] = await person.texts('.secret code');
    for (const secretKey of [before, after]) {
      const { status } = await journeys.app.send('/api/v1/token', { body: { accessKey, secretKey } });
      expect(status).toBe(200);
    }
    await person.press('New contract');
    await person.fill('Name', 'Shop');
    await person.fill('Characters per month', '5000');
    await person.press('Save');
    await person.finds('section[aria-labelledby=contracts] table', /Shop.*5,000/s);
    const contracts = await journeys.app.service.contracts.list(organization.id);
    expect(contracts).toMatchObject([{ name: 'Shop', charQuota: 5000 }]);
    await person.goTo('#/operations/organizations');
    await person.sees('New organization');
    await person.goTo(`#/operations/organizations/${organization.id}`);
    await person.sees('web shop');
    expect((await person.texts('main')).join()).not.toContain(after);
  });
});

describe('a sample of the first steps', () => {
  /** How each is run; the first word is what the machine has to have. */
  const RUNS: Readonly<Partial<Record<SampleLanguage, readonly [string, string, ...string[]]>>> = {
    curl: ['openssl', 'sample.sh', 'sh'],
    Node: ['node', 'sample.mjs', 'node'],
    Python: ['python3', 'sample.py', 'python3'],
    PHP: ['php', 'sample.php', 'php'],
    Java: ['java', 'Sample.java', 'java'],
  };
  for (const [language, [needed, file, program = '']] of Object.entries(RUNS)) {
    const isThere = spawnSync(needed, ['version']).error === undefined;
    const name = isThere
      ? `in ${language} signs a request that is answered`
      : `in ${language} (skipped: no ${needed})`;
    it.skipIf(!isThere)(name, async () => {
      const { accessKey, secretKey } = acme.key;
      const key = { url: journeys.app.url, accessKey, secretKey, contractId: acme.contracts.t4oo.id };
      writeFileSync(join(folder, file), signedSample(language as SampleLanguage, key));
      // As in a terminal that shows Japanese: Java reads and prints in the characters of the locale.
      const env = { ...process.env, LC_ALL: 'C.UTF-8' };
      const { stdout } = await promisify(execFile)(program, [join(folder, file)], { env });
      expect(JSON.parse(stdout)).toMatchObject({
        status: 'success',
        data: { translationResult: [{ sourceText: 'このかばんはいくらですか。' }] },
      });
    });
  }
});
