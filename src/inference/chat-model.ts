import Type from 'typebox';
import type { Lang } from '../base/lang.js';
import { withLocalPunctuation } from '../marks/punctuation.js';
import {
  type CallOptions,
  type SentenceRequest,
  type SentenceResult,
  type Steering,
  UNSCORED,
} from '../model/model-port.js';
import { type TraceSpan, traced } from '../tracing/trace-span.js';
import type { HttpClient } from '../upstream/http-client.js';
import type { Upstream } from '../upstream/upstream.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import type { Observe } from '../upstream/upstream-event.js';
import { chatPrompt, PROMPT_VERSION } from './chat-prompt.js';
import { FairLimiter } from './fair-limiter.js';
import type { Fit, RemoteTranslator } from './remote-translator.js';

export interface ChatModelParts {
  /** As the endpoint calls it. */
  readonly model: string;
  /** Addresses up to and including `/v1`. */
  readonly upstream: Upstream;
  readonly client: HttpClient;
  /** Sentences with the endpoint at a time. */
  readonly concurrency: number;
  /** Sentences that may wait. */
  readonly queueLimit: number;
  readonly observe: Observe;
}

/** Of the answer, what is read (CreateChatCompletionResponse of the OpenAI interface). */
const Completion = Type.Object({
  choices: Type.Array(
    Type.Object({
      finish_reason: Type.String(),
      message: Type.Object({ content: Type.String() }),
    }),
    { minItems: 1 },
  ),
  usage: Type.Optional(
    Type.Object({ prompt_tokens: Type.Number(), completion_tokens: Type.Optional(Type.Number()) }),
  ),
});

/** Tokens of a translation per character of its source, and beyond that: a model that does not stop is stopped. */
const TOKENS_PER_CHARACTER = 2;
const SPARE_TOKENS = 64;
/** A second try of the same prompt would otherwise get the same answer. */
const SECOND_TRY_TEMPERATURE = 0.5;

/** A large language model behind an OpenAI-compatible chat endpoint (vLLM, llama.cpp, TGI): one conversation per sentence. */
export class ChatModel implements RemoteTranslator {
  readonly #parts: ChatModelParts;
  readonly #limiter: FairLimiter;

  constructor(parts: ChatModelParts) {
    this.#parts = parts;
    this.#limiter = new FairLimiter(parts.concurrency, parts.queueLimit);
  }

  fit({ source, isRetry }: SentenceRequest): Fit {
    // Nothing to translate: a model asked anyway would invent something.
    if (source.every((part) => part.kind === 'text' && part.text.trim() === '')) return 'not';
    return isRetry === true ? 'poorly' : 'well';
  }

  version(_from: Lang, _to: Lang): string {
    return `${this.#parts.model}/${PROMPT_VERSION}`;
  }

  steering(_from: Lang, to: Lang): Steering {
    return { register: to === 'ja', before: true };
  }

  async translate(
    sentences: readonly SentenceRequest[],
    options: CallOptions,
  ): Promise<readonly (SentenceResult | UpstreamError)[]> {
    return await this.#limiter.all(
      sentences.map((request) => () => this.#sentence(request, options)),
      options,
    );
  }

  async close(): Promise<void> {
    await this.#parts.client.close();
  }

  async #sentence(
    request: SentenceRequest,
    { signal, trace }: CallOptions,
  ): Promise<SentenceResult | UpstreamError> {
    const { upstream } = this.#parts;
    try {
      return await traced(trace, 'chat', (span) =>
        upstream.call((address, limit) => this.#ask(request, address, span, limit), signal),
      );
    } catch (error) {
      if (error instanceof UpstreamError) return error;
      throw error;
    }
  }

  async #ask(
    request: SentenceRequest,
    address: string,
    span: TraceSpan | undefined,
    signal: AbortSignal,
  ): Promise<SentenceResult> {
    const { model, client, observe, upstream } = this.#parts;
    const { messages, read } = chatPrompt(request);
    const characters = messages.at(-1)?.content.length ?? 0;
    const { choices, usage } = await client.post(`${address}/chat/completions`, {
      message: {
        model,
        messages,
        temperature: this.fit(request) === 'well' ? 0 : SECOND_TRY_TEMPERATURE,
        max_tokens: SPARE_TOKENS + TOKENS_PER_CHARACTER * characters,
        stream: false,
      },
      shape: Completion,
      signal,
      traceparent: span?.traceparent,
    });
    const [choice] = choices;
    if (choice === undefined || (choice.finish_reason !== 'stop' && choice.finish_reason !== 'length')) {
      throw new UpstreamError('malformed', `${address} ended with ${choice?.finish_reason}.`);
    }
    const tokens = usage?.completion_tokens ?? 0;
    observe({
      kind: 'tokens',
      upstream: upstream.name,
      prompt: usage?.prompt_tokens ?? 0,
      completion: tokens,
    });
    return {
      target: withLocalPunctuation(read(choice.message.content), request.to),
      score: UNSCORED,
      tokens,
      finish: choice.finish_reason === 'stop' ? 'end' : 'length',
      alternatives: [],
      models: [model],
    };
  }
}
