/** As much of a JSON schema as the maker of requests looks at. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly multipart: boolean;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}

/** Every operation of the document that the service gives about itself, and some paths that do not exist. */
export async function operationsOf(url: string): Promise<readonly Operation[]> {
  const operations: Operation[] = [
    { method: 'GET', path: '/no/such/path', parameters: [], body: undefined, multipart: false },
    { method: 'POST', path: '/api/v1/hello', parameters: [], body: {}, multipart: false },
    { method: 'POST', path: '/api/v1/training/train', parameters: [], body: undefined, multipart: true },
  ];
  for (const [path, methods] of Object.entries((await documentOf(url)).paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
      const content = requestBody?.content ?? {};
      operations.push({
        method: method.toUpperCase(),
        path,
        parameters,
        body: content['application/json']?.schema,
        multipart: content['multipart/form-data'] !== undefined,
      });
    }
  }
  return operations;
}

async function documentOf(url: string): Promise<Document> {
  return JSON.parse(await (await fetch(`${url}/openapi.json`)).text());
}
