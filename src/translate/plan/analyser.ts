import type { Lang } from '../../base/lang.js';
import { threadTask } from '../../threads/task.js';
import type { ThreadPool } from '../../threads/thread-pool.js';
import { isOverload, unlessBusy } from '../../threads/unless-busy.js';
import { identify } from '../detection/detect.js';
import { HanModel } from '../detection/han.js';
import type { NameTarget } from '../names/find.js';
import { type NamedSentence, sharedNames } from '../names/memory.js';
import type { NameTable } from '../names/readings/name-table.js';
import type { Detection, RememberedName, Segment } from '../pipeline-types.js';
import type { CompiledTerms } from '../terms/compiled-terms.js';
import { type AnalysisRequest, analyse, type TextAnalysis } from './analysis.js';
import type { SentenceReading } from './reading.js';

/** Up to so many characters a request is analysed where it is, in some milliseconds; handing it over would cost as much. */
const MAX_OWN_CHARS = 8_000;
/** Of each text whose language is asked for, however many there are. */
const MIN_SAMPLE_CHARS = 200;
/** The largest request takes a second. */
const ANALYSE = threadTask<typeof import('./analysis.task.js').run>(
  'text analysis',
  new URL('./analysis.task.js', import.meta.url),
  { timeLimitMs: 30_000 },
);

const SCAN_NAMES = threadTask<typeof import('../names/memory.task.js').run>(
  'name scan',
  new URL('../names/memory.task.js', import.meta.url),
  { timeLimitMs: 30_000 },
);

const READ = threadTask<typeof import('./reading.task.js').run>(
  'sentence reading',
  new URL('./reading.task.js', import.meta.url),
  { timeLimitMs: 30_000 },
);
/** Sentences that a thread reads at a time: the first are translated while the next are read. */
const READ_AT_ONCE = 64;

/** Takes texts apart: short ones at once, long ones in a thread, so that nobody else waits for them. */
export class Analyser {
  readonly threadPool: ThreadPool | undefined;

  /** @param threadPool without them everything is analysed in the calling thread */
  constructor(threadPool?: ThreadPool) {
    this.threadPool = threadPool;
  }

  /** Of a long text its beginning tells as much as the whole. */
  detect(texts: readonly string[], not?: Lang): readonly (Detection | undefined)[] {
    const share = Math.max(MIN_SAMPLE_CHARS, Math.floor(MAX_OWN_CHARS / Math.max(1, texts.length)));
    const han = HanModel.bundled();
    return texts.map((text) => identify(text.slice(0, share), han, not === undefined ? {} : { not }));
  }

  async analyse(request: AnalysisRequest, signal?: AbortSignal): Promise<readonly TextAnalysis[]> {
    const chars = request.texts.reduce((sum, text) => sum + text.length, 0);
    if (this.threadPool === undefined || chars <= MAX_OWN_CHARS) return analyse(request, HanModel.bundled());
    return await unlessBusy(this.threadPool.run(ANALYSE, request, signal === undefined ? {} : { signal }));
  }

  /** The names that sentences of one request share, for each sentence. */
  async sharedNames(
    sentences: readonly NamedSentence[],
    target: NameTarget,
    names: () => Promise<NameTable>,
    signal?: AbortSignal,
  ): Promise<readonly (readonly RememberedName[])[]> {
    if (this.threadPool === undefined || charsOf(sentences) <= MAX_OWN_CHARS)
      return sharedNames(sentences, target, await names());
    const scan = { sentences: sentences.map(({ text, from }) => ({ text, from })), target };
    return await unlessBusy(this.threadPool.run(SCAN_NAMES, scan, signal === undefined ? {} : { signal }));
  }

  /**
   * Terms, quantities and names of the sentences of a large request, read in threads some at a time, as they are
   * asked for. Nothing for a small request, and where no thread is free: then whoever translates a sentence reads it.
   */
  readings(
    segments: readonly Segment[],
    target: NameTarget,
    lists: () => Promise<readonly CompiledTerms[]>,
    signal?: AbortSignal,
  ): (index: number) => Promise<SentenceReading | undefined> {
    const threads = this.threadPool;
    if (threads === undefined || charsOf(segments) <= MAX_OWN_CHARS) return async () => undefined;
    const parts = new Map<number, Promise<readonly SentenceReading[]>>();
    const read = async (start: number): Promise<readonly SentenceReading[]> => {
      const part = { segments: segments.slice(start, start + READ_AT_ONCE), target, lists: await lists() };
      try {
        return await threads.run(READ, part, signal === undefined ? {} : { signal });
      } catch (error) {
        if (!isOverload(error)) throw error;
        return [];
      }
    };
    return async (index) => {
      const start = index - (index % READ_AT_ONCE);
      const part = parts.get(start) ?? read(start);
      parts.set(start, part);
      return (await part)[index - start];
    };
  }
}

function charsOf(sentences: readonly NamedSentence[]): number {
  return sentences.reduce((sum, { text }) => sum + text.length, 0);
}
