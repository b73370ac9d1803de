import { randomUUID } from 'node:crypto';
import { mulberry32 } from '../model/adaptation-parameter.js';
import type { DerivedDecoder } from '../model/derived-decoder.js';
import type { Weights } from '../model/export/weights.js';
import { DecoderTrainer, type Snapshot } from '../model/gradient/decoder-trainer.js';
import type { Lesson } from '../model/gradient/lesson-batch.js';
import { compactTrace, type PairTrace } from './traces.js';

export interface DecoderTrainingOptions {
  readonly rank: number;
  readonly rate: number;
  readonly epochs: number;
  /** Padded target tokens per step. */
  readonly batch: number;
  readonly decay: number;
  readonly intraOpThreads: number;
  readonly signal?: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

const MOMENTUM = 0.9;
const VARIANCE = 0.98;
/** Steps in which the rate grows to its full height. */
const WARM_UP = 20;
/** Lessons that are sorted by length before they are cut into batches: little padding, and still mixed. */
/** Of the vocabulary, frequent tokens first: so many take part besides those of the pairs, because they are what has to give way. */
const FREQUENT_TOKENS = 8_000;
const SORTED_AT_ONCE = 400;
/** Times that held-out lessons are looked at per epoch. */
const EXAMS_PER_EPOCH = 2;

export interface TrainedDecoder {
  readonly decoder: DerivedDecoder;
  readonly values: Snapshot;
  /** After which part of the planned steps, 0 to 1. */
  readonly at: number;
}

/** All trainings of one customer's decoder. */
export class DecoderTraining {
  private constructor(
    private readonly weights: Weights,
    private readonly tokens: Int32Array,
    private readonly trainer: DecoderTrainer,
    private readonly options: DecoderTrainingOptions,
  ) {}

  /** @param lessons all that it will ever see */
  static async open(
    weights: Weights,
    lessons: readonly Lesson[],
    options: DecoderTrainingOptions,
  ): Promise<DecoderTraining> {
    const all = new Set(Array.from({ length: FREQUENT_TOKENS }, (_, token) => token));
    for (const { target } of lessons) for (const token of target) all.add(token);
    const tokens = Int32Array.from(all)
      .filter((token) => token < weights.architecture.vocab_size)
      .sort();
    const trainer = await openTrainer(weights, tokens, options, true);
    return new DecoderTraining(weights, tokens, trainer, options);
  }

  /**
   * Trains the decoder further; the rate falls to zero in a straight line. The moment at which the held-out lessons were
   * most probable is what stays: few pairs are soon learnt by heart. Undefined when they never became more probable.
   */
  async train(lessons: readonly Lesson[], heldOut: readonly Lesson[]): Promise<TrainedDecoder | undefined> {
    const { trainer, options } = this;
    let best = { score: await exam(trainer, heldOut, options.batch), at: 0 };
    let values: Snapshot | undefined;
    for await (const { at, timeForExam } of descend(trainer, lessons, options)) {
      if (!timeForExam) continue;
      const score = await exam(trainer, heldOut, options.batch);
      if (score <= best.score) continue;
      best = { score, at };
      values = trainer.snapshot();
    }
    if (values === undefined) return undefined;
    trainer.restore(values);
    return { decoder: trainer.derive(randomUUID()), values, at: best.at };
  }

  /** Trains from the start once more, with nothing held out, as far as an earlier training was found to go well. */
  async retrain(lessons: readonly Lesson[], until: number): Promise<TrainedDecoder> {
    const { trainer, options } = this;
    trainer.reset();
    for await (const { at } of descend(trainer, lessons, options)) if (at >= until) break;
    return { decoder: trainer.derive(randomUUID()), values: trainer.snapshot(), at: until };
  }

