import ajvCompiler from '@fastify/ajv-compiler';
import { expect } from 'vitest';
import type { Answer, CallOptions, Tenant, TestApp } from '../setup/app.js';
import { keyOf } from './compat/vendor-keys.js';

/** What is answered is judged as it is, by code that runs too seldom for making it shorter to be worth its while. */
const AS_SENT = {
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  strict: false,
  code: { optimize: false },
} as const;

interface Described {
  readonly operationId?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

export interface WalkOptions extends Omit<CallOptions, 'method'> {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: FormData;
}

type ValidatorCompiler = ReturnType<ReturnType<typeof ajvCompiler>>;

/** Calls operations of the OpenAPI document, holds each answer against what the document says, and knows which were called. */
export class OpenApiWalk {
  readonly called = new Set<string>();
  readonly #app: TestApp;
  readonly #tenant: Tenant;
  readonly #document: Document;
  readonly #validatorOf: ValidatorCompiler;
  /** By pointer into the document: some answers come dozens of times. */
  readonly #validators = new Map<string, ReturnType<ValidatorCompiler>>();

  constructor(app: TestApp, tenant: Tenant, document: Document) {
    this.#app = app;
    this.#tenant = tenant;
    this.#document = document;
    this.#validatorOf = ajvCompiler()(
      { document: { $id: 'document', ...document } },
      { customOptions: AS_SENT },
    );
  }

  /** `METHOD /path` of all that is described. */
  operations(): readonly string[] {
    return Object.entries(this.#document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
  }

  describedAs(operation: string): Described {
    const [method = '', path = ''] = operation.split(' ');
    const found = this.#document.paths[path]?.[method.toLowerCase()];
    if (found === undefined) throw new Error(`${operation} is not described.`);
    return found;
  }

  /** A call that has to succeed, by somebody who may make it. */
  async succeed(operation: string, options: WalkOptions = {}): Promise<Answer> {
    const answer = await this.call(operation, options, this.#credentials(operation));
    expect(answer.status, `${operation}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    this.called.add(operation);
    return answer;
  }

  /** A call that has to be refused. */
  async fail(operation: string, options: WalkOptions, credentials?: Record<string, string>): Promise<Answer> {
    const answer = await this.call(operation, options, credentials ?? this.#credentials(operation));
    expect(answer.status, `${operation}: ${JSON.stringify(answer.body)}`).toBeGreaterThanOrEqual(400);
    return answer;
  }

  /** A call that finds nothing: a list of it may be empty. */
  async refusedOrEmpty(operation: string, options: WalkOptions): Promise<Answer> {
    return await this.call(operation, options, this.#credentials(operation));
  }

  async call(
    operation: string,
    { params = {}, query, form, ...options }: WalkOptions,
    credentials: Record<string, string> | undefined,
  ): Promise<Answer> {
    const [method = '', path = ''] = operation.split(' ');
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? 'x'));
    const target = query === undefined ? filled : `${filled}?${new URLSearchParams(query)}`;
    const sent = {
      ...options,
      ...(form && (await encoded(form))),
      method: method as NonNullable<CallOptions['method']>,
    };
    const headers = { ...('headers' in sent ? sent.headers : {}), ...options.headers, ...credentials };
    const answer =
      credentials === undefined
        ? await this.#app.call(this.#tenant, target, { ...sent, headers })
        : await this.#app.send(target, { ...sent, headers });
    this.#check(operation, answer);
    return answer;
  }

  /** Undefined: signed by the tenant. */
  #credentials(operation: string): Record<string, string> | undefined {
    const [first = {}] = this.describedAs(operation).security ?? [{}];
    if ('admin' in first) return { authorization: `Bearer ${this.#app.service.adminToken}` };
    if ('deeplKey' in first) return { authorization: `DeepL-Auth-Key ${keyOf(this.#tenant)}` };
    if ('googleKey' in first) return { 'x-goog-api-key': keyOf(this.#tenant) };
    if ('microsoftKey' in first) return { 'ocp-apim-subscription-key': keyOf(this.#tenant) };
    return 'accessKey' in first ? undefined : {};
  }

  #check(operation: string, { status, headers, body }: Answer): void {
    const { responses } = this.describedAs(operation);
    const key = String(status) in responses ? String(status) : `${String(status)[0]}XX`;
    const described = responses[key];
    expect(described, `${operation} answers ${status}, which is not described`).toBeDefined();
    const type = headers['content-type']?.split(';', 1)[0] ?? '';
    const { content = {} } = described ?? {};
    const known = [type, '*/*'].find((name) => name in content);
    if (status === 204) return;
    expect(known, `${operation} answers ${status} as ${type}, which is not described`).toBeDefined();
    if (known !== 'application/json') return;
    const [method = '', path = ''] = operation.split(' ');
    const pointer = ['paths', path, method.toLowerCase(), 'responses', key, 'content', known, 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const schema = { $ref: `document#/${pointer}` };
    const validate = this.#validators.get(pointer) ?? this.#validatorOf({ schema, method: '', url: '' });
    this.#validators.set(pointer, validate);
    expect(
      validate(body),
      `${operation} ${status}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(body)}`,
    ).toBe(true);
  }
}

async function encoded(form: FormData): Promise<Pick<CallOptions, 'body' | 'headers'>> {
  const response = new Response(form);
  return {
    body: new Uint8Array(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  };
}

/** A form of texts and one file. */
export function formOf(
  field: string,
  file: { readonly name: string; readonly content: string },
  texts: Readonly<Record<string, string>> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  form.append(field, new Blob([file.content]), file.name);
  return form;
}
