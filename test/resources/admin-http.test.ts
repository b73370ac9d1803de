import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { type Answer, type CallOptions, type Tenant, type TestApp, testApp } from '../setup/app.js';

const ADMIN_TOKEN = '0123456789abcdef0123456789abcdef';
let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ adminToken: ADMIN_TOKEN });
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await app.tenant();
});

function admin(path: string, options: CallOptions = {}, tenant: Tenant = acme): Promise<Answer> {
  return app.send(`/admin/v1/organizations/${tenant.organization.id}${path}`, {
    ...options,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...options.headers },
  });
}

async function data<T>(answer: Promise<Answer>): Promise<T> {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({
    status: expect.toSatisfy((code) => code < 300),
    body: { status: 'success' },
  });
  return (body as { data: T }).data;
}

const KINDS = ['phrase-dictionaries', 'glossaries'] as const;
type Kind = (typeof KINDS)[number];

async function created(kind: Kind, name = 'list'): Promise<string> {
  const { id } = await data<{ id: number }>(admin(`/${kind}`, { body: { name } }));
  return `/${kind}/${id}`;
}

function upload(body: string | Uint8Array): CallOptions {
  return { method: 'POST', body, headers: { 'content-type': 'application/octet-stream' } };
}

const TABLE = '犬\tdog\n猫\t\n鳥\tbird\n';
const JA_EN = 'fromLang=ja&toLang=en';

