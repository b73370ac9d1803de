import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { ConnectionError, type Kotobashi, ServiceError } from '#client';
import { OwnContracts } from './contracts.js';
import { type FileAccess, fileTool } from './file-tool.js';

export interface McpParts {
  readonly service: Kotobashi;
  /** Where files are: on the machine of the agent, or inside the request. */
  readonly files: FileAccess;
  /** Text contract that the user has named. */
  readonly contractId?: string | undefined;
  readonly version: string;
}

const From = z.string().default('auto').describe('Source language: ja, en, zh-CN, zh-TW, zh-HK, or auto.');
const To = z.string().describe('Target language: ja, en, zh-CN, zh-TW or zh-HK.');
const Formality = z
  .enum(['auto', 'polite', 'plain'])
  .optional()
  .describe('Register of Japanese translations; default: by the contract.');
const LONGEST_CONTEXT = 2_000;
const MOST_ALTERNATIVES = 4;
const MOST_LISTED = 100;

const INSTRUCTIONS =
  'Translation between Japanese, English and Chinese on the own machines of the user; nothing leaves them. Terms that were added are used in every later translation.';

/** A server of the Model Context Protocol in the name of one caller of the service. */
export function mcpServer(parts: McpParts): McpServer {
  const { service, version } = parts;
  const contracts = new OwnContracts(service, parts.contractId);
  const server = new McpServer({ name: 'kotobashi', version }, { instructions: INSTRUCTIONS });

  server.registerTool(
    'translate',
    {
      title: 'Translate text',
      description:
        'Translates text. Line breaks, mark-up, placeholders and the terms of the user are kept. Gives the translation and, for each sentence, how good it looks.',
      inputSchema: {
        text: z.string().min(1),
        from: From,
        to: To,
        fieldId: z.string().default('1').describe('Subject field; 1 is general text.'),
        alternatives: z.number().int().min(0).max(MOST_ALTERNATIVES).default(0),
        formality: Formality,
        context: z.string().max(LONGEST_CONTEXT).optional().describe('Text before it: read, not translated.'),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ text, ...options }, { signal }) =>
      answered(async () => {
        const contractId = await contracts.idFor('text');
        const { texts, explain } = await service.translations.explain([text], {
          ...options,
          contractId,
          signal,
        });
        const [explanation] = explain;
        return {
          text: texts[0] ?? '',
          details: { detectedLang: explanation?.detectedLang, sentences: explanation?.sentences ?? [] },
        };
      }),
  );

  fileTool(server, { service, contracts, access: parts.files, languages: { From, To }, answered });

  server.registerTool(
    'find_terms',
    {
      title: 'Look up terms',
      description: 'Finds terms of the user dictionary whose source or target holds the given text.',
      inputSchema: { query: z.string().default('').describe('Part of a term; empty for all.') },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ query }, { signal }) =>
      answered(async () => {
        const wanted = query.trim().toLowerCase();
        const all = await service.dictionary.list({ signal });
        const found = all.filter(({ fromText, toText }) =>
          [fromText, toText].some((side) => side.toLowerCase().includes(wanted)),
        );
        const terms = found.slice(0, MOST_LISTED);
        const lines = terms.map(
          (term) => `${term.fromLang} ${term.fromText} → ${term.toLang} ${term.toText}`,
        );
        return {
          text: lines.join('\n') || 'There is no such term.',
          details: { found: found.length, terms },
        };
      }),
  );

  server.registerTool(
    'add_term',
    {
      title: 'Add a term',
      description:
        'Adds a term to the user dictionary, or gives an existing one a new translation. It counts from the next translation on.',
      inputSchema: {
        fromLang: z.string(),
        fromText: z.string().min(1).max(255),
        toLang: z.string(),
        toText: z.string().min(1).max(255),
      },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    (term, { signal }) =>
      answered(async () => {
        await service.dictionary.add(term, { signal });
        return { text: `${term.fromText} is ${term.toText} from now on.`, details: { term } };
      }),
  );

  server.registerTool(
    'check_terms',
    {
      title: 'Check a translation against the glossary',
      description: 'Says which terms of dictionary and glossaries are missing or wrong in a translation.',
      inputSchema: { source: z.string().min(1), target: z.string(), from: z.string(), to: To },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ source, target, from, to }, { signal }) =>
      answered(async () => {
        const { terms, findings } = await service.terms.check([{ source, target }], { from, to, signal });
        const lines = findings.map(({ found, toText, instead }) =>
          instead === undefined
            ? `"${found}" has to be "${toText}", which is missing.`
            : `"${found}" has to be "${toText}", not "${instead}".`,
        );
        return {
          text: lines.join('\n') || `All ${terms} terms are as they should be.`,
          details: { terms, findings },
        };
      }),
  );
  return server;
}

interface ToolAnswer {
  readonly text: string;
  readonly details: Record<string, unknown>;
}

/** What the service refuses is told to the agent, which may put it right; anything else is a fault. */
async function answered(work: () => Promise<ToolAnswer>): Promise<CallToolResult> {
  try {
    const { text, details } = await work();
    return { content: [{ type: 'text', text }], structuredContent: details };
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof ConnectionError)) throw error;
    return { content: [{ type: 'text', text: error.message }], isError: true };
  }
}
