import { Failure } from '../../base/failure.js';
import type { AdminAction, AdminArgs } from '../admin.js';

export const auditActions: Readonly<Record<string, AdminAction>> = {
  'audit list': {
    usage: 'audit list [--org <id>] [--from <day>] [--to <day>]   (the newest 500)',
    run: ({ auditTrail }, args) => auditTrail.list(filterOf(args)),
  },
  'audit export': {
    usage: 'audit export [--org <id>] [--from <day>] [--to <day>]   (all of them)',
    run: async ({ auditTrail }, args) => {
      const entries = [];
      for await (const entry of auditTrail.walk(filterOf(args))) entries.push(entry);
      return entries;
    },
  },
};

function filterOf({ flags }: AdminArgs) {
  const day = (name: 'from' | 'to', time: string) => {
    const text = flags[name];
    if (text === undefined) return undefined;
    const moment = new Date(`${text}T${time}Z`);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(moment.getTime())) {
      throw new Failure('argumentInvalid', { message: `--${name} must be a day such as 2026-01-31.` });
    }
    return moment;
  };
  return { orgId: flags.org, from: day('from', '00:00:00'), to: day('to', '23:59:59.999') };
}
