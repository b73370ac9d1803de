import { strToU8 } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FileDoor, openFileDoor } from './file-door.js';

let door: FileDoor;
beforeAll(async () => {
  door = await openFileDoor();
}, 120_000);
afterAll(() => door.app.close());

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
  const file = (await door.translated([{ name: 'a.md', bytes: strToU8(text) }], to)).get('a.md');
  const [heading = '', ...paragraphs] = (file?.text ?? '').trim().split('\n\n');
  const path = `/api/v1/downloads/${file?.item.translateItemId}/bilingual?format=tsv`;
  const { body } = await door.app.call(door.tenant, path);
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
    if (to === 'en') expect(term).toMatch(/^\p{Lu}/u);
    for (const paragraph of paragraphs) {
      expect(paragraph.toLowerCase()).toContain(term.toLowerCase());
      // The bilingual file says what the document says.
      expect(kept).toContain(paragraph);
    }
  },
  120_000,
);