  /** What a trained decoder goes through on some lessons; without values, what the base model's does. */
  async walk(
    values: Snapshot | undefined,
    lessons: readonly (Lesson | undefined)[],
  ): Promise<readonly PairTrace[]> {
    const there = lessons.flatMap((lesson, index) => (lesson === undefined ? [] : [{ lesson, index }]));
    const reader = await openTrainer(this.weights, this.tokens, this.options, false);
    try {
      if (values !== undefined) reader.restore(values);
      const traces = new Array<PairTrace>(lessons.length).fill(NOTHING);
      const indices = new Map(there.map(({ lesson, index }) => [lesson, index]));
      for (const batch of cut(byLength([...indices.keys()]), this.options.batch)) {
        this.options.signal?.throwIfAborted();
        for (const [at, trace] of (await reader.traces(batch)).entries()) {
          const lesson = batch[at];
          const index = lesson && indices.get(lesson);
          if (index === undefined || lesson === undefined) continue;
          traces[index] = compactTrace({ ...trace, tokens: lesson.target });
        }
      }
      return traces;
    } finally {
      await reader.close();
    }
  }

  async close(): Promise<void> {
    await this.trainer.close();
  }
}

const NOTHING: PairTrace = {
  tokens: new Int32Array(),
  logProbabilities: new Float32Array(),
  scales: new Float32Array(),
  states: new Int8Array(),
};

function openTrainer(
  weights: Weights,
  tokens: Int32Array,
  { rank, decay, intraOpThreads }: DecoderTrainingOptions,
  slopes: boolean,
): Promise<DecoderTrainer> {
  return DecoderTrainer.open({
    weights,
    rank,
    slopes,
    tokens,
    optimizer: { momentum: MOMENTUM, variance: VARIANCE, decay },
    intraOpThreads,
  });
}

/** Step by step: how far the training is, and whether it is time for an exam. */
async function* descend(
  trainer: DecoderTrainer,
  lessons: readonly Lesson[],
  { epochs, rate, batch: size, signal, onProgress }: DecoderTrainingOptions,
): AsyncGenerator<{ readonly at: number; readonly timeForExam: boolean }> {
  const random = mulberry32(lessons.length);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const batches = batchesOf(lessons, size, random);
    const stretch = Math.ceil(batches.length / EXAMS_PER_EPOCH);
    for (const [index, batch] of batches.entries()) {
      signal?.throwIfAborted();
      const at = (epoch + (index + 1) / batches.length) / epochs;
      await trainer.learn(batch, rate * Math.min(1, ++step / WARM_UP) * (1 - at));
      onProgress?.(at);
      yield { at, timeForExam: (index + 1) % stretch === 0 || index + 1 === batches.length };
    }
  }
}

/** Mean log-probability of the tokens of some lessons. */
async function exam(trainer: DecoderTrainer, lessons: readonly Lesson[], size: number): Promise<number> {
  let [sum, count] = [0, 0];
  for (const batch of cut(byLength(lessons), size)) {
    for (const { logProbabilities } of await trainer.traces(batch)) {
      for (const log of logProbabilities) {
        if (Number.isNaN(log)) continue;
        sum += log;
        count++;
      }
    }
  }
  return sum / Math.max(1, count);
}

/** All lessons once, in random order, those of a batch alike in length. */
function batchesOf(
  lessons: readonly Lesson[],
  size: number,
  random: () => number,
): readonly (readonly Lesson[])[] {
  const order = shuffled(lessons, random);
  const batches: (readonly Lesson[])[] = [];
  for (let at = 0; at < order.length; at += SORTED_AT_ONCE) {
    batches.push(...cut(byLength(order.slice(at, at + SORTED_AT_ONCE)), size));
  }
  return shuffled(batches, random);
}

function byLength(lessons: readonly Lesson[]): readonly Lesson[] {
  return lessons.toSorted((a, b) => a.target.length - b.target.length);
}

/** Groups of neighbours whose padded targets have at most `size` tokens. */
function cut(lessons: readonly Lesson[], size: number): readonly (readonly Lesson[])[] {
  const groups: Lesson[][] = [];
  let group: Lesson[] = [];
  for (const lesson of lessons) {
    if (group.length > 0 && (group.length + 1) * lesson.target.length > size) {
      groups.push(group);
      group = [];
    }
    group.push(lesson);
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
