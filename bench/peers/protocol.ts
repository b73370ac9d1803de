import { createInterface } from 'node:readline';
import type { BenchSentence } from '../model/sentences.js';

/** A sentence as runtimes get it: with tokens for those that have no tokenizer of their own. */
export interface PeerSentence extends BenchSentence {
  readonly tokens?: readonly number[];
  /** Tokens of our translation, which a model of random weights is to write as many of. */
  readonly length?: number;
}

/** What the bench asks of a runtime; one line of JSON each way, so that a runtime may be written in any language. */
export interface Question {
  readonly sentences: readonly PeerSentence[];
  readonly beam: number;
  /** Whether our search gives up what could hardly become the best, as it does where it ships. */
  readonly isPruned?: boolean;
  /** Each sends one sentence and waits for its answer; 0: all sentences are handed over at once, for batches of 32. */
  readonly callers: number;
}

export interface Translated {
  readonly answers: readonly string[];
  /** Milliseconds of each sentence, where callers asked for them one by one. */
  readonly times?: readonly number[];
}

export interface Answer extends Translated {
  readonly seconds: number;
  /** Seconds of processor time of the whole process. */
  readonly processorSeconds: number;
}

/** The first line of a runtime, when its model is loaded. */
export interface Ready {
  readonly loadMs: number;
}

/** Answers questions on standard input until it ends. */
export async function serve(
  loadMs: number,
  translate: (question: Question) => Promise<Translated>,
): Promise<void> {
  const send = (value: Ready | Answer) => console.log(JSON.stringify(value));
  send({ loadMs });
  for await (const line of createInterface({ input: process.stdin })) {
    const question: Question = JSON.parse(line);
    const [start, before] = [performance.now(), process.cpuUsage()];
    const translated = await translate(question);
    const { user, system } = process.cpuUsage(before);
    send({
      ...translated,
      seconds: (performance.now() - start) / 1000,
      processorSeconds: (user + system) / 1e6,
    });
  }
}
