import { describe, expect, it } from 'vitest';
import type { Tenant } from '../setup/app.js';
import { fewPairs } from '../training/customer.js';
import { asTsv } from '../training/manual.js';
import { Journeys, real } from './journeys.js';

/** A training of a few pairs, or a short file behind other work, on a busy machine. */
const PATIENCE_MS = 300_000;

const journeys = await Journeys.begin();

async function entriesOf(tenant: Tenant): Promise<readonly string[]> {
  const { body } = await journeys.app.call(tenant, '/api/v1/dictionary');
  const { entries } = (body as { data: { entries: readonly { fromText: string; toText: string }[] } }).data;
  return entries.map(({ fromText, toText }) => `${fromText}=${toText}`).sort();
}

describe('a file', () => {
  it(
    'is sent with its field, followed, read side by side and downloaded',
    async () => {
      const person = await journeys.at(await journeys.newcomer(), '#/files');
      await person.sees('Drop documents here');
      await person.press('Field: General');
      await person.fill('Search fields', 'mechanical');
      await person.finds('[role=option]', /Mechanical/);
      await person.press('Close');
      await person.choose('Choose files', 'note.md', '# Notice\n\nThe pump is running.\n');
      await person.sees('Ready', PATIENCE_MS);
      await person.press('Side by side');
      await person.finds('.pairs', /The pump is running\..*ポンプ/s);
      expect(await person.barriers()).toEqual([]);
      if (!journeys.isReal) return;
      const download = real(person).page.waitForEvent('download');
      await person.press('Download');
      expect((await download).suggestedFilename()).toBe('note_ja.md');
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
    await person.finds('dialog table', /3.*the row has no second column.*4/s);
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

describe('a model', () => {
  it(
    'is trained from a table, and shows what that brought',
    async () => {
      const person = await journeys.at(await journeys.newcomer(), '#/train');
      await person.choose('File with sentence pairs', 'lamps.tsv', asTsv(fewPairs('lamp')));
      await person.fill('From', 'en');
      await person.fill('To', 'ja');
      await person.finds('option', /Mechanical engineering/);
      await person.fill('Field', 'L002001');
      await person.press('Start training');
      await person.sees('Finished', PATIENCE_MS);
      await person.press('To the model');
      await person.sees('Evaluation');
      expect(await person.barriers()).toEqual([]);
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
    const [accessKey = '', secretKey = ''] = await person.texts('.secret code');
    expect(secretKey).toMatch(/^[0-9a-f]{96}$/);
    const token = await journeys.app.send('/api/v1/token', { body: { accessKey, secretKey } });
    expect(token.status).toBe(200);
    await person.press('Python');
    await person.finds('pre', /import hashlib/);
    await person.finds('pre', new RegExp(accessKey));
    expect(await person.barriers()).toEqual([]);
    expect(await person.kept()).not.toContain(secretKey);
    expect(await person.kept()).not.toContain(journeys.app.service.adminToken);
  });
});
