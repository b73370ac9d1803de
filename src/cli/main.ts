import type { Command } from './command.js';

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.js')).serveCommand,
  worker: async () => (await import('./worker.js')).workerCommand,
  admin: async () => (await import('./admin.js')).adminCommand,
  translate: async () => (await import('./translate.js')).translateCommand,
  model: async () => (await import('./model.js')).modelCommand,
};

async function help(): Promise<void> {
  console.log('kotobashi: a translation service on your own machines\n');
  for (const [name, load] of Object.entries(COMMANDS)) {
    const command = await load();
    console.log(`  ${name.padEnd(10)} ${command.summary}\n             ${command.usage}`);
  }
}

const [name, ...rest] = process.argv.slice(2);
const load = name === undefined ? undefined : COMMANDS[name];
if (load !== undefined) {
  const command = await load();
  process.exitCode = await command.run(rest);
} else if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
  await help();
} else {
  console.error(`kotobashi: there is no command "${name}". Run "kotobashi help" for the list.`);
  process.exitCode = 2;
}
