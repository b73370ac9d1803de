import { describe, expect, it } from 'vitest';
import { DomainGate, domainStatistics } from '#src/adaptation/domain-gate.js';
import { MANUAL_PAIRS, UNSEEN } from '../training/manual.js';

const GENERAL = [
  'On Monday, scientists announced that they had found a way to sort clusters by type.',
  'She had never thought that the old man would come back to the village.',
  'The president said that the two countries had agreed on a new treaty after long talks.',
  'There was nothing left in the house but a chair and a broken window.',
  '昨日は友だちと海へ行って、夕方まで泳ぎました。',
  '他昨天晚上和朋友们一起吃了饭。',
];

describe('the gate in front of a trained head', () => {
  const gate = new DomainGate(domainStatistics(MANUAL_PAIRS.map(({ fromText }) => fromText)));

  it('is open for new sentences of the customer’s kind', () => {
    for (const { fromText } of UNSEEN) expect(gate.scores([fromText])[0], fromText).toBeGreaterThan(0.5);
  });

  it('is shut for general text', () => {
    for (const sentence of GENERAL) expect(gate.scores([sentence])[0], sentence).toBeLessThan(0.05);
  });

  it('hears the sentences around one that says little by itself', () => {
    const little = 'Ask somebody else then.';
    const own = UNSEEN.map(({ fromText }) => fromText);
    expect(gate.scores([little])[0]).toBe(0);
    expect(gate.scores([...own, little, ...own])[own.length]).toBeGreaterThan(0.5);
    expect(gate.scores([...GENERAL, little, ...GENERAL])[GENERAL.length]).toBe(0);
  });

  it('stays shut for general text in general context, and for general text far from the customer’s', () => {
    expect(Math.max(...gate.scores(GENERAL))).toBeLessThan(0.05);
    const own = Array.from({ length: 20 }, () => UNSEEN.map(({ fromText }) => fromText)).flat();
    const general = Array.from({ length: 20 }, () => GENERAL).flat();
    const shares = gate.scores([...own, ...general]);
    expect(Math.min(...shares.slice(0, own.length - 50))).toBeGreaterThan(0.9);
    expect(Math.max(...shares.slice(own.length + 50))).toBeLessThan(0.05);
  });
});
