import { escapeHtml } from '../answer/html.js';

/** A JSON Schema as the OpenAPI document holds it; only what the page shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export type Definitions = Readonly<Record<string, Schema>>;

/** Deeper than any body of the interface; a schema that refers to itself ends here. */
const DEEPEST = 8;

/** The members of a body as nested lists of name, type and meaning. */
export function outline(schema: Schema, definitions: Definitions, depth = 0): string {
  const whole = resolve(schema, definitions);
  const inner = whole.items === undefined ? whole : resolve(whole.items, definitions);
  const members = Object.entries(inner.properties ?? {});
  if (members.length === 0 || depth >= DEEPEST) return '';
  const lines = members.map(([name, member]) => {
    const found = resolve(member, definitions);
    const needed = inner.required?.includes(name) === true ? '' : ' <i>optional</i>';
    return `<li><code>${escapeHtml(name)}</code> <small>${escapeHtml(typeOf(found, definitions))}</small>${needed}${about(found)}${outline(found, definitions, depth + 1)}</li>`;
  });
  return `<ul>${lines.join('')}</ul>`;
}

function about({ description }: Schema): string {
  return description === undefined ? '' : ` ${escapeHtml(description)}`;
}

/** The type in a few words, with its limits. */
export function typeOf(schema: Schema, definitions: Definitions): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) {
    return schema.anyOf.map((part) => typeOf(resolve(part, definitions), definitions)).join(' | ');
  }
  const name = typeof schema.type === 'string' ? schema.type : (schema.type ?? ['any']).join(' | ');
  const inner =
    schema.items === undefined ? '' : ` of ${typeOf(resolve(schema.items, definitions), definitions)}`;
  return `${name}${inner}${limitsOf(schema)}`;
}

function limitsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): string {
  const [least, most] = [minimum ?? minLength ?? minItems, maximum ?? maxLength ?? maxItems];
  if (least === undefined && most === undefined) return '';
  return least === undefined
    ? ` (at most ${most})`
    : most === undefined
      ? ` (at least ${least})`
      : ` (${least} to ${most})`;
}

function resolve(schema: Schema, definitions: Definitions): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return (name === undefined ? undefined : definitions[name]) ?? schema;
}
