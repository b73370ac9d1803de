import type { SentenceRequest, SentenceResult, SourcePart } from './port.js';
import type { Leg, Route } from './routes.js';
import type { Outcome } from './worker/job.js';

const PLACEHOLDERS = 10;

/** What one leg asks of a worker. */
export type RunLeg = (request: SentenceRequest, leg: Leg) => Promise<Outcome>;

/**
 * One sentence on its way. With a language in between, terms travel the first leg as placeholders, which come
 * out in the right place, and are terms again in the second; only the last leg searches for alternatives,
 * obeys `mustContain` and listens to neighbours.
 */
export async function travel(request: SentenceRequest, route: Route, run: RunLeg): Promise<SentenceResult> {
  if (request.source.every((part) => part.kind === 'text' && part.text.trim() === '')) {
    // Nothing to translate: a model asked anyway would invent something.
    return { target: [], score: 0, tokens: 0, finish: 'end', alternatives: [], models: route.models };
  }
  const { source, worst } = await firstLegs(request, route, run);
  const last = route.legs.at(-1);
  if (last === undefined) throw new Error('A route has at least one leg.');
  const { hypotheses } = await run({ ...request, source }, last);
  const [best, ...alternatives] = hypotheses;
  if (best === undefined) throw new Error('The search ended without a hypothesis.');
  const whole = worst === undefined || worst.finish === 'end' ? best : { ...best, finish: worst.finish };
  const score = Math.min(best.score, worst?.score ?? best.score);
  return { ...whole, score, alternatives, models: route.models };
}

/** The source as the last leg reads it. */
export async function firstLegs(
  request: SentenceRequest,
  route: Route,
  run: RunLeg,
): Promise<{ source: readonly SourcePart[]; worst: Outcome['hypotheses'][number] | undefined }> {
  let source = request.source;
  let worst: Outcome['hypotheses'][number] | undefined;
  for (const leg of route.legs.slice(0, -1)) {
    const { adaptation: _, decode, ...plain } = request;
    const packed = packTerms(source);
    const { hypotheses } = await run({ ...plain, source: packed.source, decode: legDecode(decode) }, leg);
    const [best] = hypotheses;
    if (best === undefined) throw new Error('The search ended without a hypothesis.');
    if (worst === undefined || best.score < worst.score) worst = best;
    source = best.target.map((part) => (part.kind === 'placeholder' && packed.terms.get(part.index)) || part);
  }
  return { source, worst };
}

function legDecode(decode: SentenceRequest['decode']): NonNullable<SentenceRequest['decode']> {
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