describe.each(KINDS)('%s of the admin interface', (kind) => {
  it('are created, listed, renamed and deleted', async () => {
    const path = await created(kind, 'first');
    expect(await data(admin(path, { method: 'PUT', body: { name: 'renamed' } }))).toMatchObject({
      name: 'renamed',
    });
    expect(await data(admin(`/${kind}`))).toEqual([
      {
        id: expect.any(Number),
        name: 'renamed',
        entries: 0,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect(await data(admin(path, { method: 'DELETE' }))).toBeNull();
    expect(await data(admin(`/${kind}`))).toEqual([]);
    expect(await admin(path)).toMatchObject({ status: 404, body: { data: { code: 40203 } } });
  });

  it('have one name each', async () => {
    await created(kind, 'same');
    expect(await admin(`/${kind}`, { body: { name: 'same' } })).toMatchObject({
      status: 400,
      body: { data: { code: 40201 } },
    });
    expect((await admin(`/${kind}`, { body: {} })).body).toMatchObject({ data: { code: 40200 } });
  });

  it('take a table and report what they could not take', async () => {
    const path = await created(kind);
    const report = await data<{ importId: string }>(
      admin(`${path}/import?format=tsv&${JA_EN}`, upload(TABLE)),
    );
    expect(report).toMatchObject({
      state: 'finished',
      total: 3,
      done: 3,
      rejectedCount: 1,
      rejected: [{ line: 2, reason: 'the target is empty' }],
    });
    expect(await data(admin(path))).toMatchObject({ entries: 2 });
    expect(await data(admin(`/imports/${report.importId}`))).toEqual(report);
    expect(await data(admin('/imports'))).toEqual([report]);
  });

  it.each(['tsv', 'csv', 'tmx', 'xlsx'])('come back from a %s file as they were', async (format) => {
    const source = await created(kind, 'source');
    await admin(`${source}/import?format=tsv&${JA_EN}`, upload('犬\t"dog" & <hound>, または\n鳥\tbird\n'));
    const response = await fetch(
      `${app.url}/admin/v1/organizations/${acme.organization.id}${source}/export?format=${format}`,
      {
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      },
    );
    expect(response.headers.get('content-disposition')).toContain(`.${format}"`);
    const file = new Uint8Array(await response.arrayBuffer());
    const copy = await created(kind, 'copy');
    expect(await data(admin(`${copy}/import?format=${format}`, upload(file)))).toMatchObject({
      done: 2,
      rejectedCount: 0,
    });
    const table = await admin(`${copy}/export?format=tsv`);
    expect(table.body).toBe(
      'fromLang\tfromText\ttoLang\ttoText\nja\t犬\ten\t"""dog"" & <hound>, または"\nja\t鳥\ten\tbird\n',
    );
  });

  it('can be emptied without losing what they are bound to', async () => {
    const path = await created(kind);
    await admin(`${path}/import?format=tsv&${JA_EN}`, upload(TABLE));
    await data(admin(`${path}/bindings`, { body: { userId: acme.user.id, fieldId: '2571' } }));
    await data(admin(`${path}/entries`, { method: 'DELETE' }));
    expect(await data(admin(path))).toMatchObject({ entries: 0 });
    const [binding] = await data<{ id: number }[]>(admin(`${path}/bindings`));
    expect(binding).toEqual({ id: expect.any(Number), userId: acme.user.id, fieldId: '2571' });
    await data(admin(`${path}/bindings/${binding?.id}`, { method: 'DELETE' }));
    expect(await data(admin(`${path}/bindings`))).toEqual([]);
  });

  it.each([
    ['no format', 'fromLang=ja&toLang=en', 40200],
    ['an unknown format', 'format=pdf&fromLang=ja&toLang=en', 40201],
    ['no languages', 'format=tsv', 40200],
    ['a language that is none', 'format=tsv&fromLang=ja&toLang=klingon', 40201],
    ['an unknown encoding', 'format=tsv&encoding=ebcdic&fromLang=ja&toLang=en', 40201],
    ['what is no workbook', 'format=xlsx&fromLang=ja&toLang=en', 40202],
  ])('refuse a table with %s', async (_, query, code) => {
    const path = await created(kind);
    expect(await admin(`${path}/import?${query}`, upload(TABLE))).toMatchObject({
      status: 400,
      body: { data: { code } },
    });
  });

  it('take a large table in the background and show how far they are', async () => {
    const path = await created(kind);
    const rows = Array.from({ length: 8_000 }, (_, index) => `用語その${index}番目\tterm number ${index}`);
    const { status, body } = await admin(
      `${path}/import?format=tsv&${JA_EN}`,
      upload(`${rows.join('\n')}\n欠けた行\n`),
    );
    expect({ status, body }).toMatchObject({ status: 202, body: { data: { state: 'queued' } } });
    const { importId } = (body as { data: { importId: string } }).data;
    const report = () => data<{ state: string }>(admin(`/imports/${importId}`));
    await expect
      .poll(async () => (await report()).state, { timeout: 40_000, interval: 200 })
      .toBe('finished');
    expect(await report()).toMatchObject({
      total: 8_001,
      done: 8_001,
      rejectedCount: 1,
      rejected: [{ line: 8_001, reason: expect.stringMatching(/second column/) }],
    });
    expect(await data(admin(path))).toMatchObject({ entries: 8_000 });
  });

  it('refuse an empty body', async () => {
    const path = await created(kind);
    const answer = await admin(`${path}/import?format=tsv&${JA_EN}`, { method: 'POST' });
    expect(answer).toMatchObject({ status: 400, body: { data: { code: 40200 } } });
  });

  it('are out of reach through another organization, and without the token', async () => {
    const other = await app.tenant();
    const path = await created(kind);
    await admin(`${path}/import?format=tsv&${JA_EN}`, upload(TABLE));
    const [report] = await data<{ importId: string }[]>(admin('/imports'));
    expect(await data(admin(`/${kind}`, {}, other))).toEqual([]);
    expect(await data(admin('/imports', {}, other))).toEqual([]);
    const attempts: [string, CallOptions][] = [
      [path, {}],
      [path, { method: 'PUT', body: { name: 'mine' } }],
      [path, { method: 'DELETE' }],
      [`${path}/entries`, { method: 'DELETE' }],
      [`${path}/bindings`, {}],
      [`${path}/bindings`, { body: { userId: other.user.id } }],
      [`${path}/bindings/1`, { method: 'DELETE' }],
      [`${path}/export?format=tsv`, {}],
      [`${path}/import?format=tsv&${JA_EN}`, upload(TABLE)],
      [`/imports/${report?.importId}`, {}],
    ];
    for (const [address, options] of attempts) {
      expect(await admin(address, options, other)).toMatchObject({
        status: 404,
        body: { data: { code: 40203 } },
      });
      const bare = { ...options, headers: { ...options.headers, authorization: 'Bearer guess' } };
      // Refused, and after ten guesses slowed down.
      expect([401, 429]).toContain((await admin(address, bare)).status);
    }
    expect(await data(admin(path))).toMatchObject({ name: 'list', entries: 2 });
  });
});

describe('a translation', () => {
  async function translated(text: string, more: Record<string, unknown> = {}, tenant: Tenant = acme) {
    const answer = await app.call(tenant, '/api/v1/translate', {
      body: {
        fieldId: '2572',
        text: [text],
        sourceLang: 'ja',
        targetLang: 'en',
        contractId: tenant.contracts.t4oo.id,
        ...more,
      },
    });
    const body = answer.body as { data: { code?: number; translationResult?: { translatedText: string }[] } };
    return body.data.translationResult?.[0]?.translatedText ?? body.data.code;
  }

  const id = (path: string) => path.split('/').at(-1);

  it('is answered from phrase pairs by id, by binding, and not with -1', async () => {
    const path = await created('phrase-dictionaries');
    const workbook = await writeWorkbook([
      ['ja', 'en'],
      ['本契約の有効期間は一年とする。', '## This very phrase ##'],
    ]).toBuffer();
    await data(admin(`${path}/import?format=xlsx`, upload(workbook)));
    const text = '本契約の有効期間は一年とする';
    expect(await translated(text)).not.toContain('##');
    expect(await translated(text, { t4ooCategoryId: id(path) })).toBe('## This very phrase ##');
    await data(admin(`${path}/bindings`, { body: { fieldId: '2571' } }));
    expect(await translated(text)).toBe('## This very phrase ##');
    expect(await translated(text, { fieldId: '1' })).not.toContain('##');
    expect(await translated(text, { t4ooCategoryId: '-1' })).not.toContain('##');
    const group = await app.service.organizationAdmin.createGroup(acme.organization.id, 'legal');
    const [binding] = await data<{ id: number }[]>(admin(`${path}/bindings`));
    await data(admin(`${path}/bindings/${binding?.id}`, { method: 'DELETE' }));
    await data(admin(`${path}/bindings`, { body: { groupId: group.id } }));
    expect(await translated(text)).not.toContain('##');
    await app.service.organizationAdmin.addMember(acme.organization.id, group.id, acme.user.id);
    expect(await translated(text)).toBe('## This very phrase ##');
  });

  it('refuses ids of another organization as it refuses unknown ones', async () => {
    const book = await created('phrase-dictionaries');
    const words = await created('glossaries');
    const other = await app.tenant();
    for (const more of [
      { t4ooCategoryId: id(book) },
      { t4ooGlossaryId: id(words) },
      { t4ooCategoryId: '123456789' },
      { t4ooGlossaryId: 'x' },
    ]) {
      expect(await translated('犬', more, other)).toBe(40203);
    }
  });

  it('uses the terms of a glossary', async () => {
    const path = await created('glossaries');
    await data(admin(`${path}/import?format=csv&${JA_EN}`, upload('弊社製品,Kotobashi Pro\n')));
    expect(await translated('弊社製品', { t4ooGlossaryId: id(path) })).toContain('Kotobashi Pro');
  });
});
