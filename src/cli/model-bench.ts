import { cpus } from 'node:os';
import type { SentenceRequest } from '../model/model-port.js';
import type { ModelService, ProcessorChoices } from '../model/service.js';

/** About twenty words each; enough different ones that no cache of the processor flatters the result. */
const SENTENCES: readonly (readonly [from: string, to: string, text: string])[] = [
  [
    'en',
    'ja',
    'The meeting has been moved to next Friday because the manager is ill and nobody else knows the numbers well enough.',
  ],
  [
    'en',
    'zh-CN',
    'Please send the signed contract back to our office before the end of the month so that we can start the work.',
  ],
  ['ja', 'en', '昨日の会議で新しいプロジェクトの予算が承認されたので、来週から作業を始めることができます。'],
  ['zh-CN', 'en', '请在月底之前把签好的合同寄回我们的办公室，这样我们就可以开始工作了。'],
];
const LATENCY_RUNS = 12;
/** Rows a step to choose from: many where a processor waits for memory, few where it computes. */
const ROWS = [16, 32, 64] as const;
/** Each number of rows in turn so often, the best counted: other programs only ever make it slower. */
const TURNS = 2;
/** As many callers as fill the batches: none of them may fill them alone. */
const CALLERS = 4;
/** Less than this is not worth the memory, nor above the noise. */
const WORTHWHILE = 0.05;

/** Speed of the installed models on this machine, as lines to print. */
export async function benchModel(model: ModelService, sentences: number): Promise<readonly string[]> {
  const served = servedBy(model);
  if (served.length === 0) return ['No installed model serves ja, en or zh-CN.'];
  const requests = Array.from({ length: sentences }, (_, i) => requestOf(served[i % served.length]));
  const options = { fairnessKey: 'bench', priority: 'interactive' } as const;
  const loadStart = performance.now();
  await model.translate(requests.slice(0, 1), options);
  const load = performance.now() - loadStart;
  const latencies: number[] = [];
  for (let i = 0; i < LATENCY_RUNS; i++) {
    const start = performance.now();
    await model.translate([requestOf(served[i % served.length])], options);
    latencies.push(performance.now() - start);
  }
  const median = latencies.toSorted((a, b) => a - b)[Math.floor(LATENCY_RUNS / 2)] ?? 0;
  const start = performance.now();
  const results = await model.translate(requests, options);
  const seconds = (performance.now() - start) / 1000;
  const tokens = results.reduce((sum, result) => sum + result.tokens + 1, 0);
  return [
    ...choiceLines(model.choices()),
    `load and first sentence   ${load.toFixed(0)} ms`,
    `one sentence alone        ${median.toFixed(0)} ms (median of ${LATENCY_RUNS})`,
    `${sentences} sentences at once     ${(sentences / seconds).toFixed(1)} sentences/s, ${(tokens / seconds).toFixed(0)} target tokens/s`,
  ];
}

/**
 * What a sentence of a full batch costs with so many rows a step, and which of the numbers this machine should have, as
 * lines to print.
 */
export async function benchRows(
  open: (rows: number) => ModelService,
  { sentences, present }: { readonly sentences: number; readonly present: number },
): Promise<readonly string[]> {
  const numbers = [...new Set([...ROWS, present])].toSorted((a, b) => a - b);
  const best = new Map<number, number>();
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const rows of numbers) {
      const model = open(rows);
      try {
        best.set(rows, Math.min(best.get(rows) ?? Number.POSITIVE_INFINITY, await costOf(model, sentences)));
      } finally {
        await model.close();
      }
    }
  }
  const costs = [...best].map(([rows, ms]) => `${rows}: ${ms.toFixed(0)} ms`).join(', ');
  const [chosen, least] = [...best].reduce((one, other) => (other[1] < one[1] ? other : one));
  const saved = 1 - least / (best.get(present) ?? least);
  return [
    `rows a step               ${costs} of processor time a sentence`,
    saved < WORTHWHILE
      ? `                          ${present}, as set, is right for this machine`
      : `                          KOTOBASHI_MODEL_ROWS=${chosen} saves ${(100 * saved).toFixed(0)} %`,
  ];
}

/** Milliseconds of processor time a sentence, when everything is open. */
async function costOf(model: ModelService, sentences: number): Promise<number> {
  const served = servedBy(model);
  const share = Math.ceil(sentences / CALLERS);
  const requests = Array.from({ length: share }, (_, i) => requestOf(served[i % served.length]));
  const pass = () =>
    Promise.all(
      Array.from({ length: CALLERS }, (_, caller) =>
        model.translate(requests, { fairnessKey: `bench ${caller}`, priority: 'interactive' }),
      ),
    );
  await pass();
  const before = process.cpuUsage();
  await pass();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (share * CALLERS);
}

function servedBy(model: ModelService): typeof SENTENCES {
  return SENTENCES.filter(([from, to]) =>
    model.directions().some((direction) => direction.from === from && direction.to === to),
  );
}

/** What was chosen for this processor, and how. */
function choiceLines(choices: ProcessorChoices): readonly string[] {
  const { byteProducts, draftLength, threads } = choices;
  return [
    `processor                 ${cpus()[0]?.model ?? 'unknown'}, 8-bit products: ${byteProducts}`,
    `chosen                    ${threads} threads; a sentence alone: up to ${draftLength} draft tokens`,
  ];
}

function requestOf(sentence: readonly [string, string, string] | undefined): SentenceRequest {
  const [from = '', to = '', text = ''] = sentence ?? [];
  return { from, to, source: [{ kind: 'text', text }] };
}
