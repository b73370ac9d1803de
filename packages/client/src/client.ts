import { Account } from './account.js';
import { type Authentication, FixedToken, type Keys, RenewedToken, RequestSigner } from './authentication.js';
import { Callback } from './callback.js';
import { Dictionary } from './dictionary.js';
import { Files } from './files.js';
import { type Answer, OperationCaller, type RequestOptions } from './operation.js';
import { Terms } from './terms.js';
import { Training } from './training.js';
import { type LongTranslationOptions, type TranslationResult, Translations } from './translation.js';
import { signalOf, type TranslationOptions } from './translation-body.js';
import { type RetryOptions, Transport } from './transport.js';
import { WordList, type WordPlace } from './word-list.js';

export interface ClientOptions {
  /** Address of the service, for instance `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** `sign` signs every request and is the default; `token` exchanges the keys for tokens and renews them. */
  readonly authentication: (Keys & { readonly method?: 'sign' | 'token' }) | { readonly token: string };
  /** Used where a call names none. */
  readonly contractId?: string;
  readonly retry?: RetryOptions;
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch;
}

export type Language = Answer<'GET /api/v1/languages'>['data']['languages'][number];
export type Field = Answer<'GET /api/v1/field/list'>['data']['fields'][number];

/** Half an hour, the default of the service. */
const TOKEN_SECONDS = 1800;

/**
 * A Kotobashi service.
 *
 * @example
 * const kotobashi = new Kotobashi({ baseUrl: 'http://127.0.0.1:8080', authentication: { accessKey, secretKey }, contractId });
 * console.log(await kotobashi.translate('このかばんはいくらですか。', { to: 'en' }));
 */
export class Kotobashi {
  readonly translations: Translations;
  readonly files: Files;
  readonly dictionary: Dictionary;
  /** Holds translations against dictionary and glossaries. */
  readonly terms: Terms;
  readonly training: Training;
  /** Contracts, usage, and the ids of glossaries and phrase pairs. */
  readonly account: Account;
  readonly callback: Callback;
  /** Every operation of the OpenAPI document by name, typed. */
  readonly operations: OperationCaller;

  constructor(options: ClientOptions) {
    this.operations = callerOf(options, authenticationOf(options));
    this.translations = new Translations(this.operations, options.contractId);
    this.files = new Files(this.operations, options.contractId);
    this.account = new Account(this.operations);
    this.dictionary = new Dictionary(this.operations);
    this.terms = new Terms(this.operations);
    this.training = new Training(this.operations, options.contractId);
    this.callback = new Callback(this.operations);
  }

  /** Search, change, import and export of a dictionary, glossary or phrase-pair dictionary. */
  words(place: WordPlace): WordList {
    return new WordList(this.operations, place);
  }

  /** Translates one text. */
  translate(text: string, options: TranslationOptions): Promise<string>;
  /** Translates several texts; the result has them in the same order. */
  translate(texts: readonly string[], options: TranslationOptions): Promise<TranslationResult>;
  async translate(
    text: string | readonly string[],
    options: TranslationOptions,
  ): Promise<string | TranslationResult> {
    if (typeof text !== 'string') return await this.translations.translate(text, options);
    return only(await this.translations.translate([text], options));
  }

  /** Translates a text of any length: small ones at once, large ones through the queue, with progress. */
  translateLong(text: string, options: LongTranslationOptions): Promise<string>;
  translateLong(texts: readonly string[], options: LongTranslationOptions): Promise<TranslationResult>;
  async translateLong(
    text: string | readonly string[],
    options: LongTranslationOptions,
  ): Promise<string | TranslationResult> {
    if (typeof text !== 'string') return await this.translations.translateLong(text, options);
    return only(await this.translations.translateLong([text], options));
  }

  async languages(options: RequestOptions = {}): Promise<readonly Language[]> {
    return (await this.operations.call('GET /api/v1/languages', options)).answer.data.languages;
  }

  /** The specialised fields of the phrase-pair engine. */
  async fields(language: 'en' | 'ja', options: RequestOptions = {}): Promise<readonly Field[]> {
    const query = { engine: 't4oo', language } as const;
    return (await this.operations.call('GET /api/v1/field/list', { query, ...options })).answer.data.fields;
  }
}

function only({ texts }: TranslationResult): string {
  const [text] = texts;
  if (text === undefined) throw new Error('The service answered without a translation.');
  return text;
}

function callerOf(
  options: Pick<ClientOptions, 'baseUrl' | 'retry' | 'fetch'>,
  authentication: Authentication,
): OperationCaller {
  const { baseUrl, retry, fetch } = options;
  return new OperationCaller(
    new Transport({ baseUrl, authentication, ...(retry && { retry }), ...(fetch && { fetch }) }),
  );
}

function authenticationOf(options: ClientOptions): Authentication {
  const { authentication } = options;
  if ('token' in authentication) return new FixedToken(authentication.token);
  if (authentication.method !== 'token') return new RequestSigner(authentication);
  return new RenewedToken(() => signIn({ ...options, keys: authentication }), TOKEN_SECONDS);
}

export interface SignInOptions extends Pick<ClientOptions, 'baseUrl' | 'retry' | 'fetch'>, RequestOptions {
  readonly keys: Keys;
  /** How long the token is good for, at most a day. Default 1,800. */
  readonly seconds?: number;
}

/**
 * Exchanges keys for a token: for pages, which hand it to a client of their own and keep no secret.
 *
 * @example
 * const token = await signIn({ baseUrl, keys: { accessKey, secretKey }, seconds: 8 * 3600 });
 * const kotobashi = new Kotobashi({ baseUrl, authentication: { token } });
 */
export async function signIn({ keys, seconds = TOKEN_SECONDS, ...options }: SignInOptions): Promise<string> {
  const unsigned = callerOf(options, { headers: async () => ({}), refused: () => false });
  const body = { accessKey: keys.accessKey, secretKey: keys.secretKey, duration: seconds };
  const { answer } = await unsigned.call('POST /api/v1/token', {
    body,
    repeatable: true,
    ...signalOf(options),
  });
  return answer.data.encodedJWT;
}
