import { strFromU8, strToU8 } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContractId } from '#src/base/ids.js';
import { FileClient } from '../../bench/files/file-client.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';

let app: TestApp;
let tenant: Tenant;
let contractId: ContractId;
let client: FileClient;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant();
  const contract = await app.service.contracts.create(tenant.organization.id, {
    name: 'files',
    kind: 'file',
    engine: 't4oo',
    charQuota: null,
  });
  contractId = contract.id;
  client = new FileClient(app.url, tenant.key);
}, 120_000);
afterAll(async () => {
  await app.close();
});

const ENGLISH = `# Confidential Information

Neither party shall disclose Confidential Information of the other.

The Buyer returns all Confidential Information when the contract ends.
`;
const JAPANESE = `# 検収基準

購入者は検収基準に従って商品を検査する。

検収基準を満たさない商品は、供給者が引き取る。
`;

/** Heading and paragraphs of a translated document, and the sentences that are kept of it. */
async function translated(text: string, to: string) {
  const found = await client.ended(
    await client.submit([{ name: 'a.md', bytes: strToU8(text) }], {
      contractId,
      targetLangs: JSON.stringify([to]),
    }),
  );
  const id = found.items[0]?.translateItemId ?? '';
  const [file] = Object.values(await client.download([id]));
  const [heading = '', ...paragraphs] = strFromU8(file ?? new Uint8Array())
    .trim()
    .split('\n\n');
  const { body } = await app.call(tenant, `/api/v1/downloads/${id}/bilingual?format=tsv`);
  return { term: heading.replace('# ', ''), paragraphs, kept: String(body) };
}

it.each([
  ['ja', ENGLISH],
  ['zh-CN', ENGLISH],
  ['en', JAPANESE],
])(
  'what a heading is called in %s, the sentences below it call it too',
  async (to, text) => {
    const { term, paragraphs, kept } = await translated(text, to);
    expect(paragraphs).toHaveLength(2);
    for (const paragraph of paragraphs) {
      expect(paragraph.toLowerCase()).toContain(term.toLowerCase());
      // The bilingual file says what the document says.
      expect(kept).toContain(paragraph);
    }
  },
  120_000,
);
