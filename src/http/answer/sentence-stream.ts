import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SegmentResult, TranslatedSentence, TranslationPlan } from '../../translate/pipeline-types.js';
import { describeSentence, wholeSentence } from '../../translate/report/assembly.js';

/** Whether the caller wants the sentences one by one. */
export function wantsEvents({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').split(',').some((type) => /^\s*text\/event-stream\s*(?:;|$)/i.test(type));
}

interface Place {
  readonly element: number;
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Server-sent events of one translation: `sentence` for each one that is finished, in no particular order and at every
 * place where it stands; at the end `result` with the very body that is answered without events, or `failure`.
 */
export class SentenceStream {
  readonly #plan: TranslationPlan;
  readonly #explain: boolean;
  /** Segment → where it stands. */
  readonly #places: ReadonlyMap<number, readonly Place[]>;
  readonly #reply: FastifyReply;
  readonly #events = new PassThrough();
  #isOpen = false;

  constructor(plan: TranslationPlan, explain: boolean, reply: FastifyReply) {
    this.#plan = plan;
    this.#reply = reply;
    this.#explain = explain;
    this.#places = placesOf(plan);
  }

  /** Whether the answer has begun. From then on a failure is an event: the status has been sent. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  segment(index: number, result: SegmentResult): void {
    this.#open();
    for (const { element, sentence, start, end } of this.#places.get(index) ?? []) {
      const sourceText = this.#plan.elements[element]?.sourceText ?? '';
      this.#sentence(element, sentence, describeSentence(sourceText, { result, start, end }));
    }
  }

  close(event: 'result' | 'failure', body: object): void {
    this.#open();
    this.#write(event, body);
    this.#events.end();
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    // A proxy that collects the answer first would take away what it is for.
    const headers = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
    void this.#reply.headers(headers).type('text/event-stream; charset=utf-8').send(this.#events);
    for (const [element, { answer, sourceText }] of this.#plan.elements.entries()) {
      if (answer !== undefined) this.#sentence(element, 0, wholeSentence(sourceText, answer));
    }
  }

  #sentence(
    index: number,
    sentence: number,
    { source, sourceStart, target, ...rest }: Omit<TranslatedSentence, 'targetStart'>,
  ): void {
    this.#write('sentence', { index, sentence, source, sourceStart, target, ...(this.#explain && rest) });
  }

  #write(event: string, data: object): void {
    if (!this.#events.destroyed) this.#events.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}

function placesOf({ elements }: TranslationPlan): ReadonlyMap<number, readonly Place[]> {
  const places = new Map<number, Place[]>();
  for (const [element, { pieces }] of elements.entries()) {
    let sentence = 0;
    for (const piece of pieces) {
      if (piece.kind !== 'segment') continue;
      const { segment, start, end } = piece;
      const known = places.get(segment) ?? [];
      known.push({ element, sentence, start, end });
      places.set(segment, known);
      sentence += 1;
    }
  }
  return places;
}
