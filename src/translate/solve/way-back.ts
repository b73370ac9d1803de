import { type TargetPart, UnsupportedDirection } from '../../model/model-port.js';
import { isFault } from '../negation/compare.js';
import type { CheckedTranslation } from './checked-translation.js';
import { type ModelCall, unlessFailed, unlessTooLong } from './model-call.js';
import type { SentenceTask } from './sentence-task.js';

interface Candidate {
  readonly task: SentenceTask;
  readonly checked: CheckedTranslation;
}

/**
 * The same translations, judged: where one may have lost or gained a "not", it is translated back, and the doubt becomes
 * a fault where no way back takes it away. About one sentence in 25 is in doubt; all of them go to the model together.
 */
export async function judged(
  candidates: readonly Candidate[],
  call: ModelCall,
): Promise<readonly CheckedTranslation[]> {
  const doubted = candidates.filter(({ checked }) => checked.doubt !== undefined);
  const backs = new Map<CheckedTranslation, readonly string[]>();
  const results = doubted.length === 0 ? [] : await translatedBack(doubted, call);
  for (const [at, { checked }] of doubted.entries()) {
    const back = results[at];
    if (back !== undefined) backs.set(checked, back);
  }
  return candidates.map(({ task: { segment }, checked }) => {
    const { doubt, ...certain } = checked;
    const back = backs.get(checked);
    if (doubt === undefined || back === undefined) return certain;
    const isWrong = back.every((text) => isFault(doubt, segment.text, text, segment.from));
    return isWrong ? { ...certain, negation: doubt } : certain;
  });
}

/** The best of these may be a bad translation of a good one. */
export const WAYS_BACK = { beam: 4, nbest: 4 };

/** A translation in doubt as if it were wrong: another is looked for. */
export function distrusted({ doubt, ...rest }: CheckedTranslation): CheckedTranslation {
  return doubt === undefined ? rest : { ...rest, negation: doubt };
}

/** Nothing where the model has no way back, or cannot read what it wrote: a doubt alone is no fault. */
async function translatedBack(
  candidates: readonly Candidate[],
  call: ModelCall,
): Promise<readonly (readonly string[])[]> {
  const requests = candidates.map(({ task: { segment }, checked: { text } }) => ({
    from: call.to,
    to: segment.from,
    source: [{ kind: 'text' as const, text }],
    domain: call.domain,
    decode: WAYS_BACK,
    isRetry: true,
  }));
  const results = await unlessOneWay(unlessTooLong(unlessFailed(call.translate(requests))));
  return (results ?? []).map(({ target, alternatives }) =>
    [target, ...alternatives.map((other) => other.target)].map(textOf),
  );
}

function textOf(target: readonly TargetPart[]): string {
  return target.map((part) => (part.kind === 'text' ? part.text : ' ')).join('');
}

async function unlessOneWay<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnsupportedDirection) return undefined;
    throw error;
  }
}
