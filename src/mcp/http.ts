import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { Kotobashi } from '#client';
import { isLoopback } from '../base/loopback.js';
import { PARSE_ERROR, rpcFailure, SERVER_ERROR } from './rpc-failure.js';
import { mcpServer } from './tools.js';

export interface McpHttpOptions {
  readonly host: string;
  readonly port: number;
  /** Address of the translation service. */
  readonly url: string;
  /** Serves requests without a token; given only where nobody but the user of this machine can send them. */
  readonly own?: Kotobashi | undefined;
  readonly contractId?: string | undefined;
  readonly version: string;
}

/** A document as base64, and what stands around it. */
const LARGEST_BODY_BYTES = 64 * 1024 ** 2;

/**
 * The protocol over HTTP (Streamable HTTP, without sessions): each request stands for itself and acts in the name of its bearer
 * token, a token of the translation service. On loopback, requests from web pages are refused: a page that
 * knows the port could otherwise use the keys of this user (DNS rebinding, cross-site requests).
 */
export async function listen(
  options: McpHttpOptions,
): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    serve(request, response, options).catch(() => {
      if (!response.headersSent) refuse(response, 500, 'The request failed.');
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, () => resolve());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { server, url: `http://${host}:${address.port}/mcp` };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: McpHttpOptions,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://any');
  if (pathname !== '/mcp') return refuse(response, 404, 'The protocol is served at /mcp.');
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return refuse(response, 405, 'Send requests by POST: there are no sessions.');
  }
  if (!isFromHere(request, options.host))
    return refuse(response, 403, 'Requests from other sites are refused.');
  const service = serviceFor(request, options);
  if (service === undefined) {
    response.setHeader('www-authenticate', 'Bearer');
    return refuse(response, 401, 'Send Authorization: Bearer with a token of POST /api/v1/token.');
  }
  const body = await bodyOf(request);
  if (body === undefined) return refuse(response, 413, 'The request is too large.');
  const message = parsed(body);
  if (message === undefined) {
    return refuse(
      response,
      400,
      'The body is not valid JSON: check its quotes, commas and brackets.',
      PARSE_ERROR,
    );
  }
  const { version, contractId } = options;
  const mcp = mcpServer({ service, files: 'inline', version, contractId });
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => void mcp.close());
  await mcp.connect(transport);
  await transport.handleRequest(request, response, message.value);
}

/** In the name of the token; without one, of the user whose machine this is. */
function serviceFor({ headers }: IncomingMessage, { url, own }: McpHttpOptions): Kotobashi | undefined {
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token === undefined ? own : new Kotobashi({ baseUrl: url, authentication: { token } });
}

function isFromHere({ headers }: IncomingMessage, host: string): boolean {
  if (!isLoopback(host)) return true;
  if (headers.origin !== undefined) return false;
  const [, name = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(headers.host ?? '') ?? [];
  return isLoopback(name);
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const piece: Buffer = part;
    bytes += piece.length;
    if (bytes > LARGEST_BODY_BYTES) return undefined;
    parts.push(piece);
  }
  return Buffer.concat(parts).toString();
}

/** Undefined where it is no JSON; null is a value like others. */
function parsed(body: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  code: Parameters<typeof rpcFailure>[1] = SERVER_ERROR,
): void {
  const body = JSON.stringify(rpcFailure(message, code));
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
