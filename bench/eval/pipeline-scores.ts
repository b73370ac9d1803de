import { SEARCHES, type SearchMode } from '#src/base/engine.js';
import { chrf } from '#src/quality/chrf.js';
import type { Pipeline } from '#src/translate/pipeline-types.js';
import type { DevDirection } from './dev-sets.js';
import { directionName } from './evaluation.js';
import type { Progress } from './progress.js';

/** The sets whose rows are what a customer reads; the others measure software and one encyclopaedia. */
const SETS: ReadonlySet<string> = new Set(['flores-dev', 'written']);
const DIRECTIONS: ReadonlySet<string> = new Set(['ja-en', 'en-ja', 'zh-en', 'en-zh']);
/** Lines on their way at once: enough to fill every batch. */
const LINES_AT_ONCE = 256;

/** chrF by search, then by set and direction, such as `flores-dev ja-en`. */
export type PipelineScores = Record<SearchMode, Record<string, number>>;

export function throughPipeline(directions: readonly DevDirection[]): readonly DevDirection[] {
  return directions.filter(({ set, from, to }) => SETS.has(set) && DIRECTIONS.has(directionName(from, to)));
}

/** What `kotobashi translate --search best|fast` gives for each line, measured: the whole road and not the model alone. */
export async function scorePipeline(
  directions: readonly DevDirection[],
  pipeline: Pipeline,
  progress: Progress,
): Promise<PipelineScores> {
  const scores: PipelineScores = { fast: {}, best: {} };
  for (const search of SEARCHES) {
    for (const direction of throughPipeline(directions)) {
      const outputs = await translateLines(direction, search, pipeline, progress);
      const name = `${direction.set} ${directionName(direction.from, direction.to)}`;
      scores[search][name] = chrf(outputs, direction.references);
      progress.say(`pipeline, ${search}: ${name} ${scores[search][name]?.toFixed(2)}`);
    }
  }
  return scores;
}

async function translateLines(
  { from, to, sources }: DevDirection,
  search: SearchMode,
  pipeline: Pipeline,
  progress: Progress,
): Promise<readonly string[]> {
  const outputs: string[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < sources.length) {
      const at = next++;
      const { elements } = await pipeline.translate({
        engine: 'real-time',
        from,
        to,
        domain: 'general',
        search,
        texts: [sources[at] ?? ''],
        options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
        fairnessKey: 'eval',
        priority: 'background',
      });
      outputs[at] = elements[0]?.translatedText ?? '';
      progress.advance(1);
    }
  };
  await Promise.all(Array.from({ length: LINES_AT_ONCE }, worker));
  return outputs;
}
