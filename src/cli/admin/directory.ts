import type { AdminAction } from '../admin.js';
import { groupWord, organizationOf, organizationWord, userOf, userWord, word } from './arguments.js';

export const directoryActions: Readonly<Record<string, AdminAction>> = {
  'organizations list': {
    usage: 'organizations list',
    run: ({ directory }) => directory.organizations(),
  },
  'organizations create': {
    usage: 'organizations create <name>',
    run: ({ directory }, args) => directory.createOrganization(word(args, 'The name')),
  },
  'organizations disable': {
    usage: 'organizations disable <organization id>',
    run: ({ directory }, args) => directory.enableOrganization(organizationWord(args), false),
  },
  'organizations enable': {
    usage: 'organizations enable <organization id>',
    run: ({ directory }, args) => directory.enableOrganization(organizationWord(args), true),
  },
  'users list': {
    usage: 'users list --org <id>',
    run: ({ directory }, args) => directory.users(organizationOf(args)),
  },
  'users create': {
    usage: 'users create <name> --org <id>',
    run: ({ directory }, args) => directory.createUser(organizationOf(args), word(args, 'The name')),
  },
  'users disable': {
    usage: 'users disable <user id> --org <id>',
    run: ({ directory }, args) => directory.enableUser(organizationOf(args), userWord(args), false),
  },
  'users enable': {
    usage: 'users enable <user id> --org <id>',
    run: ({ directory }, args) => directory.enableUser(organizationOf(args), userWord(args), true),
  },
  'groups list': {
    usage: 'groups list --org <id>',
    run: ({ directory }, args) => directory.groups(organizationOf(args)),
  },
  'groups create': {
    usage: 'groups create <name> --org <id>',
    run: ({ directory }, args) => directory.createGroup(organizationOf(args), word(args, 'The name')),
  },
  'groups delete': {
    usage: 'groups delete <group id> --org <id>',
    run: ({ directory }, args) => directory.deleteGroup(organizationOf(args), groupWord(args)),
  },
  'groups add': {
    usage: 'groups add <group id> --user <user id> --org <id>',
    run: ({ directory }, args) => directory.addMember(organizationOf(args), groupWord(args), userOf(args)),
  },
  'groups remove': {
    usage: 'groups remove <group id> --user <user id> --org <id>',
    run: ({ directory }, args) => directory.removeMember(organizationOf(args), groupWord(args), userOf(args)),
  },
};
