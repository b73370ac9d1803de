import { failureOf, type ServiceFailure, Unreachable } from './failure.js';

/** A custom model as `GET /training/models` lists it. */
export interface Model {
  readonly mid: string;
  readonly name: string;
  readonly field: string;
  readonly firstLang: string;
  readonly secondLang: string;
}

export interface ExampleLine {
  readonly source: string;
  readonly reference: string;
  readonly before: string;
  readonly after: string;
}

export interface Evaluation {
  readonly pairs: number;
  /** chrF, 0 to 100. */
  readonly before: number;
  readonly after: number;
  readonly examples: readonly ExampleLine[];
}

export interface Term {
  readonly fromText: string;
  readonly toText: string;
  readonly count: number;
  /** 0 to 1. */
  readonly share: number;
}

export interface ModelDetail extends Model {
  /** 0 until the first training has finished. */
  readonly version: number;
  readonly evaluation: Evaluation | null;
  readonly terms: readonly Term[];
}

export type JobState = 'queued' | 'preparing' | 'training' | 'evaluating' | 'finished' | 'failed';

export interface Job extends Model {
  readonly jobStatus: JobState;
  readonly errorCode: number | null;
  readonly errorMessage: string | null;
  /** 0 to 100. */
  readonly progress: number;
  readonly upload: {
    readonly pairs: number;
    readonly repeated: number;
    readonly badRows: number;
    readonly examples: readonly { readonly line: number; readonly reason: string }[];
  };
}

export interface Field {
  readonly lid: string;
  readonly name: { readonly en: string; readonly ja: string };
  readonly parent_lid: string;
  readonly trainable: boolean;
}

export interface Training {
  readonly file: File;
  readonly firstLang: string;
  readonly secondLang: string;
  readonly field: string;
  readonly name: string;
  readonly contractId: string;
}

export interface Translation {
  readonly text: string;
  readonly detectedLang: string;
}

export interface TranslationRequest {
  readonly fieldId: string;
  readonly text: string;
  readonly sourceLang: string;
  readonly targetLang: string;
  readonly contractId: string;
}

/** A working day. */
const TOKEN_SECONDS = 8 * 3600;

/** Exchanges the keys for a token; the secret goes nowhere else. */
export async function signIn(accessKey: string, secretKey: string): Promise<string> {
  const body = JSON.stringify({ accessKey, secretKey, duration: TOKEN_SECONDS });
  const answer = await ask<{ data: { encodedJWT: string } }>('token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return answer.data.encodedJWT;
}

/** The public interface, as far as this page uses it, in the name of whoever signed in. */
export class Service {
  constructor(
    private readonly token: string,
    /** Told when the service no longer accepts the token. */
    private readonly onRefused: (failure: ServiceFailure) => void,
  ) {}

  models(signal: AbortSignal): Promise<readonly Model[]> {
    return this.#ask('training/models', { signal });
  }

  model(mid: string, signal: AbortSignal): Promise<ModelDetail> {
    return this.#ask(`training/model/${encodeURIComponent(mid)}`, { signal });
  }

  job(jid: string, signal: AbortSignal): Promise<Job> {
    return this.#ask(`training/job/${encodeURIComponent(jid)}`, { signal });
  }

  cancel(jid: string): Promise<Job> {
    return this.#ask(`training/job/${encodeURIComponent(jid)}`, { method: 'DELETE' });
  }

  fields(from: string, to: string, signal: AbortSignal): Promise<readonly Field[]> {
    const [sourceLang, targetLang] = [encodeURIComponent(from), encodeURIComponent(to)];
    return this.#ask(`training/fields/sourceLang/${sourceLang}/targetLang/${targetLang}`, { signal });
  }

  /** Codes of the languages that models can be trained for. */
  async languages(signal: AbortSignal): Promise<readonly string[]> {
    const { data } = await this.#ask<{ data: { languages: { abbreviation: string }[] } }>(
      'languages/engine/custom',
      { signal },
    );
    return data.languages.map(({ abbreviation }) => abbreviation);
  }

  /** Gives the id of the job. */
  async train({ file, ...fields }: Training): Promise<string> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) if (value !== '') form.set(name, value);
    // Last: the service reads the fields that stand before the file.
    form.set('file', file, file.name);
    const { jid } = await this.#ask<{ jid: string }>('training/train', { method: 'POST', body: form });
    return jid;
  }

  async translate({ text, ...request }: TranslationRequest): Promise<Translation> {
    interface Answer {
      readonly data: {
        readonly translationResult: readonly { readonly translatedText: string }[];
        readonly explain: readonly { readonly detectedLang: string }[];
      };
    }
    const { data } = await this.#ask<Answer>('translate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...request, text: [text], autoSplit: true }),
    });
    return {
      text: data.translationResult[0]?.translatedText ?? '',
      detectedLang: data.explain[0]?.detectedLang ?? request.sourceLang,
    };
  }

  async #ask<Answer>(path: string, init: RequestInit): Promise<Answer> {
    const headers = { ...init.headers, authorization: `Bearer ${this.token}`, 'x-explain': '1' };
    return await ask<Answer>(path, { ...init, headers }, (failure) => {
      if (failure.endsSession) this.onRefused(failure);
    });
  }
}

/** The page and the service come from one build: a successful answer has the shape that the interface documents. */
async function ask<Answer>(
  path: string,
  init: RequestInit,
  onFailure: (failure: ServiceFailure) => void = () => undefined,
): Promise<Answer> {
  const response = await reach(new URL(`../api/v1/${path}`, document.baseURI), init);
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body as Answer;
  const failure = failureOf(response.status, body);
  onFailure(failure);
  throw failure;
}

async function reach(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, cache: 'no-store', credentials: 'omit' });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new Unreachable('No answer came.', { cause });
  }
}
