import type { Operations } from './generated.js';
import type { Transport } from './transport.js';

export type OperationName = keyof Operations;
export type Body<Name extends OperationName> = Operations[Name]['body'];
export type Answer<Name extends OperationName> = Operations[Name]['answer'];

export interface RequestOptions {
  /** Ends the request, its retries and its waits. */
  readonly signal?: AbortSignal;
}

export interface OperationInput<Name extends OperationName> extends RequestOptions {
  readonly params?: Operations[Name]['params'];
  readonly query?: Operations[Name]['query'];
  readonly body?: Operations[Name]['body'];
  readonly form?: FormData;
  /** A file that is the body itself. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** A path that answers in the same way; default: the one of the name. */
  readonly at?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: every method but POST. */
  readonly repeatable?: boolean;
}

export interface OperationResult<Name extends OperationName> {
  readonly status: number;
  readonly answer: Answer<Name>;
}

/** Calls operations by the name that the OpenAPI document gives them; the types come from there. */
export class OperationCaller {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async call<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name> = {},
  ): Promise<OperationResult<Name>> {
    const { status, body } = await this.#transport.json(callOf(name, input));
    return { status, answer: body as Answer<Name> };
  }

  /** The answer with its body unread. */
  open<Name extends OperationName>(name: Name, input: OperationInput<Name> = {}): Promise<Response> {
    return this.#transport.send(callOf(name, input));
  }

  async bytes<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name> = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const response = await this.open(name, input);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** A file under the name that the service gives it. */
  async file<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name> = {},
  ): Promise<{ readonly name: string; readonly blob: Blob }> {
    const response = await this.open(name, input);
    return { name: attachedName(response.headers.get('content-disposition')), blob: await response.blob() };
  }
}

/** The name in a Content-Disposition header as this service writes it. */
function attachedName(header: string | null): string {
  return decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(header ?? '')?.[1] ?? 'download');
}

function callOf<Name extends OperationName>(name: Name, input: OperationInput<Name>) {
  const [method = '', template = ''] = name.split(' ');
  const body =
    input.form ?? input.bytes ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  return {
    method,
    target: targetOf(input.at ?? template, input.params ?? {}, input.query ?? {}),
    repeatable: input.repeatable ?? method !== 'POST',
    ...(body !== undefined && { body }),
    ...(input.headers && { headers: input.headers }),
    ...(input.signal && { signal: input.signal }),
  };
}

function targetOf(template: string, params: object, query: object): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(Reflect.get(params, name))),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  // A plus sign would be signed as such and read as a blank.
  const text = search.toString().replaceAll('+', '%20');
  return text === '' ? path : `${path}?${text}`;
}
