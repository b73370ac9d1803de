import { parseArgs } from 'node:util';
import { type Accounts, composeAccounts, composeLogger } from '../compose-accounts.js';
import { readSettings } from '../config.js';
import { Failure } from '../failure.js';
import { callbackActions } from './admin/callbacks.js';
import { contractActions } from './admin/contracts.js';
import { directoryActions } from './admin/directory.js';
import { keyActions } from './admin/keys.js';
import { modelActions } from './admin/models.js';
import { resourceActions } from './admin/resources.js';
import type { Command } from './command.js';

/** What was typed behind `kotobashi admin <noun> <verb>`. */
export interface AdminArgs {
  /** Positional words, in order. */
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | undefined>>;
}

/** One thing an operator can do; answers what is printed. */
export interface AdminAction {
  readonly usage: string;
  run(accounts: Accounts, args: AdminArgs): Promise<unknown>;
}

const ACTIONS: Readonly<Record<string, AdminAction>> = {
  ...directoryActions,
  ...keyActions,
  ...contractActions,
  ...resourceActions,
  ...modelActions,
  ...callbackActions,
};

/** Flags that take a value; every action picks its own. */
const FLAGS = [
  'org',
  'user',
  'label',
  'profile',
  'overlap-seconds',
  'kind',
  'engine',
  'char-quota',
  'rate',
  'name',
  'from',
  'to',
  'key',
  'contract',
  'group',
  'field',
  'format',
  'encoding',
  'state',
] as const;

/** Works on the database directly, with or without a running service; prints JSON. */
export const adminCommand: Command = {
  summary:
    'organizations, users, groups, keys, contracts, usage, phrase pairs, glossaries, custom models and callbacks',
  usage: 'kotobashi admin <what> <do> …   (alone: the list)',
  async run(args) {
    const [noun = '', verb = ''] = args;
    const action = ACTIONS[`${noun} ${verb}`] ?? ACTIONS[noun];
    if (action === undefined) {
      console.log('kotobashi admin:\n');
      for (const { usage } of Object.values(ACTIONS)) console.log(`  ${usage}`);
      return noun === '' ? 0 : 2;
    }
    const named = ACTIONS[`${noun} ${verb}`] !== undefined ? 2 : 1;
    try {
      const { values, positionals } = parseArgs({
        args: args.slice(named),
        options: Object.fromEntries(FLAGS.map((flag) => [flag, { type: 'string' as const }])),
        allowPositionals: true,
      });
      const flags: Record<string, string | undefined> = {};
      for (const [name, value] of Object.entries(values)) if (typeof value === 'string') flags[name] = value;
      return await perform(action, { words: positionals, flags });
    } catch (error) {
      if (!(error instanceof Failure) && !(error instanceof TypeError)) throw error;
      console.error(`${error.message}\nUsage: ${action.usage}`);
      return 2;
    }
  },
};

async function perform(action: AdminAction, args: AdminArgs): Promise<number> {
  const settings = { ...readSettings(), poolSize: 2 };
  const accounts = await composeAccounts(settings, composeLogger({ logLevel: 'warn' }));
  try {
    const answer = await action.run(accounts, args);
    console.log(JSON.stringify(answer ?? { status: 'success' }, undefined, 2));
    return 0;
  } finally {
    await accounts.close();
  }
}
