import { afterAll, describe, expect, it } from 'vitest';
import { Failure } from '#src/base/failure.js';
import { detect } from '#src/translate/detection/detect.js';
import { HanModel } from '#src/translate/detection/han.js';
import type {
  AdaptationSource,
  PhraseSource,
  PipelineCounter,
  SegmentResult,
  TermEntry,
  TermSource,
  TranslationPlan,
  TranslationRequest,
} from '#src/translate/pipeline-types.js';
import { normalisePhrase } from '#src/translate/plan/normal-phrase.js';
import { PIPELINE_DEFAULTS, TranslationPipeline } from '#src/translate/translation-pipeline.js';
import { sharedModel } from '../setup/model.js';

const model = sharedModel();
const counters = new Map<PipelineCounter, number>();
const pipeline = new TranslationPipeline(model, PIPELINE_DEFAULTS, {
  add: (counter, by) => counters.set(counter, (counters.get(counter) ?? 0) + by),
  time: () => {},
  check: () => {},
});

afterAll(() => pipeline.close());

function request(
  from: string,
  to: string,
  texts: readonly string[],
  more: Partial<TranslationRequest> = {},
): TranslationRequest {
  return {
    engine: 't4oo',
    from,
    to,
    texts,
    domain: 'general',
    options: { autoSplit: false, removeFakeLineBreak: true, isT4ooSplit: false },
    fairnessKey: 'test',
    priority: 'interactive',
    ...more,
  };
}

async function translate(
  from: string,
  to: string,
  texts: readonly string[],
  more: Partial<TranslationRequest> = {},
): Promise<string[]> {
  const { elements } = await pipeline.translate(request(from, to, texts, more));
  return elements.map((element) => element.translatedText);
}

/** What the model itself says to a plain sentence, without its final marks: the pipeline has nothing to change in it. */
async function byModel(from: string, to: string, text: string): Promise<string> {
  // A sentence by itself is polite in Japanese.
  const register = to === 'ja' ? { register: 'polite' as const } : {};
  const [result] = await model.translate(
    [{ from, to, source: [{ kind: 'text', text }], domain: 'general', ...register }],
    { fairnessKey: 'test', priority: 'interactive' },
  );
  const said = result?.target.map((part) => (part.kind === 'text' ? part.text : '')).join('') ?? '';
  expect(said).toMatch(/\p{L}/u);
  return bare(said);
}

function bare(text: string | undefined): string {
  return (text ?? '').replace(/[.!?。！？]+$/u, '');
}

function dictionary(...pairs: readonly (readonly [string, string])[]): TermSource {
  const entries = pairs.map(([fromText, toText]): TermEntry => ({ fromText, toText, tier: 'dictionary' }));
  return { lists: [{ version: JSON.stringify(entries), load: async () => entries }] };
}

function phrasePairs(pairs: Readonly<Record<string, string>>): PhraseSource {
  const stored = new Map(Object.entries(pairs).map(([source, target]) => [normalisePhrase(source), target]));
  return {
    version: JSON.stringify(pairs),
    exact: async (keys) =>
      new Map(keys.flatMap((key) => (stored.has(key) ? [[key, stored.get(key) ?? '']] : []))),
    near: async () => Object.entries(pairs).map(([source, target]) => ({ source, target, similarity: 0.8 })),
  };
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Failure) return error;
  throw new Error(`Expected a failure, got ${String(error)}.`);
}

