import type { AdminAction } from '../admin.js';
import {
  groupWord,
  organizationOf,
  organizationWord,
  switches,
  userOf,
  userWord,
  word,
} from './arguments.js';

export const organizationActions: Readonly<Record<string, AdminAction>> = {
  'organizations list': {
    usage: 'organizations list',
    run: ({ organizationAdmin }) => organizationAdmin.organizations(),
  },
  'organizations create': {
    usage: 'organizations create <name>',
    run: ({ organizationAdmin }, args) => organizationAdmin.createOrganization(word(args, 'The name')),
  },
  ...switches('organizations', '<organization id>', ({ organizationAdmin }, args, enabled) =>
    organizationAdmin.enableOrganization(organizationWord(args), enabled),
  ),
  'users list': {
    usage: 'users list --org <id>',
    run: ({ organizationAdmin }, args) => organizationAdmin.users(organizationOf(args)),
  },
  'users create': {
    usage: 'users create <name> --org <id>',
    run: ({ organizationAdmin }, args) =>
      organizationAdmin.createUser(organizationOf(args), word(args, 'The name')),
  },
  ...switches('users', '<user id> --org <id>', ({ organizationAdmin }, args, enabled) =>
    organizationAdmin.enableUser(organizationOf(args), userWord(args), enabled),
  ),
  'groups list': {
    usage: 'groups list --org <id>',
    run: ({ organizationAdmin }, args) => organizationAdmin.groups(organizationOf(args)),
  },
  'groups create': {
    usage: 'groups create <name> --org <id>',
    run: ({ organizationAdmin }, args) =>
      organizationAdmin.createGroup(organizationOf(args), word(args, 'The name')),
  },
  'groups delete': {
    usage: 'groups delete <group id> --org <id>',
    run: ({ organizationAdmin }, args) =>
      organizationAdmin.deleteGroup(organizationOf(args), groupWord(args)),
  },
  'groups add': {
    usage: 'groups add <group id> --user <user id> --org <id>',
    run: ({ organizationAdmin }, args) =>
      organizationAdmin.addMember(organizationOf(args), groupWord(args), userOf(args)),
  },
  'groups remove': {
    usage: 'groups remove <group id> --user <user id> --org <id>',
    run: ({ organizationAdmin }, args) =>
      organizationAdmin.removeMember(organizationOf(args), groupWord(args), userOf(args)),
  },
};
