import { DELIVERY_STATES } from '../../store/schema/index.js';
import type { AdminAction } from '../admin.js';
import { choiceFlag, organizationOf, word } from './arguments.js';

export const callbackActions: Readonly<Record<string, AdminAction>> = {
  'callbacks list': {
    usage: 'callbacks list [--org <id>] [--state dead|pending|delivered|cancelled]   (default: dead)',
    run: ({ deadLetters }, args) => {
      const state = choiceFlag(args, 'state', DELIVERY_STATES);
      return deadLetters.list({
        ...(args.flags.org !== undefined && { orgId: organizationOf(args) }),
        ...(state !== undefined && { state }),
      });
    },
  },
  'callbacks resend': {
    usage: 'callbacks resend <delivery id> | --org <id>   (all dead ones of the organization)',
    run: async ({ deadLetters }, args) => {
      if (args.words.length === 0 && args.flags.org !== undefined) {
        return { resent: await deadLetters.resendAll(organizationOf(args)) };
      }
      await deadLetters.resend(word(args, 'The delivery id'));
      return { resent: 1 };
    },
  },
};
