/**
 * A server of large language models with the OpenAI interface, by the schemas of its own description: bodies that those do not
 * allow are refused. Its model knows a few sentences and obeys the instructions in the conversation as far as words in it show.
 */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { listening, type Peer } from './peer.js';
import { PeerControl } from './peer-control.js';

interface Message {
  readonly role: string;
  readonly content: string;
}

const spec = JSON.parse(
  readFileSync(new URL('./spec/openai-chat-completions.json', import.meta.url), 'utf8'),
);

/** Sentence → translation; a word without blanks in place of `$1` is copied. */
const KNOWN: readonly (readonly [RegExp, (context: string) => string])[] = [
  [/^How much is this bag\?$/, () => 'このかばんはいくらですか。'],
  [/^Please open (\S+) now\.$/, () => '今すぐ$1を開いてください。'],
  [/^Please visit (\S+) now\.$/, () => '今すぐ$1をご覧ください。'],
  [
    /^The ball valve is open\.$/,
    (context) => (context.includes('玉形弁') ? '玉形弁が開いています。' : 'ボールバルブが開いています。'),
  ],
  [/^The price is 250 dollars\.$/, () => '価格は520ドルです。'],
  [/^The red lamp is on the left side\.$/, () => '赤いランプは左側にあります。'],
];

function answerTo(messages: readonly Message[]): string {
  const sentence = messages.at(-1)?.content ?? '';
  const context = messages.map(({ content }) => content).join('\n');
  for (const [pattern, write] of KNOWN) {
    if (pattern.test(sentence)) return sentence.replace(pattern, write(context));
  }
  return 'すみません、分かりません。';
}

/** @param key what callers have to show; empty: nothing */
export async function startChatPeer(key: string): Promise<Peer> {
  const control = new PeerControl();
  const app = Fastify({
    forceCloseConnections: true,
    ajv: { customOptions: { strict: false, coerceTypes: false, removeAdditional: false } },
  });
  app.addSchema(spec);
  app.post<{ Body: { model: string; messages: Message[] } }>(
    '/v1/chat/completions',
    { schema: { body: { $ref: 'openai#/$defs/CreateChatCompletionRequest' } } },
    async (request, reply) => {
      control.note({ ...request.body, traceparent: request.headers.traceparent });
      if (key !== '' && request.headers.authorization !== `Bearer ${key}`) {
        return reply.code(401).send({ error: { message: 'wrong key', type: 'invalid_request_error' } });
      }
      if (await control.misbehave(reply)) return reply;
      const { model, messages } = request.body;
      const answer = answerTo(messages);
      const content =
        control.behaviour.kind === 'broken-placeholders'
          ? answer.replace(/\P{L}?\d\P{L}?/u, '')
          : `<think>Easy.</think>\n${answer}`;
      return {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: Math.floor(Date.now() / 1000),
        model,
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content, refusal: null },
            logprobs: null,
            finish_reason: 'stop',
          },
        ],
        usage: { prompt_tokens: 40, completion_tokens: 10, total_tokens: 50 },
      };
    },
  );
  return await listening(app, control, '/v1');
}
