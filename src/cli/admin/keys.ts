import type { KeyOptions } from '../../accounts/key-admin.js';
import { PROFILES } from '../../store/schema/index.js';
import type { AdminAction, AdminArgs } from '../admin.js';
import {
  choiceFlag,
  contractFlag,
  keyWord,
  numberFlag,
  organizationOf,
  switches,
  userOf,
} from './arguments.js';

const OPTIONS =
  '[--label <text>] [--profile standard|legacy] [--default-contract <id>|none] [--signature any|v2]';

function optionsOf(args: AdminArgs): KeyOptions {
  const signature = choiceFlag(args, 'signature', ['any', 'v2']);
  return {
    label: args.flags.label,
    profile: choiceFlag(args, 'profile', PROFILES),
    defaultContractId: contractFlag(args, 'default-contract'),
    requiresV2: signature === undefined ? undefined : signature === 'v2',
  };
}

export const keyActions: Readonly<Record<string, AdminAction>> = {
  'keys list': {
    usage: 'keys list --org <id> [--user <id>]',
    run: ({ keyAdmin }, args) =>
      keyAdmin.list(organizationOf(args), args.flags.user === undefined ? undefined : userOf(args)),
  },
  'keys create': {
    usage: `keys create --org <id> --user <id> ${OPTIONS}`,
    run: ({ keyAdmin }, args) => keyAdmin.create(organizationOf(args), userOf(args), optionsOf(args)),
  },
  ...switches('keys', '<access key> --org <id>', ({ keyAdmin }, args, enabled) =>
    keyAdmin.change(organizationOf(args), keyWord(args), { enabled }),
  ),
  'keys change': {
    usage: `keys change <access key> --org <id> ${OPTIONS}`,
    run: ({ keyAdmin }, args) => keyAdmin.change(organizationOf(args), keyWord(args), optionsOf(args)),
  },
  'keys rotate': {
    usage: 'keys rotate <access key> --org <id> [--overlap-seconds <n>]',
    run: ({ keyAdmin }, args) =>
      keyAdmin.rotate(organizationOf(args), keyWord(args), numberFlag(args, 'overlap-seconds') ?? 0),
  },
};