describe('the translation pipeline', () => {
  it('detects each element for itself and translates it', async () => {
    const texts = ['このかばんはいくらですか？', '我明天去学校。', '我明天去學校。', 'こんにちは'];
    const langs = ['ja', 'zh-CN', 'zh-TW', 'ja'];
    const { elements } = await pipeline.translate(request('auto', 'en', texts));
    expect(elements.map((element) => element.detectedLang)).toEqual(langs);
    for (const [at, text] of texts.entries()) {
      expect(bare(elements[at]?.translatedText)).toBe(await byModel(langs[at] ?? '', 'en', text));
    }
  });

  it.each(['ja', 'zh-CN', 'zh-TW'])('translates into %s', async (to) => {
    const text = 'The school library is open until seven in the evening.';
    const [translation = ''] = await translate('en', to, [text]);
    expect(bare(translation)).toBe(await byModel('en', to, text));
    expect(detect(translation, HanModel.bundled())).toBe(to);
  });

  it('refuses what cannot be detected or served, and names the element', async () => {
    expect(await failureOf(translate('auto', 'en', ['猫が好きです。', '12345']))).toMatchObject({
      code: 40300,
      detail: { index: 1 },
    });
    expect(await failureOf(translate('auto', 'ja', ['안녕하세요']))).toMatchObject({
      code: 40301,
      detail: { index: 0 },
    });
    expect(await failureOf(translate('en', 'xx', ['Hello']))).toMatchObject({ code: 40301 });
    expect(await failureOf(translate('en', 'en', ['Good morning, everyone.']))).toMatchObject({
      code: 40301,
    });
  });

  it('gives detected text back unchanged where it is in the target language already', async () => {
    const english = '  Good morning, everyone.\n\n- The cat "Tama" is 3.5 kg.  ';
    const [kept, translated] = await translate('auto', 'en', [english, '猫が好きです。']);
    expect(kept).toBe(english);
    expect(bare(translated)).toBe(await byModel('ja', 'en', '猫が好きです。'));
    expect(await translate('auto', 'ja', ['猫が好きです。'])).toEqual(['猫が好きです。']);
  });

  it('gives line breaks, blank lines, lists and white space back as they were', async () => {
    const text =
      '  ## お知らせ\r\n\r\n- 明日は休みです。\r\n- 会議は中止です。明後日に行います。\r\n\r\n\t以上です。  ';
    const [translation = ''] = await translate('ja', 'en', [text]);
    expect(translation).toMatch(/^ {2}## \S.*\r\n\r\n- \S.*\r\n- \S.*\S \S.*\r\n\r\n\t\S.*\S {2}$/u);
    expect(translation.split('\r\n')).toHaveLength(6);
  });

  it.each([
    ['ja', 'en', '猫が好きです。', '', '犬も好きです。', ' '],
    ['en', 'ja', 'I like cats.', ' ', 'I like dogs, too.', ''],
    ['en', 'zh-TW', 'I like cats.', ' ', 'I like dogs, too.', ''],
  ])('puts between sentences from %s to %s what the target language has there', async (...row) => {
    const [from, to, first, separator, second, expected] = row;
    const options = { autoSplit: false, removeFakeLineBreak: false, isT4ooSplit: true };
    const texts = [first + separator + second, first, second];
    const [both, one, two] = await translate(from, to, texts, { options });
    expect(both).toBe(`${one}${expected}${two}`);
  });

  it('reads a label in small letters where the model is surer of it so', async () => {
    const [chair = '', spare = ''] = await translate('en', 'ja', ['Office Chair', 'Golden Gate Bridge']);
    expect(chair).not.toContain('議長');
    expect(chair).toContain('チェア');
    expect(spare).toMatch(/[橋ジ]/u);
  });

  it('gives the model a short line of sentences as one, and a longer one sentence by sentence', async () => {
    const long = 'The computer was not broken at all. '.repeat(5).trim();
    const plan = await pipeline.plan(
      request('en', 'zh-CN', ['Found it. It was under the cat.\nIt was <b>it</b>.', long]),
    );
    expect(plan.segments.map(({ text }) => text)).toEqual([
      'Found it. It was under the cat.',
      'It was <b>it</b>.',
      ...Array.from({ length: 2 }, () => 'The computer was not broken at all.'),
    ]);
  });

  it('joins fake line breaks in the phrase-pair engine only, and not when told so', async () => {
    const texts = ['私は毎朝\n公園を散歩\nします。'];
    const lines = (text: string | undefined): number => (text ?? '').split('\n').length;
    expect(lines((await translate('ja', 'en', texts))[0])).toBe(1);
    const options = { autoSplit: false, removeFakeLineBreak: false, isT4ooSplit: false };
    expect(lines((await translate('ja', 'en', texts, { options }))[0])).toBe(3);
    expect(lines((await translate('ja', 'en', texts, { engine: 'real-time' }))[0])).toBe(3);
  });

  it('counts words over all elements and translates what is repeated in the same place once', async () => {
    const plan = await pipeline.plan(request('ja', 'en', ['猫です。犬です。', '猫です。犬です。']));
    expect(plan.segments.map(({ text }) => text)).toEqual(['猫です。犬です。']);
    expect(plan.wordCount).toBe(12);
  });

  it('lets others have their turn while it puts tens of thousands of texts together', async () => {
    const plan = await pipeline.plan(request('en', 'ja', Array(30_000).fill('XJ9-1000-QQ')));
    const results = await pipeline.translateSegments(request('en', 'ja', []), plan.segments);
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 1);
    const { elements } = await pipeline.assemble(plan, results);
    clearInterval(others);
    expect(elements).toHaveLength(30_000);
    expect(turns).toBeGreaterThan(1);
  });

  it('gives the same in stored steps as at once', async () => {
    const whole = request('ja', 'en', ['猫が好きです。\n\n犬も好きです。', '鳥が飛んでいる。']);
    const plan: TranslationPlan = JSON.parse(JSON.stringify(await pipeline.plan(whole)));
    const results: SegmentResult[] = [];
    for (const segment of plan.segments)
      results.push(...(await pipeline.translateSegments(whole, [segment])));
    const stepwise = await pipeline.assemble(plan, JSON.parse(JSON.stringify(results)));
    const direct = await pipeline.translate(whole);
    expect(stepwise.elements.map(({ translatedText }) => translatedText)).toEqual(
      direct.elements.map(({ translatedText }) => translatedText),
    );
  });

  it('stops when the caller leaves', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(translate('ja', 'en', ['新しい文です。'], { signal: controller.signal })).rejects.toThrow(
      /abort/i,
    );
  });
});

