/** Types of the operations, made from the OpenAPI document of a running service. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly description?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** One member per operation, named `METHOD /path`. */
export function generateTypes(document: OpenApiDocument): string {
  const members: string[] = [];
  for (const [path, methods] of Object.entries(document.paths).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!path.startsWith('/api/v1/') && !path.startsWith('/admin/')) continue;
    for (const [method, operation] of Object.entries(methods).sort(([a], [b]) => (a < b ? -1 : 1))) {
      members.push(memberOf(`${method.toUpperCase()} ${path}`, operation, document));
    }
  }
  return [
    '// Made from the OpenAPI document: npx vitest run test/client/types.test.ts -u',
    '',
    'export interface Operations {',
    ...members,
    '}',
    '',
  ].join('\n');
}

function memberOf(name: string, operation: Operation, document: OpenApiDocument): string {
  const type = (schema: Schema) => typeOf(schema, document, 2);
  const parameters = (place: string) => {
    const found = (operation.parameters ?? []).filter(({ in: at }) => at === place);
    if (found.length === 0) return 'undefined';
    return `{ ${found.map((one) => `${quoted(one.name)}${one.required ? '' : '?'}: ${type(one.schema)}`).join('; ')} }`;
  };
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const answers = Object.entries(operation.responses ?? {})
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content?.['application/json']?.schema)
    .filter((schema) => schema !== undefined)
    .map(type);
  return [
    ...(operation.summary === undefined ? [] : [`  /** ${operation.summary}. */`]),
    `  '${name}': {`,
    `    params: ${parameters('path')};`,
    `    query: ${parameters('query')};`,
    `    body: ${body === undefined ? 'undefined' : type(body)};`,
    `    answer: ${answers.length === 0 ? 'unknown' : [...new Set(answers)].join(' | ')};`,
    '  };',
  ].join('\n');
}

function typeOf(schema: Schema, document: OpenApiDocument, depth: number): string {
  if (schema.$ref !== undefined) {
    const target = document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''];
    if (target === undefined) throw new Error(`${schema.$ref} is not in the document.`);
    return typeOf(target, document, depth);
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const).replaceAll('"', "'");
  if (schema.enum !== undefined)
    return schema.enum.map((one) => JSON.stringify(one).replaceAll('"', "'")).join(' | ');
  if (schema.anyOf !== undefined) {
    return [...new Set(schema.anyOf.map((one) => typeOf(one, document, depth)))].join(' | ');
  }
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => typeOf({ ...schema, type }, document, depth)).join(' | ');
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${schema.items === undefined ? 'unknown' : typeOf(schema.items, document, depth)})[]`;
    case 'object':
      return objectType(schema, document, depth);
    default:
      return 'unknown';
  }
}

function objectType(schema: Schema, document: OpenApiDocument, depth: number): string {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const optional = schema.required?.includes(name) ? '' : '?';
    return `${'  '.repeat(depth + 1)}readonly ${quoted(name)}${optional}: ${typeOf(member, document, depth + 1)};`;
  });
  const others = schema.patternProperties
    ? Object.values(schema.patternProperties)[0]
    : typeof schema.additionalProperties === 'object'
      ? schema.additionalProperties
      : undefined;
  if (members.length === 0) {
    return `Readonly<Record<string, ${others === undefined ? 'unknown' : typeOf(others, document, depth)}>>`;
  }
  return `{\n${members.join('\n')}\n${'  '.repeat(depth)}}`;
}

function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
}
