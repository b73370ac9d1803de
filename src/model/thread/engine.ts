import { nowMs } from '../../tracing/trace-span.js';
import type { Manifest } from '../folder/manifest.js';
import { openTokenizer } from '../tokenizer/open.js';
import type { Tokenizer } from '../tokenizer/tokenizer.js';
import { ADAPTED_CANDIDATES, Adapted } from './adapt/adapted.js';
import type { Backend, RunningBatch } from './backend.js';
import type { Shortlists } from './batch/shortlist.js';
import type { EngineSettings, Job, Outcome } from './job.js';
import { type Loading, openBackend } from './open-backend.js';
import { breaksCharacter } from './search/characters.js';
import { byConsensus } from './search/consensus.js';
import { ForcedDecoding } from './search/forced-decoding.js';
import { Repetition } from './search/repetition.js';
import { Search, type SearchOptions } from './search/search.js';
import type { OutputRequest } from './step.js';
import { Timelines } from './timeline.js';

/** Wider beams cost more than they bring. */
const MAX_BEAMS = 8;
/** Candidates beyond 2 × beams, so that a few forbidden tokens do not force a look at the whole row. */
const SPARE_CANDIDATES = 4;

interface Running {
  readonly sentence: Search | ForcedDecoding;
  readonly job: Job;
}

/** An encoder run of its own costs as much as so many tokens of padding. */
const RUN_TOKENS = 4;

/** The sentence has more tokens than the model has positions. */
export class SourceTooLong extends Error {}

/** One loaded model inside a thread: waiting sentences, running batches. */
export class Engine {
  readonly #running = new Map<number, Running>();
  readonly #batches = new Set<RunningBatch>();
  #waiting: Running[] = [];
  readonly #banned: ReadonlySet<number>;
  readonly #timelines = new Timelines();

  readonly #tokenizer: Tokenizer;
  readonly #backend: Backend;
  readonly #shortlists: Shortlists;
  readonly #settings: EngineSettings;

  private constructor(
    readonly manifest: Manifest,
    tokenizer: Tokenizer,
    backend: Backend,
    shortlists: Shortlists,
    settings: EngineSettings,
  ) {
    this.#tokenizer = tokenizer;
    this.#backend = backend;
    this.#shortlists = shortlists;
    this.#settings = settings;
    this.#banned = new Set(manifest.tokens.banned);
  }

  static async load(loading: Loading): Promise<Engine> {
    const { folder, manifest, settings } = loading;
    const tokenizer = await openTokenizer(folder, manifest);
    const { backend, shortlists } = await openBackend(loading);
    return new Engine(manifest, tokenizer, backend, shortlists, settings);
  }

  get busy(): boolean {
    return this.#running.size > 0;
  }