describe('phrase pairs', () => {
  const phrases = phrasePairs({
    お疲れ様でした: 'Great work today',
    '本日は晴天なり。': 'Testing, testing.',
  });

  it('answer a whole element, width, case and final punctuation aside', async () => {
    expect(await translate('ja', 'en', [' お疲れ様でした。\n', '本日は晴天なり'], { phrases })).toEqual([
      ' Great work today\n',
      'Testing, testing.',
    ]);
  });

  it('answer single sentences only when asked to split', async () => {
    const text = '本日は晴天なり。猫が好きです。';
    const [whole = ''] = await translate('ja', 'en', [text], { phrases });
    expect(whole).not.toContain('Testing, testing.');
    const options = { autoSplit: false, removeFakeLineBreak: true, isT4ooSplit: true };
    const [split, cats] = await translate('ja', 'en', [text, '猫が好きです。'], { phrases, options });
    expect(split).toBe(`Testing, testing. ${cats}`);
  });

  it('come before the dictionary, and are not asked by the real-time engine', async () => {
    const terms = dictionary(['お疲れ様でした', 'Bye']);
    expect(await translate('ja', 'en', ['お疲れ様でした'], { phrases, terms })).toEqual(['Great work today']);
    expect(await translate('ja', 'en', ['お疲れ様でした'], { phrases, terms, engine: 'real-time' })).toEqual([
      'Bye',
    ]);
  });

  it('hand near matches to the adaptation and never return them as if exact', async () => {
    const seen: string[] = [];
    const adaptation: AdaptationSource = {
      version: 'v1',
      domainScores: (sentences) => sentences.map(() => 1),
      adapt: async (_sentence, { near }) => {
        seen.push(...near.map(({ target }) => target));
        return undefined;
      },
    };
    const [text = ''] = await translate('ja', 'en', ['本日は曇天なり。'], { phrases, adaptation });
    expect(seen).toContain('Testing, testing.');
    expect(text).not.toBe('Testing, testing.');
  });

  it('are adapted by what the whole request is about, and kept apart by that', async () => {
    const seen: [string, number][] = [];
    const adaptation: AdaptationSource = {
      version: 'v1',
      domainScores: (sentences) => sentences.map(() => Math.min(1, sentences.length / 2)),
      adapt: async (sentence, { domainScore }) => {
        seen.push([sentence, domainScore]);
        return undefined;
      },
    };
    const ask = (...texts: string[]) => translate('ja', 'en', texts, { adaptation, engine: 'custom' });
    await ask('今日は風が強い。');
    await ask('今日は風が強い。');
    expect(seen).toEqual([['今日は風が強い。', 0.5]]);
    await ask('今日は風が強い。', '明日は雨が降る。');
    expect(seen.slice(1)).toEqual([
      ['今日は風が強い。', 1],
      ['明日は雨が降る。', 1],
    ]);
  });
});

