import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Kotobashi } from '#client';
import { fileName } from '../documents/names.js';
import type { OwnContracts } from './contracts.js';

/**
 * `local`: the server runs on the machine of the agent, by the rights of its user, and takes paths. `inline`: it is reached
 * over HTTP, where a path would read files of somebody else; the file comes inside the request and goes back the same way.
 */
export type FileAccess = 'local' | 'inline';

export interface FileToolParts {
  readonly service: Kotobashi;
  readonly contracts: OwnContracts;
  readonly access: FileAccess;
  readonly languages: { readonly From: z.ZodDefault<z.ZodString>; readonly To: z.ZodString };
  readonly answered: (
    work: () => Promise<{ readonly text: string; readonly details: Record<string, unknown> }>,
  ) => Promise<CallToolResult>;
}

const FORMATS =
  'docx, xlsx, pptx, odt, ods, odp, pdf, html, md, txt, csv, tsv, srt, vtt, xliff, tmx, po, json, arb, yaml, properties, strings or resx';

/** Translates a document with its layout. */
export function fileTool(server: McpServer, parts: FileToolParts): void {
  const { service, contracts, answered } = parts;
  const { From: from, To: to } = parts.languages;
  const translated = async (name: string, content: Uint8Array<ArrayBuffer>, options: FileOptions) =>
    await service.files.translate(
      { name, content },
      { ...options, contractId: await contracts.idFor('file') },
    );
  if (parts.access === 'local') {
    server.registerTool(
      'translate_file',
      {
        title: 'Translate a file',
        description: `Translates a document (${FORMATS}) with its layout and writes it beside the original. Gives the path of the new file.`,
        inputSchema: {
          path: z.string(),
          from,
          to,
          out: z.string().optional().describe('Path of the new file; one that exists is not overwritten.'),
        },
        annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
      },
      ({ path, from, to, out }, { signal }) =>
        answered(async () => {
          const target = out ?? besideOf(path, to);
          if (existsSync(target)) throw new Error(`${target} exists: name another file with out.`);
          const bytes = await translated(basename(path), new Uint8Array(await readFile(path)), {
            from,
            to,
            signal,
          });
          await writeFile(target, bytes, { flag: 'wx' });
          return { text: target, details: { path: target } };
        }),
    );
    return;
  }
  server.registerTool(
    'translate_file',
    {
      title: 'Translate a file',
      description: `Translates a document (${FORMATS}) with its layout. Content goes in and comes back as base64.`,
      inputSchema: {
        name: z.string().describe('With the ending of its format.'),
        content: z.base64(),
        from,
        to,
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ name, content, from, to }, { signal }) =>
      answered(async () => {
        const source = new Uint8Array(Buffer.from(content, 'base64'));
        const clean = fileName(name);
        const bytes = await translated(clean, source, { from, to, signal });
        const details = {
          name: fileName(besideOf(clean, to)),
          content: Buffer.from(bytes).toString('base64'),
        };
        return { text: `${details.name}: ${bytes.length} bytes.`, details };
      }),
  );
}

interface FileOptions {
  readonly from: string;
  readonly to: string;
  readonly signal: AbortSignal;
}

/** report.docx → report_en.docx. */
function besideOf(path: string, to: string): string {
  const ending = extname(path);
  return join(dirname(path), `${basename(path, ending)}_${to}${ending}`);
}
