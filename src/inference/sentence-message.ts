import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { SentenceRequest, SentenceResult } from '../model/model-port.js';

/**
 * Sentences between processes of Kotobashi: the model `sentences` of the Open Inference Protocol. One element of BYTES is one sentence in
 * JSON, so that continuous batching, search and caches stay where the model is.
 */
export const SENTENCES_MODEL = 'kotobashi';
/** Its inputs and its output. */
export const TENSORS = { sentences: 'sentences', call: 'call', results: 'results' } as const;

/** A tensor of texts, the only kind that is used here; a list has one dimension. */
const TextTensor = Type.Object({
  name: Type.String(),
  datatype: Type.Literal('BYTES'),
  shape: Type.Array(Type.Integer({ minimum: 0 })),
  data: Type.Array(Type.String()),
});
export const InferRequest = Type.Object({ inputs: Type.Array(TextTensor) });
export const InferAnswer = Type.Object({ model_name: Type.String(), outputs: Type.Array(TextTensor) });
export type TextTensor = Static<typeof TextTensor>;

export function textTensor(name: string, texts: readonly string[]): TextTensor {
  return { name, datatype: 'BYTES', shape: [texts.length], data: [...texts] };
}

const Domain = Type.Enum(['general', 'it', 'wiki', 'dialogue', 'news', 'law', 'business', 'dictionary']);
const Placeholder = Type.Object({
  kind: Type.Literal('placeholder'),
  index: Type.Integer({ minimum: 0, maximum: 9 }),
});
const Text = Type.Object({ kind: Type.Literal('text'), text: Type.String() });
const Beam = Type.Integer({ minimum: 1, maximum: 8 });
const Sentence = Type.Object({
  from: Type.String(),
  to: Type.String(),
  source: Type.Array(
    Type.Union([
      Text,
      Type.Object({ kind: Type.Literal('term'), source: Type.String(), target: Type.String() }),
      Placeholder,
    ]),
  ),
  domain: Type.Optional(Domain),
  register: Type.Optional(Type.Enum(['polite', 'plain'])),
  before: Type.Optional(Type.Object({ source: Type.String(), target: Type.Optional(Type.String()) })),
  decode: Type.Optional(
    Type.Object({
      beam: Type.Optional(Beam),
      nbest: Type.Optional(Beam),
      isPruned: Type.Optional(Type.Boolean()),
      lengthPenalty: Type.Optional(Type.Number()),
    }),
  ),
  /** What the caller's own models are called; another one would translate differently. */
  version: Type.String(),
});
const Call = Type.Object({
  caller: Type.String(),
  priority: Type.Enum(['interactive', 'background']),
});
const HYPOTHESIS = {
  target: Type.Array(Type.Union([Text, Placeholder])),
  score: Type.Number(),
  tokens: Type.Integer(),
  finish: Type.Enum(['end', 'length']),
};
const Result = Type.Object({
  ...HYPOTHESIS,
  alternatives: Type.Array(Type.Object(HYPOTHESIS)),
  models: Type.Array(Type.String()),
});
/** In place of a result: more tokens than the model can read. */
const TOO_LONG = JSON.stringify({ error: 'too-long' });

export type SentenceMessage = Static<typeof Sentence>;
export type CallMessage = Static<typeof Call>;

export function writeSentence(request: SentenceRequest, version: string): string {
  const { from, to, source, domain, register, before, decode } = request;
  return JSON.stringify({ from, to, source, domain, register, before, decode, version });
}

export function readSentence(text: string): SentenceMessage | undefined {
  const value = parsed(text);
  return Value.Check(Sentence, value) ? value : undefined;
}

export function writeCall({ caller, priority }: CallMessage): string {
  return JSON.stringify({ caller, priority });
}

export function readCall(text: string): CallMessage | undefined {
  const value = parsed(text);
  return Value.Check(Call, value) ? value : undefined;
}

export function writeResult(result: SentenceResult | 'too-long'): string {
  return result === 'too-long' ? TOO_LONG : JSON.stringify(result);
}

export function readResult(text: string): SentenceResult | 'too-long' | undefined {
  if (text === TOO_LONG) return 'too-long';
  const value = parsed(text);
  return Value.Check(Result, value) ? value : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
