import type { ContractTerms } from '../../accounts/contracts.js';
import { ENGINES, FORMALITIES, FORMATS, INFERENCES, NAME_MODES, SEARCHES } from '../../base/engine.js';
import { Failure } from '../../base/failure.js';
import { CONTRACT_KINDS } from '../../store/schema/index.js';
import type { AdminAction, AdminArgs } from '../admin.js';
import { choiceFlag, contractWord, numberFlag, organizationOf, switches, word } from './arguments.js';

const TERMS =
  '[--strict on|off] [--search fast|best] [--formats keep|convert] [--names customary|keep] [--formality auto|polite|plain] [--inference local|pool|chat]';

function termsOf(args: AdminArgs): ContractTerms {
  const strict = choiceFlag(args, 'strict', ['on', 'off']);
  return {
    charQuota: numberFlag(args, 'char-quota'),
    ratePerMinute: numberFlag(args, 'rate', 8),
    strict: strict && strict === 'on',
    search: choiceFlag(args, 'search', SEARCHES),
    formats: choiceFlag(args, 'formats', FORMATS),
    names: choiceFlag(args, 'names', NAME_MODES),
    formality: choiceFlag(args, 'formality', FORMALITIES),
    inference: choiceFlag(args, 'inference', INFERENCES),
  };
}

export const contractActions: Readonly<Record<string, AdminAction>> = {
  'contracts list': {
    usage: 'contracts list --org <id>',
    run: ({ contracts }, args) => contracts.list(organizationOf(args)),
  },
  'contracts create': {
    usage: `contracts create <name> --org <id> --engine t4oo|real-time|custom [--kind text|file] [--char-quota <n>] [--rate <n>] ${TERMS}`,
    run: async ({ contracts, organizationAdmin }, args) => {
      const engine = choiceFlag(args, 'engine', ENGINES);
      if (engine === undefined) throw new Failure('argumentMissing', { message: '--engine is missing.' });
      const { id } = await organizationAdmin.organization(organizationOf(args));
      return contracts.create(id, {
        name: word(args, 'The name'),
        kind: choiceFlag(args, 'kind', CONTRACT_KINDS) ?? 'text',
        engine,
        ...termsOf(args),
      });
    },
  },
  'contracts change': {
    usage: `contracts change <contract id> --org <id> [--name <text>] [--char-quota <n>|none] [--rate <n>|none] ${TERMS}`,
    run: ({ contracts }, args) =>
      contracts.change(organizationOf(args), contractWord(args), {
        name: args.flags.name,
        ...termsOf(args),
      }),
  },
  ...switches('contracts', '<contract id> --org <id>', ({ contracts }, args, enabled) =>
    contracts.change(organizationOf(args), contractWord(args), { enabled }),
  ),
  usage: {
    usage: 'usage --org <id> [--from 2026-01-01] [--to 2026-01-31]',
    run: ({ usage }, args) =>
      usage.report(organizationOf(args), {
        from: args.flags.from,
        to: args.flags.to,
      }),
  },
};
