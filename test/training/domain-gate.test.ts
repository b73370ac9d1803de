import { describe, expect, it } from 'vitest';
import { DomainGate } from '#src/training/domain-gate.js';
import { MANUAL_PAIRS, UNSEEN } from './manual.js';

const GENERAL = [
  'On Monday, scientists announced that they had found a way to sort cells by type.',
  'She had never thought that the old man would come back to the village.',
  'The president said that the two countries had agreed on a new treaty after long talks.',
  'There was nothing left in the house but a chair and a broken window.',
  '昨日は友だちと海へ行って、夕方まで泳ぎました。',
  '他昨天晚上和朋友们一起吃了饭。',
];

describe('the gate in front of a trained head', () => {
  const gate = new DomainGate(MANUAL_PAIRS.map(({ fromText }) => fromText));

  it('is open for new sentences of the customer’s kind', () => {
    for (const { fromText } of UNSEEN) expect(gate.share(fromText), fromText).toBeGreaterThan(0.5);
  });

  it('is shut for general text', () => {
    for (const sentence of GENERAL) expect(gate.share(sentence), sentence).toBeLessThan(0.05);
  });
});
