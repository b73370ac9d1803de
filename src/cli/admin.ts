import { hostname, userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { Failure } from '../base/failure.js';
import { type Accounts, composeAccounts, composeLogger } from '../compose/accounts.js';
import { readSettings } from '../settings/read-settings.js';
import { auditActions } from './admin/audit.js';
import { callbackActions } from './admin/callbacks.js';
import { contractActions } from './admin/contracts.js';
import { demoActions } from './admin/demo.js';
import { keyActions } from './admin/keys.js';
import { modelActions } from './admin/models.js';
import { organizationActions } from './admin/organizations.js';
import { resourceActions } from './admin/resources.js';
import { secretActions } from './admin/secrets.js';
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
  ...organizationActions,
  ...keyActions,
  ...contractActions,
  ...resourceActions,
  ...modelActions,
  ...callbackActions,
  ...auditActions,
  ...demoActions,
  ...secretActions,
};

/** Flags that take a value; every action picks its own. */
const FLAGS = [
  'org',
  'user',
  'label',
  'profile',
  'default-contract',
  'signature',
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
  'strict',
  'search',
  'formats',
  'names',
  'formality',
  'inference',
] as const;

/** Works on the database directly, with or without a running service; prints JSON. */
export const adminCommand: Command = async (args) => {
  const [noun = '', verb = ''] = args;
  const action = ACTIONS[`${noun} ${verb}`] ?? ACTIONS[noun];
  if (action === undefined) {
    const isAsked = noun === '';
    const say = isAsked ? console.log : console.error;
    say('kotobashi admin:\n');
    for (const { usage } of Object.values(ACTIONS)) say(`  ${usage}`);
    // Last, where it is seen below a long list.
    if (!isAsked) say(`\nThere is no "kotobashi admin ${args.slice(0, 2).join(' ')}": see the list above.`);
    return isAsked ? 0 : 2;
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
    const name = named === 2 ? `${noun} ${verb}` : noun;
    return await perform(name, action, { words: positionals, flags });
  } catch (error) {
    if (!(error instanceof Failure) && !(error instanceof TypeError)) throw error;
    console.error(`${error.message}\nUsage: ${action.usage}`);
    return 2;
  }
};

/** Verbs, and nouns without one, that change nothing. */
const READS = /^(?:usage|.* (?:list|show|export|imports|bindings|jobs?|members))$/;

async function perform(name: string, action: AdminAction, args: AdminArgs): Promise<number> {
  const settings = { ...readSettings(), poolSize: 2 };
  const accounts = await composeAccounts(settings, composeLogger({ logLevel: 'warn' }));
  try {
    const answer = await audited(accounts, name, args, () => action.run(accounts, args));
    console.log(JSON.stringify(answer ?? { status: 'success' }, undefined, 2));
    return 0;
  } finally {
    await accounts.close();
  }
}

/** Writes a change into the audit trail, as the interface does; the status is the one the interface would answer. */
async function audited<T>(
  { auditTrail }: Accounts,
  name: string,
  { words, flags }: AdminArgs,
  work: () => Promise<T>,
): Promise<T> {
  if (READS.test(name)) return await work();
  const id = await auditTrail.begin({
    actor: `command of ${userInfo().username}`,
    origin: hostname(),
    action: name,
    orgId: flags.org,
    detail: { words: words.join(' '), ...flags },
  });
  try {
    const answer = await work();
    await auditTrail.end(id, 200);
    return answer;
  } catch (error) {
    await auditTrail.end(id, error instanceof Failure ? error.status : 500);
    throw error;
  }
}