describe('terms in a translation', () => {
  it('stand in the translation, in every direction', async () => {
    const { elements } = await pipeline.translate(
      request('ja', 'en', ['これは猫です。それは犬です。', '翻訳メモリを更新してください。'], {
        terms: dictionary(['猫', 'Kitty'], ['犬', 'Marutaro'], ['翻訳メモリ', 'phrase bank']),
      }),
    );
    expect(elements[0]?.translatedText).toMatch(/Kitty.*Marutaro/u);
    expect(elements[1]?.translatedText).toContain('phrase bank');
    expect(elements[0]?.explanation.terms.map(({ applied }) => applied)).toEqual([true, true]);
    const [japanese] = await translate('en', 'ja', ['The quarterly report was sent to the manager.'], {
      terms: dictionary(['quarterly report', '四半期レポート'], ['manager', '店長']),
    });
    expect(japanese).toContain('四半期レポート');
    expect(japanese).toContain('店長');
    const [chinese] = await translate('en', 'zh-CN', ['Please open the dashboard.'], {
      terms: dictionary(['dashboard', '控制面板']),
    });
    expect(chinese).toContain('控制面板');
  });

  it('equal to the whole input are answered exactly by every engine', async () => {
    const terms = dictionary(['検討中', 'under review (internal)']);
    for (const engine of ['t4oo', 'real-time', 'custom'] as const) {
      expect(await translate('ja', 'en', ['検討中'], { terms, engine })).toEqual(['under review (internal)']);
    }
  });

  it('are at most three per sentence in the real-time engine, in the order of the sentence', async () => {
    const terms = dictionary(
      ['タヌキ', 'Pompoko'],
      ['キツネ', 'Foxy'],
      ['クマ', 'Teddy'],
      ['ウサギ', 'Peter'],
    );
    const texts = ['ウサギとクマとキツネとタヌキが山にいます。'];
    const { elements } = await pipeline.translate(request('ja', 'en', texts, { terms, engine: 'real-time' }));
    expect(elements[0]?.explanation.terms.map(({ toText }) => toText)).toEqual(['Peter', 'Teddy', 'Foxy']);
    for (const name of ['Peter', 'Teddy', 'Foxy']) expect(elements[0]?.translatedText).toContain(name);
    expect(elements[0]?.translatedText).not.toContain('Pompoko');
    const [all] = await translate('ja', 'en', texts, { terms });
    expect(all).toContain('Pompoko');
  });

  it('with equal sides are kept as they are', async () => {
    const [text] = await translate('en', 'ja', ['We sell Blue Bottle Rocket in every store.'], {
      terms: dictionary(['Blue Bottle Rocket', 'Blue Bottle Rocket']),
    });
    expect(text).toContain('Blue Bottle Rocket');
  });

  it('that the model would never choose still come through', async () => {
    const terms = dictionary(['雨', 'Zq-7 flux'], ['傘', 'Ωmega_shade']);
    const { elements } = await pipeline.translate(
      request('ja', 'en', ['雨が降っているので、傘を持って行きます。'], { terms }),
    );
    expect(elements[0]?.translatedText).toContain('Zq-7 flux');
    expect(elements[0]?.translatedText).toContain('Ωmega_shade');
    expect(elements[0]?.explanation.terms.map(({ applied }) => applied)).toEqual([true, true]);
  });
});

