import type { Command } from './command.js';
import { CONNECTION_USAGE } from './connection.js';

interface Entry {
  readonly summary: string;
  readonly usage: string;
  /** Loaded when it runs: `--help` needs no model and no database. */
  readonly load: () => Promise<Command>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  serve: {
    summary: 'start the service',
    usage: 'kotobashi serve [--demo]   (settings by environment, see docs/reference/settings.md)',
    load: async () => (await import('./serve.js')).serveCommand,
  },
  worker: {
    summary: 'do background work, on this or any other machine with the same database',
    usage: 'kotobashi worker   (settings by environment, see docs/reference/settings.md)',
    load: async () => (await import('./worker.js')).workerCommand,
  },
  inference: {
    summary: 'translate sentences for services on other machines (docs/guides/inference.md)',
    usage: 'kotobashi inference   (settings by environment, see docs/reference/settings.md)',
    load: async () => (await import('./inference.js')).inferenceCommand,
  },
  admin: {
    summary:
      'organizations, users, groups, keys, contracts, usage, phrase pairs, glossaries, custom models and callbacks',
    usage: 'kotobashi admin <what> <do> …   (alone: the list)',
    load: async () => (await import('./admin.js')).adminCommand,
  },
  translate: {
    summary: 'translate documents, folders of them, text given as argument, or standard input, line for line',
    usage:
      'kotobashi translate --from ja --to en [--domain it] [--search fast|best] [--names customary|keep] [--formality auto|polite|plain] [report.docx … folder … [--out report_en.docx or folder] | text …]',
    load: async () => (await import('./translate.js')).translateCommand,
  },
  check: {
    summary: 'say which terms are missing or wrong in translated files (po, xliff, tmx, csv, tsv, xlsx)',
    usage: `kotobashi check app.po … [--from en] [--to ja] [--glossary 3,4] [--field 1] [--json] ${CONNECTION_USAGE}`,
    load: async () => (await import('./check.js')).checkCommand,
  },
  mcp: {
    summary: 'serve the Model Context Protocol to agents and editors, over stdio or HTTP',
    usage: `kotobashi mcp [--http [--host 127.0.0.1] [--port 8081]] [--contract id] ${CONNECTION_USAGE}`,
    load: async () => (await import('./mcp.js')).mcpCommand,
  },
  model: {
    summary: 'list, check or measure models',
    usage: 'kotobashi model list | check [name …] | bench',
    load: async () => (await import('./model.js')).modelCommand,
  },
  backup: {
    summary: 'write everything in the database, and the keys of the data folder, to a file',
    usage: 'kotobashi backup <file>   (settings by environment, see docs/reference/settings.md)',
    load: async () => (await import('./backup.js')).backupCommand,
  },
  restore: {
    summary: 'put a backup into an empty database',
    usage: 'kotobashi restore <file>   (settings by environment; no server may run meanwhile)',
    load: async () => (await import('./backup.js')).restoreCommand,
  },
};

function help(): void {
  console.log('kotobashi: a translation service on your own machines\n');
  for (const [name, { summary, usage }] of Object.entries(COMMANDS)) {
    console.log(`  ${name.padEnd(10)} ${summary}\n             ${usage}`);
  }
}

/** Runs a command. What the person who started it can mend is a sentence; a stack is a fault of ours. */
async function run({ summary, usage, load }: Entry, args: readonly string[]): Promise<number> {
  if (args.some(isHelp)) {
    console.log(`${summary}\n  ${usage}`);
    return 0;
  }
  try {
    const command = await load();
    return await command(args);
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      console.error(`${error.message}\nUsage: ${usage}`);
      return 2;
    }
    const { startSentence } = await import('./start-sentence.js');
    const sentence = startSentence(error);
    if (sentence === undefined) throw error;
    console.error(`kotobashi: ${sentence}`);
    return 1;
  }
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

const [name, ...rest] = process.argv.slice(2);
const entry = name === undefined ? undefined : COMMANDS[name];
if (entry !== undefined) {
  process.exitCode = await run(entry, rest);
} else if (name === undefined || name === 'help' || isHelp(name)) {
  help();
} else if (name === '--version') {
  const { ownVersion } = await import('./own-version.js');
  console.log(ownVersion());
} else {
  console.error(`kotobashi: there is no command "${name}". Run "kotobashi help" for the list.`);
  process.exitCode = 2;
}