  add(job: Job): void {
    const running = { job, sentence: this.#sentence(job) };
    this.#running.set(job.id, running);
    this.#waiting.push(running);
  }

  cancel(id: number): void {
    if (!this.#running.delete(id)) return;
    this.#timelines.take(id);
    this.#waiting = this.#waiting.filter(({ job }) => job.id !== id);
    for (const batch of this.#batches) batch.cancel(id);
  }

  /** Admits waiting sentences, takes one step with every batch, and hands over what ended. */
  async round(): Promise<readonly { readonly id: number; readonly outcome: Outcome }[]> {
    await this.#admit();
    const done: { id: number; outcome: Outcome }[] = [];
    for (const batch of this.#batches) {
      const { rows } = batch;
      const began = nowMs();
      const ended = await batch.step();
      this.#timelines.stepped(batch, began, rows);
      for (const sentence of ended) {
        const running = this.#running.get(sentence.id);
        this.#running.delete(sentence.id);
        if (running !== undefined) done.push({ id: sentence.id, outcome: this.#outcome(running) });
      }
      if (batch.rows === 0) this.#batches.delete(batch);
    }
    return done;
  }

  /** Lets go of everything after an inference failed; returns whose work is lost. */
  abandon(): readonly number[] {
    const ids = [...this.#running.keys()];
    this.#running.clear();
    for (const batch of this.#batches) batch.abandon();
    this.#batches.clear();
    this.#timelines.clear();
    this.#waiting = [];
    return ids;
  }

  async close(): Promise<void> {
    await this.#backend.close();
  }

  async #admit(): Promise<void> {
    while (this.#waiting.length > 0) {
      let rows = 0;
      for (const batch of this.#batches) rows += batch.rows;
      const group = this.#nextGroup(this.#settings.maxRows - rows);
      const first = group[0];
      if (first === undefined) return;
      const { beams } = first.sentence;
      const running = this.#backend.joinable
        ? [...this.#batches].find((batch) => batch.beams === beams)
        : undefined;
      const batch = running ?? this.#backend.batch(beams);
      this.#batches.add(batch);
      const began = nowMs();
      await batch.admit(group.map(({ sentence }) => sentence));
      for (const { job } of group) if (job.isTraced) this.#timelines.admitted(job.id, batch, began);
    }
  }

  /**
   * Waiting sentences that go through the encoder together: as many beams as the one that waits longest, as
   * many rows as are free, and so alike in length that padding costs less than a run of their own.
   */
  #nextGroup(freeRows: number): readonly Running[] {
    const first = this.#waiting[0];
    if (first === undefined || first.sentence.rows > freeRows) return [];
    const { beams, rows } = first.sentence;
    const fitting = this.#waiting
      .filter(({ sentence }) => sentence.beams === beams && sentence.rows === rows)
      .slice(0, Math.floor(freeRows / rows))
      .sort((a, b) => a.sentence.source.length - b.sentence.source.length);
    const group: Running[] = [];
    for (const running of fitting) {
      const length = running.sentence.source.length;
      const longest = group.at(-1)?.sentence.source.length ?? length;
      if (group.length * (length - longest) > RUN_TOKENS) break;
      if (group.length > 0 && (group.length + 1) * length > this.#settings.encoderTokens) break;
      group.push(running);
    }
    const taken = new Set(group);
    this.#waiting = this.#waiting.filter((running) => !taken.has(running));
    return group;
  }

  #sentence(job: Job): Running['sentence'] {
    const { tokens, decode, shape } = this.manifest;
    const source = this.#tokenizer.encode(job);
    if (source.length >= shape.positions) throw new SourceTooLong();
    if (job.forced !== undefined) {
      const target = [...this.#tokenizer.encodeTarget(job.forced.target), tokens.eos];
      if (target.length >= shape.positions) throw new SourceTooLong();
      const width = job.forced.states && this.#backend.hidden ? shape.width : 0;
      return new ForcedDecoding(job.id, source, target, tokens.start, width);
    }
    const cap = Math.ceil(decode.lengthOffset + decode.lengthFactor * source.length);
    // Without hidden states there is nothing to compare with what the pairs left behind.
    const adapted =
      job.adaptation === undefined || !this.#backend.hidden ? undefined : new Adapted(job.adaptation);
    const first = tokens.languagePlace === 'target' ? tokens.languages[job.to] : undefined;
    const beams = Math.min(job.decode.beam ?? decode.beam, MAX_BEAMS);
    const options: SearchOptions = {
      beams,
      request: this.#outputRequest(job, source, beams, adapted === undefined ? 0 : ADAPTED_CANDIDATES),
      lengthPenalty: job.decode.lengthPenalty ?? decode.lengthPenalty,
      maxLength: Math.min(cap, shape.positions - 2),
      start: tokens.start,
      eos: tokens.eos,
      forbidden: this.#forbidden(source),
      isPruned: job.decode.isPruned ?? false,
      ...(first === undefined ? {} : { first }),
      ...(adapted === undefined ? {} : { mix: (row, candidates) => adapted.mix(row, candidates) }),
    };
    return new Search(job.id, source, options);
  }

  /**
   * A plain sentence takes a shortlist of its target language, and one of its own when no custom model adapts it; others
   * need all tokens and whole rows.
   *
   * @param least tokens that must be among the best of a row
   */
  #outputRequest(job: Job, source: readonly number[], beams: number, least: number): OutputRequest {
    const shortlist = this.#shortlists.select(source, job.from, job.to);
    const size = shortlist?.size ?? this.manifest.shape.vocabulary;
    const top = (spare: number) => Math.min(Math.max(2 * beams + spare, least), size);
    if (shortlist === undefined) return { top: top(SPARE_CANDIDATES), scores: true };
    // A shortlist has no tags; with one spare candidate per placeholder, enough allowed ones are always there.
    const request = {
      languageShortlist: job.to,
      top: top(this.manifest.tokens.placeholders.length),
      scores: false,
    };
    const { sentence } = shortlist;
    if (sentence === undefined || job.adaptation !== undefined) return request;
    return { ...request, sentenceShortlist: sentence };
  }

  #textOf(tokens: readonly number[]): string {
    const parts = this.#tokenizer.decode(tokens);
    return parts.map((part) => (part.kind === 'text' ? part.text : ' ')).join('');
  }

  /**
   * Tags and marks never come out; a placeholder only if it went in, and once; nothing four times in a row; of characters
   * that are written in bytes all of them.
   */
  #forbidden(source: readonly number[]): (token: number, prefix: readonly number[]) => boolean {
    const placeholders = new Set(this.manifest.tokens.placeholders);
    const given = new Set(source.filter((id) => placeholders.has(id)));
    const byteOf = (token: number) => this.#tokenizer.byteOf(token);
    const repetition = new Repetition(source, (tokens) => this.#textOf(tokens));
    return (token, prefix) =>
      this.#banned.has(token) ||
      breaksCharacter(token, prefix, byteOf) ||
      (placeholders.has(token) && (!given.has(token) || prefix.includes(token))) ||
      (token !== this.manifest.tokens.eos && repetition.comesWith(token, prefix));
  }

  #outcome({ sentence, job }: Running): Outcome {
    const timeline = this.#timelines.take(job.id);
    if (sentence instanceof ForcedDecoding) {
      const { tokens, logProbabilities, states, scales } = sentence;
      return { hypotheses: [], forced: { tokens, logProbabilities, states, scales } };
    }
    const given = job.source.flatMap((part) => (part.kind === 'placeholder' ? [part.index] : []));
    const { beams, options } = sentence;
    const found = sentence.hypotheses().slice(0, beams);
    const best = byConsensus(found, options.lengthPenalty, (tokens) => this.#textOf(tokens));
    return {
      hypotheses: best.slice(0, job.decode.nbest ?? 1).map(({ tokens, total, finish }) => ({
        target: this.#tokenizer.decode(tokens, given),
        score: total / (tokens.length + (finish === 'end' ? 1 : 0)),
        tokens: tokens.length,
        finish,
      })),
      ...(timeline === undefined ? {} : { timeline }),
    };
  }
}