describe('what must not change', () => {
  it('survives in place: addresses, paths, templates, code, emoji, measures', async () => {
    const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
      ['ja', 'en', '詳しくは https://example.com/a?b=1 をご覧ください。', ['https://example.com/a?b=1']],
      ['ja', 'en', 'こんにちは、{name}さん。%d件の新しいメッセージがあります。', ['{name}', '%d']],
      [
        'en',
        'ja',
        'Click <b>Save</b> to store the file in C:\\temp\\data.txt.',
        ['<b>', '</b>', 'C:\\temp\\data.txt'],
      ],
      [
        'en',
        'zh-CN',
        'Send it to foo@example.com and run `npm test` first.',
        ['foo@example.com', '`npm test`'],
      ],
      [
        'en',
        'zh-TW',
        'The {{product}} weighs 2.5 kg and costs $1,200. 🎉',
        ['{{product}}', '2.5 kg', '$1,200', '🎉'],
      ],
      ['zh-CN', 'en', '文件大小是 10 GB，速度是 100 Mbps。', ['10 GB', '100 Mbps']],
      ['zh-TW', 'en', '請參考 /etc/hosts 這個檔案。', ['/etc/hosts']],
      // Wide in Japanese, and nowhere else.
      ['ja', 'en', '紹介会社の手数料は初年度年収の35％です。', ['35%']],
    ];
    for (const [from, to, text, kept] of cases) {
      const [translation = ''] = await translate(from, to, [text]);
      for (const literal of kept)
        expect(translation.split(literal), `${literal} in ${translation}`).toHaveLength(2);
    }
  });

  it('survives when there is more of it than the model has placeholders', async () => {
    const names = Array.from({ length: 14 }, (_, index) => `{field${index}}`);
    const [translation = ''] = await translate('en', 'ja', [
      `Please fill in ${names.join(' and ')} before you go.`,
    ]);
    for (const name of names) expect(translation.split(name), name).toHaveLength(2);
  });

  it('keeps tags balanced, sentences whole and comments and scripts untouched', async () => {
    const html =
      '<div><!-- メモ。 --><p>この<b>赤い</b>ボタンを<a href="x.html?a=1">クリック</a>してください。</p><script>say("猫。");</script></div>';
    const [translation = ''] = await translate('ja', 'en', [html]);
    expect(translation).toMatch(/^<div><!-- メモ。 --><p>.*<\/p><script>say\("猫。"\);<\/script><\/div>$/u);
    expect(translation.match(/<[^>]+>/g)?.toSorted()).toEqual(html.match(/<[^>]+>/g)?.toSorted());
    const words = translation.replace(/<!--.*?-->|<script>.*<\/script>|<[^>]+>/gu, ' ');
    expect(words).toMatch(/[a-z]{3}.*[a-z]{3}/u);
    expect(words).not.toMatch(/[ぁ-んァ-ヶ]/u);
  });

  it('keeps numbers', async () => {
    const [english = ''] = await translate('ja', 'en', [
      '会議は2026年11月15日の14時30分に、第3会議室で行います。',
    ]);
    expect(english).toMatch(/2026/u);
    expect(english).toMatch(/15/u);
    expect((await translate('ja', 'en', ['この法律は令和6年に成立しました。']))[0]).toContain('2024');
    const [population = ''] = await translate('ja', 'en', ['東京の人口は約1400万人です。']);
    expect(population).toMatch(/14(?:\.0)? million|14,000,000/u);
    expect((await translate('ja', 'en', ['19世紀30年代の建物だ。']))[0]).toContain('1830s');
  });

  it('lets adjectives stand for the names of places', async () => {
    const [person = ''] = await translate('zh-CN', 'en', ['他是澳大利亚人。']);
    expect(person).toMatch(/Australian|from Australia/u);
    const [share = ''] = await translate('zh-CN', 'en', ['百分之十八的委内瑞拉人失业。']);
    expect(share).toMatch(/(?:18|eighteen)(?:%| percent) of Venezuelans/iu);
  });
});

describe('the segment cache', () => {
  it('answers a sentence seen before, but not under other terms', async () => {
    const texts = ['庭に大きな桜の木があります。'];
    const first = await pipeline.translate(request('ja', 'en', texts));
    const again = await pipeline.translate(request('ja', 'en', texts));
    expect(first.elements[0]?.explanation.cacheHits).toBe(0);
    expect(again.elements[0]?.explanation.cacheHits).toBe(1);
    expect(again.elements[0]?.translatedText).toBe(first.elements[0]?.translatedText);
    const other = await pipeline.translate(
      request('ja', 'en', texts, { terms: dictionary(['桜', 'sakura']) }),
    );
    expect(other.elements[0]?.explanation.cacheHits).toBe(0);
    expect(other.elements[0]?.translatedText).toContain('sakura');
    expect(counters.get('segment_cache_hits')).toBeGreaterThan(0);
    expect(counters.get('segment_cache_misses')).toBeGreaterThan(0);
  });
});
