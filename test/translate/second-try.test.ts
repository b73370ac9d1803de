import { describe, expect, it } from 'vitest';
import type { SearchMode } from '#src/base/engine.js';
import { ModelBusy, type ModelPort, type TargetPart } from '#src/model/model-port.js';
import { PIPELINE_DEFAULTS, TranslationPipeline } from '#src/translate/translation-pipeline.js';
import { sharedModel } from '../setup/model.js';

const model = sharedModel();

/** A pipeline over the real model whose translations pass through `translate` first. */
function pipelineOver(translate: ModelPort['translate']): TranslationPipeline {
  const watched: ModelPort = {
    translate,
    score: (sentences, options) => model.score(sentences, options),
    directions: () => model.directions(),
    outputLayer: (from, to) => model.outputLayer(from, to),
    version: (from, to) => model.version(from, to),
    steering: (from, to) => model.steering(from, to),
    standing: () => model.standing(),
    close: async () => {},
  };
  return new TranslationPipeline(watched, { ...PIPELINE_DEFAULTS, cacheEntries: 0 });
}

/** The real model with a fault put into its answers, as long as `broken` says so. */
function pipelineWith(
  break_: (target: readonly TargetPart[]) => readonly TargetPart[],
  broken: (call: number) => boolean,
): TranslationPipeline {
  let calls = 0;
  return pipelineOver(async (sentences, options) => {
    calls += 1;
    const results = await model.translate(sentences, options);
    if (!broken(calls)) return results;
    return results.map((result) => ({ ...result, target: break_(result.target), alternatives: [] }));
  });
}

async function translate(
  pipeline: TranslationPipeline,
  texts: readonly string[],
  from = 'ja',
  to = 'en',
  search: SearchMode = 'fast',
) {
  const elements = await elementsOf(pipeline, texts, from, to, search);
  return elements.map(({ translatedText, explanation }) => ({
    translatedText,
    secondTries: explanation.secondTries,
    ...(explanation.untranslated && { untranslated: true }),
  }));
}

async function explained(pipeline: TranslationPipeline, text: string, from: string, to: string) {
  const [element] = await elementsOf(pipeline, [text], from, to, 'fast');
  if (element === undefined) throw new Error('There is no answer.');
  return element;
}

const saying = (text: string) => (): TargetPart[] => [{ kind: 'text', text }];

async function elementsOf(
  pipeline: TranslationPipeline,
  texts: readonly string[],
  from: string,
  to: string,
  search: SearchMode,
) {
  const { elements } = await pipeline.translate({
    engine: 'real-time',
    from,
    to,
    texts,
    domain: 'general',
    options: { autoSplit: false, removeFakeLineBreak: false, isT4ooSplit: false },
    fairnessKey: 'test',
    priority: 'interactive',
    search,
  });
  return elements;
}

/** What a wider beam of the real model finds, without final marks. */
async function hypotheses(text: string): Promise<string[]> {
  const [result] = await model.translate(
    [
      {
        from: 'ja',
        to: 'en',
        source: [{ kind: 'text', text }],
        domain: 'general',
        decode: { beam: 5, nbest: 5 },
      },
    ],
    { fairnessKey: 'test', priority: 'interactive' },
  );
  return [...(result === undefined ? [] : [result, ...result.alternatives])].map(({ target }) =>
    bare(textOf(target)),
  );
}

