import type { Command } from './command.js';

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.js')).serveCommand,
  worker: async () => (await import('./worker.js')).workerCommand,
  admin: async () => (await import('./admin.js')).adminCommand,
  translate: async () => (await import('./translate.js')).translateCommand,
  check: async () => (await import('./check.js')).checkCommand,
  model: async () => (await import('./model.js')).modelCommand,
  backup: async () => (await import('./backup.js')).backupCommand,
  restore: async () => (await import('./backup.js')).restoreCommand,
};

async function help(): Promise<void> {
  console.log('kotobashi: a translation service on your own machines\n');
  for (const [name, load] of Object.entries(COMMANDS)) {
    const command = await load();
    console.log(`  ${name.padEnd(10)} ${command.summary}\n             ${command.usage}`);
  }
}

/** Runs a command; an option that it does not know ends with its usage instead of a stack. */
async function run(command: Command, args: readonly string[]): Promise<number> {
  if (args.some(isHelp)) {
    console.log(`${command.summary}\n  ${command.usage}`);
    return 0;
  }
  try {
    return await command.run(args);
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')))
      throw error;
    console.error(`${error.message}\nUsage: ${command.usage}`);
    return 2;
  }
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

const [name, ...rest] = process.argv.slice(2);
const load = name === undefined ? undefined : COMMANDS[name];
if (load !== undefined) {
  process.exitCode = await run(await load(), rest);
} else if (name === undefined || name === 'help' || isHelp(name)) {
  await help();
} else {
  console.error(`kotobashi: there is no command "${name}". Run "kotobashi help" for the list.`);
  process.exitCode = 2;
}
