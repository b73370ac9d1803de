import type { Auth } from './fuzz-auth.js';
import type { Operation, Parameter, Schema } from './fuzz-operations.js';
import type { Random } from './random.js';
import type { Tenant } from './tenant.js';

export interface MadeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

const STRINGS: readonly string[] = [
  ...['', ' ', 'a', 'ja', 'en', 'zh', 'ZH-tw', 'auto', '1', '-1', '0', 'M0000001', 'J00000001', 'L100001'],
  ...['2026-01-31', '0000-01-01', '9999-12-31', '2026-02-31', 'true', 'null', '../../etc/passwd', "'; --"],
  ...[
    'aaaaaaaaaaaa',
    'この文を訳してください。',
    'Hello.',
    '<b>x',
    '{"a":1}',
    '\u0301'.repeat(50),
    '😀',
    '\uFEFF',
  ],
  ...[
    '9223372036854775808',
    '1e400',
    'x'.repeat(300),
    '・'.repeat(2_000),
    '00000000-0000-4000-8000-000000000000',
  ],
  ...['http://127.0.0.1/', 'https://example.com/hook', 'javascript:alert(1)'],
];
const NUMBERS: readonly number[] = [0, 1, -1, 0.5, 60, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308];
const ODD: readonly unknown[] = [null, true, false, [], {}, [[]], { a: { b: [] } }, [null], 'x', 1];
/** Of all forms with files. */
const FORM_FIELDS: readonly string[] = [
  ...['firstLang', 'secondLang', 'field', 'name', 'contractId'],
  ...['source', 'target', 'api_key', 'source_lang', 'target_lang', 'filename', 'glossary_id'],
];
const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'];
const TYPES: readonly string[] = [
  ...['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/octet-stream'],
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'application/xml', ''],
  'application/x-www-form-urlencoded',
];
const NOBODY = { organizationId: '', accessKey: '', contractId: '' };
/** How often a value is of the kind that the schema asks for. */
const RIGHT_KIND = 0.85;

/** Makes one request from a seed. */
export class RequestMaker {
  readonly #random: Random;
  readonly #auth: Auth;
  readonly #tenants: readonly Tenant[];
  #tenant: Tenant | undefined;

  /** @param tenants the caller, and one whom the operator's requests may take apart */
  constructor(random: Random, auth: Auth, tenants: readonly Tenant[]) {
    this.#random = random;
    this.#auth = auth;
    this.#tenants = tenants;
  }

  make(operations: readonly Operation[]): MadeRequest {
    const random = this.#random;
    const operation = random.pick(operations);
    const method = random.chance(0.95) ? operation.method : random.pick(METHODS);
    this.#tenant = this.#tenants[operation.path.startsWith('/admin') ? 1 : 0];
    const path = this.#path(operation);
    const hasBody = method !== 'GET' && method !== 'HEAD' && random.chance(0.95);
    const { body, type } = hasBody ? this.#body(operation) : { body: undefined, type: '' };
    const headers: Record<string, string> = { ...this.#auth.headers(random, path) };
    if (type !== '') headers['content-type'] = type;
    if (random.chance(0.1)) headers['x-explain'] = random.pick(['1', '0', '']);
    return { method, path, headers, body };
  }

  #path({ path, parameters }: Operation): string {
    const filled = path.replace(/\{(\w+)\}|:(\w+)/g, (_, first?: string, second?: string) =>
      encodeURIComponent(this.#named(first ?? second ?? '')),
    );
    const query = parameters
      .filter((parameter) => parameter.in === 'query' && this.#random.chance(0.7))
      .map((parameter) => `${parameter.name}=${encodeURIComponent(this.#parameter(parameter))}`);
    return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
  }

  #parameter({ name, schema }: Parameter): string {
    const { enum: allowed } = schema;
    if (allowed !== undefined && this.#random.chance(RIGHT_KIND)) return String(this.#random.pick(allowed));
    return this.#named(name);
  }

  /** Ids that exist, most of the time. */
  #named(name: string): string {
    const { organizationId: orgId, accessKey, contractId } = this.#tenant ?? NOBODY;
    const known: Readonly<Record<string, string>> = {
      orgId,
      accessKey,
      contractId,
      api_key: this.#auth.vendorKey,
    };
    const right = known[name];
    return right !== undefined && this.#random.chance(RIGHT_KIND) ? right : this.#random.pick(STRINGS);
  }

  #body(operation: Operation): { body: string | Uint8Array<ArrayBuffer>; type: string } {
    const random = this.#random;
    if (operation.multipart) return this.#form();
    if (operation.body === undefined) {
      const bytes = new TextEncoder().encode(random.pick(STRINGS).repeat(random.below(4)));
      return { body: bytes, type: random.pick(TYPES) };
    }
    const text = JSON.stringify(this.#value(operation.body, '')) ?? 'null';
    const broken = random.chance(0.03) ? text.slice(0, random.below(text.length + 1)) : text;
    return { body: broken, type: random.chance(0.97) ? 'application/json' : random.pick(TYPES) };
  }

  /** Whole, or cut off anywhere. */
  #form(): { body: string; type: string } {
    const random = this.#random;
    const part = (name: string, content: string, file = '') =>
      `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
    const rows = Array.from(
      { length: random.below(4) },
      () => `${random.pick(STRINGS)}\t${random.pick(STRINGS)}`,
    );
    const fields = FORM_FIELDS.filter(() => random.chance(0.8)).map((name) => part(name, this.#named(name)));
    const form = `${fields.join('')}${part('file', rows.join('\n'), `; filename="a.${random.pick(['tsv', 'csv', 'tmx', 'xlsx', 'exe'])}"`)}--x--\r\n`;
    return {
      body: random.chance(0.5) ? form : form.slice(0, random.below(form.length)),
      type: 'multipart/form-data; boundary=x',
    };
  }

  #value(schema: Schema, name: string): unknown {
    const random = this.#random;
    if (random.chance(1 - RIGHT_KIND) && name !== '')
      return random.pick<unknown>([...ODD, ...STRINGS, ...NUMBERS]);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return random.pick(schema.enum);
    if (schema.anyOf !== undefined) return this.#value(random.pick(schema.anyOf), name);
    switch (schema.type) {
      case 'object':
        return this.#object(schema);
      case 'array':
        return Array.from({ length: random.below(4) }, () => this.#value(schema.items ?? {}, 'item'));
      case 'integer':
      case 'number':
        return random.pick(NUMBERS);
      case 'boolean':
        return random.chance(0.5);
      case 'null':
        return null;
      default:
        return this.#named(name);
    }
  }

  #object({ properties = {}, required = [] }: Schema): object {
    const entries = Object.entries(properties)
      .filter(([name]) => this.#random.chance(required.includes(name) ? 0.95 : 0.5))
      .map(([name, schema]) => [name, this.#value(schema, name)]);
    return Object.fromEntries(entries);
  }
}
