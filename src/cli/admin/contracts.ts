import { Failure } from '../../failure.js';
import { CONTRACT_KINDS, ENGINES } from '../../store/schema/index.js';
import type { AdminAction } from '../admin.js';
import { choiceFlag, contractWord, numberFlag, organizationOf, word } from './arguments.js';

export const contractActions: Readonly<Record<string, AdminAction>> = {
  'contracts list': {
    usage: 'contracts list --org <id>',
    run: ({ contracts }, args) => contracts.list(organizationOf(args)),
  },
  'contracts create': {
    usage:
      'contracts create <name> --org <id> --engine t4oo|real-time|custom [--kind text|file] [--char-quota <n>] [--rate <n>]',
    run: async ({ contracts, directory }, args) => {
      const engine = choiceFlag(args, 'engine', ENGINES);
      if (engine === undefined) throw new Failure(40200, { message: '--engine is missing.' });
      const { id } = await directory.organization(organizationOf(args));
      return contracts.create(id, {
        name: word(args, 'The name'),
        kind: choiceFlag(args, 'kind', CONTRACT_KINDS) ?? 'text',
        engine,
        charQuota: numberFlag(args, 'char-quota'),
        ratePerMinute: numberFlag(args, 'rate', 8),
      });
    },
  },
  'contracts change': {
    usage:
      'contracts change <contract id> --org <id> [--name <text>] [--char-quota <n>|none] [--rate <n>|none]',
    run: ({ contracts }, args) =>
      contracts.change(organizationOf(args), contractWord(args), {
        name: args.flags.name,
        charQuota: numberFlag(args, 'char-quota'),
        ratePerMinute: numberFlag(args, 'rate', 8),
      }),
  },
  'contracts disable': {
    usage: 'contracts disable <contract id> --org <id>',
    run: ({ contracts }, args) =>
      contracts.change(organizationOf(args), contractWord(args), { enabled: false }),
  },
  'contracts enable': {
    usage: 'contracts enable <contract id> --org <id>',
    run: ({ contracts }, args) =>
      contracts.change(organizationOf(args), contractWord(args), { enabled: true }),
  },
  usage: {
    usage: 'usage --org <id> [--from 2026-01-01] [--to 2026-01-31]',
    run: ({ usage }, args) =>
      usage.report(organizationOf(args), {
        from: args.flags.from,
        to: args.flags.to,
      }),
  },
};
