import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readModel } from '#src/model/folder/installed.js';
import { openTokenizer } from '#src/model/tokenizer/open.js';
import type { Tokenizer } from '#src/model/tokenizer/tokenizer.js';
import { type PieceProbe, probesOf, unknownOf } from '../../bench/eval/piece-probes.js';
import { countUntrained, readCounts } from '../../bench/eval/untrained-pieces.js';
import { readPieces } from '../../trainer/graphs/pieces.js';
import { sharedModel } from '../setup/model.js';
import { sample } from '../setup/sample.js';
import { BASE } from './service.js';

/** All pieces take three minutes of two cores. */
const PIECES_STEP = 25;
const COUNTS = new URL('../../bench/data/piece-counts.tsv', import.meta.url);
const { manifest } = readModel(BASE);
const { pieces } = readPieces(readFileSync(join(BASE, 'spm.model')));
let tokenizer: Tokenizer;
beforeAll(async () => {
  tokenizer = await openTokenizer(BASE, manifest);
});

function idsOf(text: string): number[] {
  return tokenizer.encode({ source: [{ kind: 'text', text }], from: 'ja', to: 'en' }).slice(1, -1);
}

describe('pieces that training has hardly seen', () => {
  test('are out of use', async () => {
    const unused = pieces.filter(({ kind }) => kind === 'unused').map(({ text }) => text);
    expect(unused).toContain('▁Ethereum');
    expect(unused).toContain('以太坊');
    expect(await countUntrained(join(BASE, '..'), COUNTS)).toBe(0);
  });

  test('never come out of any text of the vocabulary, and the text comes back whole', () => {
    const unused = new Set(pieces.flatMap(({ kind }, id) => (kind === 'unused' ? [id] : [])));
    expect(unused.size).toBeGreaterThan(100);
    const wrong = pieces.filter(({ kind, text }) => {
      if ((kind !== 'normal' && kind !== 'unused') || text === '▁') return false;
      const word = text.replaceAll('▁', ' ');
      const ids = idsOf(`(${word})`);
      const back = tokenizer
        .decode(ids)
        .map((part) => (part.kind === 'text' ? part.text : '?'))
        .join('');
      return ids.some((id) => unused.has(id)) || back !== `(${word.trimEnd()})`.replaceAll(/ +/gu, ' ');
    });
    expect(wrong.map(({ text }) => text)).toEqual([]);
  });
});

test('the model knows the whole vocabulary', async () => {
  const seen = await readCounts(COUNTS);
  const probes = sample(probesOf(pieces), PIECES_STEP);
  const unknown = new Set(await unknownOf(sharedModel(), probes));
  const expectToKnow = (least: number, isMeant: (probe: PieceProbe) => boolean): void => {
    const meant = probes.filter(isMeant);
    const lost = meant.filter((probe) => unknown.has(probe)).map(({ piece }) => piece);
    expect(1 - lost.length / meant.length, lost.join(' ')).toBeGreaterThan(least);
  };
  expectToKnow(0.98, ({ script }) => script === 'latin');
  expectToKnow(0.965, ({ script }) => script === 'eastAsian');
  // Most of these are out of use, their words cut into smaller pieces; in use, the model would know a third of them.
  expectToKnow(0.75, ({ piece }) => seen.has(piece));
}, 600_000);
