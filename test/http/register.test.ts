import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelPort, SentenceRequest } from '#src/model/model-port.js';
import { isIn } from '#src/translate/register/japanese-register.js';
import { FileClient } from '../../bench/files/file-client.js';
import { finished, submit } from '../jobs/client.js';
import { type Answer, type Tenant, type TestApp, testApp } from '../setup/app.js';
import { sharedModel } from '../setup/model.js';
import { keyOf } from './compat/vendor-keys.js';
import { dataOf, expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
/** What the model was told, call after call. */
const told: SentenceRequest[] = [];

/** The real model, asked as one that knows registers and reads the sentence before, and told of neither. */
function steerable(model: ModelPort): ModelPort {
  return {
    translate: (sentences, options) => {
      told.push(...sentences);
      const bare = sentences.map(({ register: _, before: __, ...sentence }) => sentence);
      return model.translate(bare, options);
    },
    score: (sentences, options) => model.score(sentences, options),
    directions: () => model.directions(),
    outputLayer: (from, to) => model.outputLayer(from, to),
    version: (from, to) => model.version(from, to),
    steering: (_from, to) => ({ register: to === 'ja', before: true }),
    standing: () => model.standing(),
    close: async () => undefined,
  };
}

beforeAll(async () => {
  app = await testApp({ ratePerMinute: 10_000, workers: true }, undefined, steerable(sharedModel()));
  acme = await app.tenant();
});
afterAll(() => app.close());
beforeEach(() => told.splice(0));

function send(text: readonly string[], more: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
  const contractId = acme.contracts['real-time'].id;
  return app.call(acme, '/api/v1/translate', {
    body: { fieldId: '1', text, sourceLang: 'en', targetLang: 'ja', contractId, autoSplit: true, ...more },
    headers: { 'x-explain': '1' },
  });
}

const translationOf = (answer: Answer): unknown =>
  (dataOf(answer) as { readonly translationResult: unknown }).translationResult;
const plainText = ({ source }: SentenceRequest): string =>
  source.map((part) => (part.kind === 'text' ? part.text : '')).join('');
/** What the model was first told of a sentence. */
const toldOf = (sentence: string): SentenceRequest | undefined =>
  told.find((request) => plainText(request) === sentence);

describe('formality', () => {
  const LETTER = ['Thank you for your order.', 'The parts left our warehouse this morning.', 'Delivery note'];

  it('is decided once for all strings of a request and told with each sentence; a label has none', async () => {
    const answer = await send(LETTER);
    expect(told.slice(0, 3).map(({ register }) => register)).toEqual(['polite', 'polite', undefined]);
    const { explain } = dataOf(answer) as { readonly explain: readonly { readonly register: unknown }[] };
    expect(explain[1]?.register).toEqual({ asked: 'auto', chosen: 'polite', isHeeded: true });
  });

  it('is what the request asks for, else what the contract says', async () => {
    const contract = await app.service.contracts.create(acme.organization.id, {
      name: 'plain',
      kind: 'text',
      engine: 'real-time',
      formality: 'plain',
    });
    const sentence = 'Your order was sent on Tuesday.';
    await send([sentence], { contractId: contract.id });
    expect(toldOf(sentence)?.register).toBe('plain');
    told.splice(0);
    await send([sentence], { contractId: contract.id, formality: 'polite' });
    expect(toldOf(sentence)?.register).toBe('polite');
    expectFailure(await send([sentence], { formality: 'more' }), 40201);
  });

  it('is searched for again where the translation is in the other register, and told where it stays so', async () => {
    const sentence = 'Kyoto is an old city in the west of Japan.';
    const reports = await Promise.all(
      ['polite', 'plain'].map(async (formality) => {
        const { explain } = dataOf(await send([sentence], { formality })) as {
          readonly explain: readonly { readonly checks: readonly unknown[]; readonly secondTries: number }[];
        };
        return { formality, ...explain[0] };
      }),
    );
    // The model was not told: of the two registers it has missed one.
    const missed = reports.filter(({ secondTries }) => secondTries === 1);
    expect(missed).toHaveLength(1);
    expect(missed[0]?.checks).toContainEqual(
      expect.objectContaining({ check: 'register', wanted: missed[0]?.formality }),
    );
    expect(told.some(({ decode }) => decode?.beam === 8)).toBe(true);
  });

  it('is given by rule where no search brings it, and a short sentence behind others is no label', async () => {
    const report = [
      'Kyoto is an old city. It lies in a valley. Many came to see it. Nobody stayed.',
      'The train that was to bring the second half of the equipment did not stop at the station where everybody had been waiting since the morning. Send help',
    ];
    for (const formality of ['polite', 'plain'] as const) {
      const texts = translationOf(await send(report, { formality })) as { translatedText: string }[];
      for (const { translatedText } of texts)
        expect([translatedText, isIn(formality, translatedText)]).toEqual([translatedText, true]);
    }
    expect(toldOf('Send help')?.register).toBe('polite');
  });

  it('has no effect on other languages', async () => {
    const answer = await send(['京都は古い町です。'], {
      sourceLang: 'ja',
      targetLang: 'en',
      formality: 'plain',
    });
    expect(told.map(({ register }) => register)).toEqual([undefined]);
    expect(dataOf(answer)).not.toHaveProperty('explain[0].register');
  });
});

describe('context', () => {
  const contextOf = (sentence: string): string | undefined => toldOf(sentence)?.before?.source;

  it('is the sentence before, within a string and from string to string; the first has what `context` ends with', async () => {
    // Longer than what the model gets as one line.
    const busy = `${'朝から晩まで、'.repeat(7)}とても忙しい。`;
    await send([`彼女は医者だ。${busy}`, '休みは月に二日しかない。'], {
      sourceLang: 'ja',
      targetLang: 'en',
      context: '駅で姉に会った。久しぶりだった。',
    });
    expect(contextOf('彼女は医者だ。')).toBe('久しぶりだった。');
    expect(contextOf(busy)).toBe('彼女は医者だ。');
    expect(contextOf('休みは月に二日しかない。')).toBe(busy);
  });

  it('is neither translated nor counted, and has a limit', async () => {
    const usage = async () =>
      (await app.service.usage.thisMonth(acme.organization.id)).get(acme.contracts['real-time'].id)
        ?.characters ?? 0;
    const used = await usage();
    const answer = await send(['It was cold.'], { context: 'They opened the window and waited.' });
    expect(dataOf(answer)).toMatchObject({
      wordCount: 3,
      translationResult: [{ sourceText: 'It was cold.' }],
    });
    expect((await usage()) - used).toBe('It was cold.'.length);
    expectFailure(await send(['It was cold.'], { context: 'a'.repeat(2_001) }), 40202);
  });

  it('is no label’s, and of a text in another language nobody’s', async () => {
    await send(['The door was open.', 'Settings', 'Nobody was there.'], { sourceLang: 'auto' });
    expect(contextOf('Settings')).toBeUndefined();
    expect(contextOf('Nobody was there.')).toBe('Settings');
    told.splice(0);
    await send(['这扇门开着。', 'The room was empty on Sunday.'], { sourceLang: 'auto' });
    expect(contextOf('The room was empty on Sunday.')).toBeUndefined();
  });

  it('keeps answers apart in the cache', async () => {
    await send(['The lamp was green.', 'It was broken that day.']);
    told.splice(0);
    await send(['The chair was green.', 'It was broken that day.']);
    expect(contextOf('It was broken that day.')).toBe('The chair was green.');
    told.splice(0);
    await send(['The chair was green.', 'It was broken that day.']);
    expect(told).toEqual([]);
  });

  it('of clients of other vendors stands before each text, which is one of its own', async () => {
    const answer = await app.send('/v2/translate', {
      body: {
        text: ['She was late again.', 'The bus had broken down.'],
        source_lang: 'EN',
        target_lang: 'JA',
        formality: 'prefer_less',
        context: 'My sister came at ten.',
      },
      headers: { authorization: `DeepL-Auth-Key ${keyOf(acme)}:${acme.contracts['real-time'].id}` },
    });
    expect(answer.status).toBe(200);
    for (const sentence of ['She was late again.', 'The bus had broken down.']) {
      expect(toldOf(sentence)).toMatchObject({
        register: 'plain',
        before: { source: 'My sister came at ten.' },
      });
    }
  });

  it('is there in asynchronous translations, and the same however often they are worked', async () => {
    const text = ['The old mill burned down.', 'Nobody had used it for years.', 'It was rebuilt at once.'];
    const body = {
      fieldId: '1',
      text,
      sourceLang: 'en',
      targetLang: 'ja',
      contractId: acme.contracts.t4oo.id,
    };
    const first = await finished(app, acme, await submit(app, acme, body));
    expect(contextOf('Nobody had used it for years.')).toBe('The old mill burned down.');
    expect(contextOf('It was rebuilt at once.')).toBe('Nobody had used it for years.');
    const second = await finished(app, acme, await submit(app, acme, body));
    expect(translationOf(second)).toEqual(translationOf(first));
  });

  it('goes from paragraph to paragraph of a file, whose register is one', async () => {
    const { id: contractId } = await app.service.contracts.create(acme.organization.id, {
      name: 'files',
      kind: 'file',
      engine: 't4oo',
    });
    const client = new FileClient(app.url, acme.key);
    const paragraphs = [
      'The harbour',
      'The harbour was built in 1890.',
      'Fishermen still use it today.',
      'It freezes in winter.',
    ];
    const id = await client.submit([{ name: 'harbour.txt', bytes: Buffer.from(paragraphs.join('\n\n')) }], {
      contractId,
      targetLangs: '["ja"]',
    });
    await vi.waitFor(async () => expect((await client.result(id)).done).toBe(true), {
      timeout: 120_000,
      interval: 200,
    });
    expect(contextOf('The harbour')).toBeUndefined();
    expect(contextOf('Fishermen still use it today.')).toBe('The harbour was built in 1890.');
    expect(contextOf('It freezes in winter.')).toBe('Fishermen still use it today.');
    const registers = told.filter(({ before }) => before !== undefined).map(({ register }) => register);
    expect(new Set(registers)).toEqual(new Set(['plain']));
  });
});
