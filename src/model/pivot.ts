import { withLocalPunctuation } from '../marks/punctuation.js';
import type { ChineseConverter } from './chinese.js';
import type { Hypothesis, SentenceRequest, SentenceResult, SourcePart, TargetPart } from './model-port.js';
import type { Hop, Route } from './routes.js';
import type { Outcome } from './thread/job.js';

const PLACEHOLDERS = 10;

/** What one hop asks of a thread. */
export type RunHop = (request: SentenceRequest, hop: Hop) => Promise<Outcome>;

/**
 * Translates one sentence along its route. With a pivot language, terms are placeholders in the first hop, which come out in
 * the right place, and are terms again in the second; only the last hop searches for alternatives and is adapted.
 */
export async function translateByRoute(
  request: SentenceRequest,
  route: Route,
  chinese: ChineseConverter,
  run: RunHop,
): Promise<SentenceResult> {
  const { models } = route;
  if (request.source.every((part) => part.kind === 'text' && part.text.trim() === '')) {
    // Nothing to translate: a model asked anyway would invent something.
    return { target: [], score: 0, tokens: 0, finish: 'end', alternatives: [], models };
  }
  const required = request.source.flatMap((part) => (part.kind === 'term' ? [part.target] : []));
  const written = <Written extends Hypothesis>(hypothesis: Written): Written => ({
    ...hypothesis,
    target: withLocalPunctuation(
      chinese.target(hypothesis.target, request.to, route.after, required),
      request.to,
      request.adaptation?.marks,
    ),
  });
  const last = route.hops.at(-1);
  if (last === undefined) {
    return written({
      target: unmarked(request.source),
      score: 0,
      tokens: 0,
      finish: 'end',
      alternatives: [],
      models,
    });
  }
  const { source, worst } = await pivotHops(request, route, chinese, run);
  const { hypotheses } = await run({ ...withReadableContext(request, route, chinese), source }, last);
  const [best, ...alternatives] = distinct(hypotheses.map(written));
  if (best === undefined) throw new Error('The search ended without a hypothesis.');
  const finish = worst === undefined || worst.finish === 'end' ? best.finish : worst.finish;
  return { ...best, finish, score: Math.min(best.score, worst?.score ?? best.score), alternatives, models };
}

/** The sentence before in the characters that the model reads; behind a pivot language it would be in a language of its own. */
function withReadableContext(
  request: SentenceRequest,
  route: Route,
  chinese: ChineseConverter,
): SentenceRequest {
  const { before, ...rest } = request;
  if (before === undefined || route.hops.length > 1) return rest;
  const [part] = chinese.source([{ kind: 'text', text: before.source }], route.before);
  return { ...rest, before: { ...before, source: part?.kind === 'text' ? part.text : before.source } };
}

/** Other tokens can spell the same text. */
function distinct(hypotheses: readonly Hypothesis[]): Hypothesis[] {
  const seen = new Set<string>();
  return hypotheses.filter(({ target }) => {
    const text = JSON.stringify(target);
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew;
  });
}

/** Between standards of Chinese nothing is translated: terms stand as asked for, the rest as it is. */
function unmarked(source: readonly SourcePart[]): TargetPart[] {
  return source.map((part) => (part.kind === 'term' ? { kind: 'text', text: part.target } : part));
}

/** The source as the last hop reads it. */
export async function pivotHops(
  request: SentenceRequest,
  route: Route,
  chinese: ChineseConverter,
  run: RunHop,
): Promise<{ source: readonly SourcePart[]; worst: Hypothesis | undefined }> {
  let source = chinese.source(request.source, route.before);
  let worst: Hypothesis | undefined;
  for (const hop of route.hops.slice(0, -1)) {
    const { adaptation: _, register: __, before: ___, decode, ...plain } = request;
    const packed = packTerms(source);
    const { hypotheses } = await run({ ...plain, source: packed.source, decode: hopDecode(decode) }, hop);
    const [best] = hypotheses;
    if (best === undefined) throw new Error('The search ended without a hypothesis.');
    if (worst === undefined || best.score < worst.score) worst = best;
    source = best.target.map((part) => (part.kind === 'placeholder' && packed.terms.get(part.index)) || part);
  }
  return { source, worst };
}

function hopDecode(decode: SentenceRequest['decode']): NonNullable<SentenceRequest['decode']> {
  const { beam, lengthPenalty } = decode ?? {};
  return {
    ...(beam === undefined ? {} : { beam }),
    ...(lengthPenalty === undefined ? {} : { lengthPenalty }),
  };
}

/** Every term gets a free placeholder, as long as there are any; its required text is what comes back there. */
function packTerms(source: readonly SourcePart[]): {
  source: readonly SourcePart[];
  terms: ReadonlyMap<number, SourcePart>;
} {
  const used = new Set(source.flatMap((part) => (part.kind === 'placeholder' ? [part.index] : [])));
  const free = Array.from({ length: PLACEHOLDERS }, (_, index) => index).filter((index) => !used.has(index));
  const terms = new Map<number, SourcePart>();
  const packed = source.map((part): SourcePart => {
    const index = part.kind === 'term' ? free.shift() : undefined;
    if (part.kind !== 'term' || index === undefined) return part;
    terms.set(index, { kind: 'term', source: part.target, target: part.target });
    return { kind: 'placeholder', index };
  });
  return { source: packed, terms };
}
