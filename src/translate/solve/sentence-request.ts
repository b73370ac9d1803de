import type { DecodeOptions, SentenceRequest } from '../../model/model-port.js';
import { unitsOf } from '../segmentation/clauses.js';
import { LONGEST_WORD } from '../wording/word-pairs.js';
import type { Draft } from './draft.js';
import type { ModelCall } from './model-call.js';
import type { AdaptedSentenceTask } from './pieces.js';

/** The beam of `best`. */
export const BEST_BEAM = 4;
/** Strings up to here are searched for with `fast` too: words and labels take few steps, and the first way is often not the best. */
const LABEL_UNITS = 8;

/** What the model is asked for a sentence. */
export function requestFor(
  task: AdaptedSentenceTask,
  draft: Draft,
  call: ModelCall,
  decode: DecodeOptions = decodeFor(task, call),
): SentenceRequest {
  return {
    from: task.segment.from,
    to: call.to,
    source: draft.parts,
    domain: call.domain,
    decode,
    ...(task.segment.register === undefined ? {} : { register: task.segment.register }),
    ...(task.segment.before === undefined ? {} : { before: { source: task.segment.before } }),
    ...(task.adaptation === undefined ? {} : { adaptation: task.adaptation }),
    ...(task.examples === undefined ? {} : { examples: task.examples }),
  };
}

/** Words and labels are searched for whatever the call asks, and whole: dictionaries choose among many translations. */
function decodeFor({ segment }: AdaptedSentenceTask, { search }: ModelCall): DecodeOptions {
  const whole = { beam: BEST_BEAM, nbest: BEST_BEAM };
  if (segment.text.length <= LONGEST_WORD && unitsOf(segment.text) <= LABEL_UNITS) return whole;
  return search === 'best' ? { ...whole, isPruned: true } : {};
}
