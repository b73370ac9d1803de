import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyReply } from 'fastify';
import type { ApiInstance } from './parts.js';

/** Where `npm run build` puts the console, beside the compiled service. */
const BUILT = fileURLToPath(new URL('../console/', import.meta.url));
const INDEX = 'index.html';
/** Names of files below `assets/` change with their content. */
const FOREVER = 'public, max-age=31536000, immutable';
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Forms are sent by the script alone: without it a secret must not end up in an address. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface PageFile {
  /** Below `/console/`. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * The web page, from memory: a handful of files is read at the start, and each is a route of its own. No path that a
 * caller sends ever becomes the name of a file, and what is not there is answered like every unknown path.
 */
export async function consolePages(
  app: ApiInstance,
  { folder = BUILT }: { readonly folder?: string },
): Promise<void> {
  const files = builtFiles(folder);
  if (files.length > 0) {
    // Relative, for proxies that add a prefix.
    app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('console/'));
  }
  for (const { path, type, bytes } of files) {
    const isIndex = path === INDEX;
    app.get(`/console/${isIndex ? '' : path}`, { schema: { hide: true } }, async (request, reply) => {
      // The page names its files relative to its folder; relative here too, for proxies that add a prefix.
      const [asked] = request.url.split('?', 1);
      if (asked === '/console') return reply.redirect('console/');
      guard(reply);
      return reply
        .header('cache-control', isIndex ? 'no-cache' : FOREVER)
        .type(type)
        .send(bytes);
    });
  }
}

function guard(reply: FastifyReply): void {
  reply.headers({
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
}

/** Nothing when the console was not built, as where the service runs from its sources. */
function builtFiles(folder: string): readonly PageFile[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        const type = CONTENT_TYPES[extname(file)];
        if (type === undefined) throw new Error(`The console holds a file of an unknown kind: ${entry.name}`);
        return { path: relative(folder, file).replaceAll(sep, '/'), type, bytes: readFileSync(file) };
      });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
