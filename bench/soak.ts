/**
 * `npm run bench:soak -- [--sentences N] [--models DIR]`: many short sentences through one service; prints memory
 * as it goes and the slope of the resident set over the second half, when everything is warm.
 */
import { parseArgs } from 'node:util';
import { ModelService } from '#src/model/service.js';

const { values } = parseArgs({
  options: {
    sentences: { type: 'string', default: '100000' },
    models: { type: 'string', default: 'models' },
  },
});
const total = Number(values.sentences);
const WAVE = 1000;
const CALLERS = 4;
const MEBIBYTE = 1024 ** 2;
const WORDS = ['猫', '犬', '会議', '契約', '天気', '予算', '病院', '学校', '電車', '写真'];
const FORMS = ['{}です。', 'これは{}ですか？', '{}が好きです。', '{}はどこですか。', '新しい{}を見ました。'];

/** Different sentences all the time: number, word and form change together. */
function sentence(i: number): string {
  const word = WORDS[i % WORDS.length] ?? '';
  const form = FORMS[Math.floor(i / WORDS.length) % FORMS.length] ?? '';
  return form.replace('{}', i % 3 === 0 ? `${i}番の${word}` : word);
}

/** Slope of a least-squares line, in y per x. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (pick: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [mx, my] = [mean(([x]) => x), mean(([, y]) => y)];
  const top = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  const bottom = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  return bottom === 0 ? 0 : top / bottom;
}

const model = new ModelService({ directory: values.models });
const points: [number, number][] = [];
const start = performance.now();
let empty = 0;
for (let done = 0; done < total; done += WAVE) {
  const size = Math.min(WAVE, total - done);
  const calls = Array.from({ length: CALLERS }, async (_, caller) => {
    const mine = Array.from({ length: size }, (_, i) => done + i).filter((i) => i % CALLERS === caller);
    const results = await model.translate(
      mine.map((i) => ({ from: 'ja', to: 'en', source: [{ kind: 'text', text: sentence(i) }] as const })),
      { caller: `caller ${caller}`, priority: 'background' },
    );
    empty += results.filter(({ target }) => target.length === 0).length;
  });
  await Promise.all(calls);
  const rss = process.memoryUsage.rss() / MEBIBYTE;
  points.push([done + size, rss]);
  if (points.length % 10 === 0 || done + size >= total) {
    const rate = (done + size) / ((performance.now() - start) / 1000);
    console.log(
      `${String(done + size).padStart(7)} sentences   ${rss.toFixed(0)} MiB   ${rate.toFixed(0)}/s`,
    );
  }
}
await model.close();
const warm = points.slice(Math.floor(points.length / 2));
const result = {
  sentences: total,
  empty,
  sentencesPerSecond: Number((total / ((performance.now() - start) / 1000)).toFixed(1)),
  rssMb: Number((points.at(-1)?.[1] ?? 0).toFixed(0)),
  rssSlopeMbPer10000: Number((slope(warm) * 10_000).toFixed(2)),
};
console.log(`RESULT ${JSON.stringify(result)}`);
