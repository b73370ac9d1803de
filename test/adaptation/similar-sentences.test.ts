import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSentenceIndex, SimilarSentences } from '#src/adaptation/similar-sentences.js';

const MANUAL = [
  'Open the dashboard and choose a report.',
  'Close the dashboard before you log out.',
  'Choose a report template from the list.',
  'The server restarts every night at three.',
  '報告書のひな形を一覧から選びます。',
  'サーバーは毎晩三時に再起動します。',
];

describe('similar sentences', () => {
  const index = new SimilarSentences(buildSentenceIndex(MANUAL));

  it('come with the most similar first', () => {
    expect(index.find('Open the dashboard and choose a chart.', 3)[0]?.row).toBe(0);
    expect(index.find('The server restarts every morning.', 3)[0]?.row).toBe(3);
  });

  it('are found in unspaced scripts', () => {
    expect(index.find('サーバーは毎朝再起動します。', 1)[0]?.row).toBe(5);
  });

  it('cover different parts of a sentence before they repeat one', () => {
    const stored = [
      'Red apples grow here slowly.',
      'Red apples grow here quickly.',
      'Blue whales swim there alone.',
      'Nobody knows the answer.',
    ];
    const rows = new SimilarSentences(buildSentenceIndex(stored))
      .find('Red apples grow here and blue whales swim there.', 2)
      .map(({ row }) => row);
    expect(rows).toContain(2);
  });

  it('are none for a sentence without a known word', () => {
    expect(index.find('Quantum zebras juggle.', 5)).toEqual([]);
  });

  it('find every stored sentence itself, with the highest likeness', () => {
    const word = fc.stringMatching(/^[a-z]{3,8}$/);
    const sentence = fc.array(word, { minLength: 3, maxLength: 8 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.uniqueArray(sentence, { minLength: 12, maxLength: 30 }), (sentences) => {
        const built = new SimilarSentences(buildSentenceIndex(sentences));
        for (const [row, text] of sentences.entries()) {
          const [best] = built.find(text, 3);
          if (best === undefined || best.row === row) continue;
          // Another one may be as like only when both consist of the same words.
          expect(best.similarity).toBeCloseTo(
            built.find(text, 30).find((each) => each.row === row)?.similarity ?? 0,
            6,
          );
        }
      }),
      { numRuns: 30 },
    );
  });
});
