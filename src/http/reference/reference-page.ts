import { escapeHtml } from '../answer/html.js';
import { type Definitions, outline, type Schema, typeOf } from './schema-outline.js';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content & { readonly description?: string }>>;
}

/** What the page reads of an OpenAPI document. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Definitions };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Everything the page needs is in the page: no script, no font, no address but our own. */
export const REFERENCE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem }
nav { columns: 2; margin: 1rem 0 2rem }
nav a { display: block; text-decoration: none }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .6rem 0 }
summary { cursor: pointer }
summary code { font-weight: 600 }
code, pre { font: 14px/1.5 ui-monospace, monospace }
pre { overflow: auto; padding: .8rem; background: color-mix(in srgb, currentColor 8%, transparent) }
.method { display: inline-block; min-width: 4rem; text-transform: uppercase; font-size: .8rem }
ul { padding-left: 1.2rem }
small, i { opacity: .75 }
h3 { font-size: 1rem; margin: 1rem 0 .2rem }`;

/** The interface as one page, from the document that the same schemas produce which validate requests. */
export function referencePage(document: OpenApi): string {
  const definitions = document.components?.schemas ?? {};
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
  // A tag that nobody described still has its section.
  const described = document.tags ?? [];
  const named = new Set([
    ...described.map(({ name }) => name),
    ...operations.flatMap(({ operation }) => operation.tags ?? []),
  ]);
  const tags = [...named].map((name) => described.find((tag) => tag.name === name) ?? { name });
  const sections = tags.map(({ name, description }: { name: string; description?: string }) => ({
    name,
    description: description ?? '',
    entries: operations.filter(({ operation }) => operation.tags?.includes(name) === true),
  }));
  const title = escapeHtml(document.info.title);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body><h1>${title}</h1><p>${escapeHtml(document.info.description ?? '')}</p>
<p>The same as a document for programs: <a href="/openapi.json">/openapi.json</a>.</p>
<h2>How to sign a request</h2><pre>${escapeHtml(SIGNED_REQUEST)}</pre>
<nav>${sections.map(({ name }) => `<a href="#${anchor(name)}">${escapeHtml(name)}</a>`).join('')}</nav>
${sections
  .map(
    ({ name, description, entries }) =>
      `<section id="${anchor(name)}"><h2>${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>${entries
        .map(({ path, method, operation }) => operationHtml(path, method, operation, definitions))
        .join('')}</section>`,
  )
  .join('\n')}
</body></html>`;
}

const SIGNED_REQUEST = `KEY=…; SECRET=…; TARGET=/api/v1/hello; NONCE=$(date +%s)000
SIGNATURE=$(printf %s "$NONCE$TARGET" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
curl "http://127.0.0.1:8080$TARGET" -H "accessKey: $KEY" -H "nonce: $NONCE" -H "signature: $SIGNATURE"`;

function operationHtml(path: string, method: string, operation: Operation, definitions: Definitions): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required, schema = {} }) =>
      `<li><code>${escapeHtml(name)}</code> <small>${escapeHtml(place)}, ${escapeHtml(typeOf(schema, definitions))}</small>${required === true ? '' : ' <i>optional</i>'} ${escapeHtml(schema.description ?? '')}</li>`,
  );
  const answers = Object.entries(operation.responses ?? {}).map(
    ([status, answer]) => `<h3>Answer ${escapeHtml(status)}</h3>${contentHtml(answer, definitions)}`,
  );
  return `<details><summary><span class="method">${method}</span> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? '')}</summary>
<p>${escapeHtml(operation.description ?? '')}</p>
${parameters.length === 0 ? '' : `<h3>Parameters</h3><ul>${parameters.join('')}</ul>`}
${operation.requestBody === undefined ? '' : `<h3>Body</h3>${contentHtml(operation.requestBody, definitions)}`}
${answers.join('')}</details>`;
}

function contentHtml({ content = {} }: Content, definitions: Definitions): string {
  return Object.entries(content)
    .map(([type, { schema = {} }]) => `<small>${escapeHtml(type)}</small>${outline(schema, definitions)}`)
    .join('');
}

function anchor(name: string): string {
  return name.replaceAll(/[^a-z]+/g, '-');
}