function textOf(target: readonly TargetPart[]): string {
  return target.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

function bare(text: string): string {
  return text.replace(/[.!?]+$/u, '');
}

const first = (call: number): boolean => call === 1;
const always = (): boolean => true;

describe('second tries', () => {
  it.each([
    ['empty', (): TargetPart[] => []],
    [
      'left in the source language',
      (): TargetPart[] => [{ kind: 'text', text: 'このかばんはいくらですか？' }],
    ],
    ['looped', (): TargetPart[] => [{ kind: 'text', text: 'bag bag bag bag bag bag bag bag' }]],
  ])('mend a first answer that is %s', async (_, fault) => {
    const text = 'このかばんはいくらですか？';
    const [answer] = await translate(pipelineWith(fault, first), [text]);
    expect(await hypotheses(text)).toContain(bare(answer?.translatedText ?? ''));
    expect(answer?.secondTries).toBe(1);
  });

  it.each([
    ['ja', 'en', '装置を分解しないでください。', 'Please dismantle the equipment.', /not|never/i],
    ['en', 'zh-CN', 'The tenant shall not sublet the flat.', '承租人应转租该公寓。', /不|禁/],
  ])('bring a lost "not" back, %s to %s: %s', async (from, to, text, fault, sign) => {
    const answers = await explained(pipelineWith(saying(fault), first), text, from, to);
    expect(answers.translatedText).toMatch(sign);
    expect(answers.explanation.checks).toContainEqual({ check: 'negation', outcome: 'repaired' });
  });

  it.each([
    ['en', 'ja', 'Cosmetics are not covered.', '化粧品は対象外です。'],
    ['zh-CN', 'en', '别客气，请坐。', 'Please make yourself at home and sit down.'],
  ])('are not asked for by what is denied in other words, %s to %s: %s', async (from, to, text, said) => {
    const { translatedText, explanation } = await explained(
      pipelineWith(saying(said), first),
      text,
      from,
      to,
    );
    expect(translatedText).toBe(said);
    expect(explanation.checks).toEqual([]);
    expect(explanation.secondTries).toBe(0);
  });

  it('are not needed for commas copied out of English', async () => {
    const text = 'It fell to $12,500, down from $14,000.';
    const said = '跌到$12,500,,低于$14,000。';
    const { translatedText } = await explained(pipelineWith(saying(said), always), text, 'en', 'zh-CN');
    expect(translatedText).toBe('跌到$12,500，低于$14,000。');
  });

  it('mend lost numbers', async () => {
    const noDigits = (target: readonly TargetPart[]): TargetPart[] =>
      target.map((part) =>
        part.kind === 'text' ? { kind: 'text', text: part.text.replace(/\d+/g, 'some') } : part,
      );
    const [answer] = await translate(pipelineWith(noDigits, always), ['参加者は4821人でした。']);
    expect(answer?.translatedText).toContain('4821');
  });

  it('are spared where another hypothesis of the beam has what the best one lost', async () => {
    const noDigits = (target: readonly TargetPart[]): TargetPart[] =>
      target.map((part) =>
        part.kind === 'text' ? { kind: 'text', text: part.text.replace(/\d+/g, 'some') } : part,
      );
    let others: readonly string[] = [];
    const pipeline = pipelineOver(async (sentences, options) => {
      const results = await model.translate(sentences, options);
      others = results.flatMap(({ alternatives }) => alternatives.map(({ target }) => textOf(target)));
      return results.map((result) => ({ ...result, target: noDigits(result.target) }));
    });
    // Of a short sentence that the model is sure of no other is left.
    const unsure = '春に東京で開かれた展示会の参加者は、主催者の発表によると全部で4821人でした。';
    const [answer] = await translate(pipeline, [unsure], 'ja', 'en', 'best');
    expect(answer?.translatedText).toContain('4821');
    expect(others.map(bare)).toContain(bare(answer?.translatedText ?? ''));
    expect(answer?.secondTries).toBe(0);
  });

  it('put placeholders back even if the model loses every one of them', async () => {
    const noPlaceholders = (target: readonly TargetPart[]): TargetPart[] =>
      target.filter((part) => part.kind === 'text');
    const texts = [
      '詳しくは https://example.com/a をご覧ください。質問は help@example.com に送ってください。',
    ];
    const [answer] = await translate(pipelineWith(noPlaceholders, always), texts);
    expect(answer?.translatedText.split('https://example.com/a')).toHaveLength(2);
    expect(answer?.translatedText.split('help@example.com')).toHaveLength(2);
  });

  it('end in the source as it is, and marked, never in silent loss', async () => {
    const pipeline = pipelineWith(() => [], always);
    const [number, sentence] = await translate(pipeline, ['123', '猫が好きです。']);
    expect(number).toMatchObject({ translatedText: '123' });
    expect(number).not.toHaveProperty('untranslated');
    expect(sentence).toMatchObject({ translatedText: '猫が好きです。', untranslated: true });
  });

  it('tell a busy model from a failed translation', async () => {
    const pipeline = pipelineWith(() => {
      throw new ModelBusy('full');
    }, always);
    expect(await translate(pipeline, ['猫が好きです。']).catch((reason: unknown) => reason)).toMatchObject({
      code: 40104,
      detail: { retryAfter: 2 },
    });
  });
});

describe('a sentence that no try brings through', () => {
  it('is given up before it has held the machine for long', async () => {
    let calls = 0;
    const pipeline = pipelineOver(async (sentences, options) => {
      const results = await model.translate(sentences, options);
      calls += 1;
      // The text of a model that never comes to an end.
      return results.map((result) => ({ ...result, tokens: 500, finish: 'length', alternatives: [] }));
    });
    const text = '雨が降る、風が吹く、雪が積もる、花が咲く、鳥が鳴く、日が昇る、月が沈む、星が光る。';
    expect(await translate(pipeline, [text])).toMatchObject([{ translatedText: text, untranslated: true }]);
    expect(calls).toBeLessThan(12);
  });

  it.each([
    ['en', 'ja', 'qwe rty '.repeat(24).trim()],
    [
      'en',
      'ja',
      'fjds kla; wie qpoz mcnv dkfj slaq weio cmxn fghj dksl aqow eiru tymz nxbc vlak sjdh fgqp wzmx',
    ],
    ['ja', 'en', 'ぬへほめろるけむれねこもそしはきくまのりたてと'.repeat(4)],
  ])('costs little, whatever nonsense it is: %s to %s', async (from, to, text) => {
    let cost = 0;
    const pipeline = pipelineOver(async (sentences, options) => {
      const results = await model.translate(sentences, options);
      for (const [at, { tokens }] of results.entries()) cost += tokens * (sentences[at]?.decode?.beam ?? 1);
      return results;
    });
    await translate(pipeline, [text], from, to);
    // Some two seconds of one core.
    expect(cost).toBeLessThan(3_000);
  });

  it('is not even tried where nothing but a long unbroken run was sent', async () => {
    const pipeline = pipelineOver(() => Promise.reject(new Error('Nothing to translate.')));
    const text = 'a'.repeat(200);
    const [answer] = await translate(pipeline, [text], 'en', 'ja');
    expect(answer?.translatedText).toBe(text);
  });
});
