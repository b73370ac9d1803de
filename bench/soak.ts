/**
 * `npm run bench -- model-soak [--sentences N] [--models DIR] [--alone]`: many short sentences, Japanese and English in turn, through one
 * service; prints memory as it goes. The first fifth warms up (models, batches, compiled code, the allocator's arenas) and
 * is left out; the slope of the resident set is that of a straight line through all that follows, and beside it stands
 * how far the level of the last fifth lies above that of the second. With `--alone` each sentence comes when the one before
 * it is done, and takes the steps of a sentence that is alone.
 */
import { parseArgs } from 'node:util';
import type { SentenceRequest } from '#src/model/model-port.js';
import { ModelService } from '#src/model/service.js';

const { values } = parseArgs({
  options: {
    sentences: { type: 'string', default: '100000' },
    models: { type: 'string', default: 'models' },
    alone: { type: 'boolean', default: false },
  },
});
const total = Number(values.sentences);
const WAVE = values.alone ? 100 : 1000;
const CALLERS = values.alone ? 1 : 4;
const MEBIBYTE = 1024 ** 2;
const WARM_UP = 0.2;
const JAPANESE = {
  words: ['猫', '犬', '会議', '契約', '天気', '予算', '病院', '学校', '電車', '写真'],
  forms: ['{}です。', 'これは{}ですか？', '{}が好きです。', '{}はどこですか。', '新しい{}を見ました。'],
  numbered: (word: string, i: number) => `${i}番の${word}`,
};
const ENGLISH = {
  words: ['cat', 'dog', 'meeting', 'contract', 'weather', 'budget', 'hospital', 'school', 'train', 'photo'],
  forms: ['This is a {}.', 'Is this the {}?', 'I like the {}.', 'Where is the {}?', 'I saw a new {}.'],
  numbered: (word: string, i: number) => `${word} number ${i}`,
};

/** Different sentences all the time: number, word and form change together. */
function sentence(i: number): SentenceRequest {
  const { words, forms, numbered } = i % 2 === 0 ? JAPANESE : ENGLISH;
  const word = words[Math.floor(i / 2) % words.length] ?? '';
  const form = forms[Math.floor(i / 20) % forms.length] ?? '';
  const text = form.replace('{}', i % 3 === 0 ? numbered(word, i) : word);
  const [from, to] = i % 2 === 0 ? ['ja', 'en'] : ['en', 'ja'];
  return { from: from ?? '', to: to ?? '', source: [{ kind: 'text', text }] };
}

/** The middle value, which a passing peak does not move. */
function level(points: readonly (readonly [number, number])[]): number {
  const values = points.map(([, y]) => y).sort((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
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
    const requests = mine.map(sentence);
    for (const call of values.alone ? requests.map((request) => [request]) : [requests]) {
      const results = await model.translate(call, {
        fairnessKey: `caller ${caller}`,
        priority: 'background',
      });
      empty += results.filter(({ target }) => target.length === 0).length;
    }
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
const seconds = (performance.now() - start) / 1000;
const warm = points.slice(Math.floor(points.length * WARM_UP));
const fifth = Math.max(1, Math.floor(points.length / 5));
const result = {
  sentences: total,
  empty,
  seconds: Number(seconds.toFixed(0)),
  sentencesPerSecond: Number((total / seconds).toFixed(1)),
  warmUpSentences: total - warm.length * WAVE,
  rssMb: Number((points.at(-1)?.[1] ?? 0).toFixed(0)),
  rssSlopeMbPer10000: Number((slope(warm) * 10_000).toFixed(2)),
  rssLastOverSecondFifthMb: Number((level(warm.slice(-fifth)) - level(warm.slice(0, fifth))).toFixed(1)),
};
console.log(`RESULT ${JSON.stringify(result)}`);
