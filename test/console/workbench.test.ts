import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SampleLanguage, signedSample } from '../../console/src/signed-samples.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { Visitor } from './visitor.js';

/** A short translation in the background, behind other work. */
const BUSY_MACHINE_MS = 240_000;

let app: TestApp;
let acme: Tenant;
let folder: string;
const visitors: Visitor[] = [];
beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-samples-'));
});
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.leave();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.close();
});

async function visit(hash: string): Promise<Visitor> {
  const visitor = await Visitor.at(app, hash);
  visitors.push(visitor);
  return visitor;
}

async function operator(hash: string): Promise<Visitor> {
  const visitor = await visit(hash);
  await visitor.sees('Admin token');
  visitor.fill('Admin token', app.service.adminToken);
  visitor.press('Enter');
  return visitor;
}

describe('my words', () => {
  it('finds while typing, and says when there is nothing', async () => {
    const tenant = await app.tenant();
    const visitor = await visit('#/words');
    await visitor.signIn(tenant.key);
    await visitor.sees('Nothing here yet.');
    const body = ['犬', '猫'].map((fromText) => ({ fromLang: 'ja', fromText, toLang: 'en', toText: 'pet' }));
    await app.call(tenant, '/api/v1/dictionary/bulk', { body });
    visitor.fill('Search in both languages', '猫');
    await visitor.sees('1 found');
    expect(visitor.texts('.word-row')).toEqual(['ja猫enpet']);
    visitor.fill('Search in both languages', 'nowhere');
    await visitor.sees('0 found');
  });

  it('makes a list, which applies to its maker', async () => {
    const visitor = await visit('#/words/glossaries');
    await visitor.signIn(acme.key);
    await visitor.sees('There is no glossary yet.');
    visitor.press('New list');
    await visitor.sees('Save');
    visitor.fill('Name', 'Products');
    visitor.press('Save');
    await visitor.sees('t4ooGlossaryId');
    const { body } = await app.call(acme, '/api/v1/glossaries');
    expect(body).toMatchObject({ data: { glossaries: [{ name: 'Products', entries: 0 }] } });
  });
});

describe('the page of work', () => {
  it(
    'shows what was submitted and where notifications go',
    async () => {
      const visitor = await visit('#/work');
      await visitor.signIn(acme.key);
      await visitor.sees('Nothing is running');
      await app.call(acme, '/api/v1/translate/async', {
        body: {
          fieldId: '1',
          text: ['駅はどこですか。'],
          sourceLang: 'ja',
          targetLang: 'en',
          contractId: acme.contracts.t4oo.id,
        },
      });
      await visitor.sees('8 characters');
      await visitor.sees('Finished', BUSY_MACHINE_MS);
      await visitor.sees('No notification has been sent yet.');
    },
    BUSY_MACHINE_MS,
  );
});

describe('operations', () => {
  it('show the service as it is, and the organization with its keys', async () => {
    const visitor = await operator('#/operations');
    await visitor.sees('Requests per second');
    await visitor.sees('kotobashi-base');
    visitor.goTo(`#/operations/organizations/${acme.organization.id}`);
    await visitor.sees('Access keys');
    expect(visitor.text('main')).toContain(acme.organization.name);
    expect(visitor.text('main')).not.toContain(acme.key.secretKey);
    visitor.press('Disable');
    await visitor.sees('Disabled');
    await app.service.organizationAdmin.enableOrganization(acme.organization.id, true);
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
      const key = { url: app.url, accessKey, secretKey, contractId: acme.contracts.t4oo.id };
      writeFileSync(join(folder, file), signedSample(language as SampleLanguage, key));
      const { stdout } = await promisify(execFile)(program, [join(folder, file)]);
      expect(JSON.parse(stdout)).toMatchObject({
        status: 'success',
        data: { translationResult: [{ sourceText: 'このかばんはいくらですか。' }] },
      });
    });
  }
});
