import { PROFILES } from '../../store/schema/index.js';
import type { AdminAction } from '../admin.js';
import { choiceFlag, keyWord, numberFlag, organizationOf, userOf } from './arguments.js';

export const keyActions: Readonly<Record<string, AdminAction>> = {
  'keys list': {
    usage: 'keys list --org <id> [--user <id>]',
    run: ({ keys }, args) =>
      keys.list(organizationOf(args), args.flags.user === undefined ? undefined : userOf(args)),
  },
  'keys create': {
    usage: 'keys create --org <id> --user <id> [--label <text>] [--profile standard|legacy]',
    run: ({ keys }, args) =>
      keys.create(organizationOf(args), userOf(args), {
        label: args.flags.label,
        profile: choiceFlag(args, 'profile', PROFILES),
      }),
  },
  'keys disable': {
    usage: 'keys disable <access key> --org <id>',
    run: ({ keys }, args) => keys.change(organizationOf(args), keyWord(args), { enabled: false }),
  },
  'keys enable': {
    usage: 'keys enable <access key> --org <id>',
    run: ({ keys }, args) => keys.change(organizationOf(args), keyWord(args), { enabled: true }),
  },
  'keys change': {
    usage: 'keys change <access key> --org <id> [--label <text>] [--profile standard|legacy]',
    run: ({ keys }, args) =>
      keys.change(organizationOf(args), keyWord(args), {
        label: args.flags.label,
        profile: choiceFlag(args, 'profile', PROFILES),
      }),
  },
  'keys rotate': {
    usage: 'keys rotate <access key> --org <id> [--overlap-seconds <n>]',
    run: ({ keys }, args) =>
      keys.rotate(organizationOf(args), keyWord(args), numberFlag(args, 'overlap-seconds') ?? 0),
  },
};
