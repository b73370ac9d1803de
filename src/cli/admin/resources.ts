import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../base/failure.js';
import type { OrganizationId } from '../../base/ids.js';
import type { Accounts } from '../../compose/accounts.js';
import { ENCODINGS } from '../../interchange/encoding.js';
import { migrateQueue } from '../../queue/enqueue.js';
import { KINDS, type ListKind } from '../../resources/entries/list-kind.js';
import type { ImportReport } from '../../resources/imports/imports.js';
import type { AdminAction, AdminArgs } from '../admin.js';
import { Progress } from '../progress.js';
import { choiceFlag, organizationOf, word } from './arguments.js';
import { readTable, tableFile, writeTable } from './table-files.js';

/** Phrase-pair dictionaries and glossaries: the same verbs for both. */
export const resourceActions: Readonly<Record<string, AdminAction>> = {
  ...listActions('phrase-dictionary'),
  ...listActions('glossary'),
  'imports list': {
    usage: 'imports list --org <id>',
    run: ({ imports }, args) => imports.all(organizationOf(args)),
  },
  'imports show': {
    usage: 'imports show <import id> --org <id>',
    run: ({ imports }, args) => imports.find(organizationOf(args), word(args, 'The import id')),
  },
};

function listActions(kind: ListKind): Record<string, AdminAction> {
  const noun = KINDS[kind].path;
  return {
    [`${noun} list`]: {
      usage: `${noun} list --org <id>`,
      run: ({ lists }, args) => lists.all(organizationOf(args), kind),
    },
    [`${noun} create`]: {
      usage: `${noun} create <name> --org <id>`,
      run: async ({ organizationAdmin, lists }, args) => {
        const { id } = await organizationAdmin.organization(organizationOf(args));
        return lists.create(id, kind, word(args, 'The name'));
      },
    },
    [`${noun} rename`]: {
      usage: `${noun} rename <id> <new name> --org <id>`,
      run: ({ lists }, args) =>
        lists.rename(organizationOf(args), kind, idOf(args), word(args, 'The new name', 1)),
    },
    [`${noun} delete`]: {
      usage: `${noun} delete <id> --org <id>`,
      run: ({ lists }, args) => lists.remove(organizationOf(args), kind, idOf(args)),
    },
    [`${noun} clear`]: {
      usage: `${noun} clear <id> --org <id>`,
      run: ({ entries }, args) => entries.clear({ kind, orgId: organizationOf(args), listId: idOf(args) }),
    },
    [`${noun} import`]: {
      usage: `${noun} import <id> <file> --org <id> [--from ja --to en] [--format tsv|csv|tmx|xlsx] [--encoding shift_jis]`,
      run: (accounts, args) => importTable(accounts, kind, args),
    },
    [`${noun} export`]: {
      usage: `${noun} export <id> <file> --org <id> [--format tsv|csv|tmx|xlsx]`,
      run: async ({ lists }, args) => {
        const { id, name, entries } = await lists.find(organizationOf(args), kind, idOf(args));
        const file = await writeTable(args, lists.walk(organizationOf(args), kind, id));
        return { id, name, entries, file };
      },
    },
    [`${noun} bindings`]: {
      usage: `${noun} bindings <id> --org <id>`,
      run: async ({ lists, bindings }, args) => {
        const list = await lists.find(organizationOf(args), kind, idOf(args));
        return bindings.of(organizationOf(args), kind, list.id);
      },
    },
    [`${noun} bind`]: {
      usage: `${noun} bind <id> --org <id> [--user <id> | --group <id>] [--field <id>]`,
      run: ({ bindings }, args) => {
        const { user: userId, group: groupId, field: fieldId } = args.flags;
        return bindings.bind(organizationOf(args), kind, idOf(args), { userId, groupId, fieldId });
      },
    },
    [`${noun} unbind`]: {
      usage: `${noun} unbind <id> <binding id> --org <id>`,
      run: ({ bindings }, args) =>
        bindings.unbind(organizationOf(args), kind, idOf(args), whole(word(args, 'The binding id', 1))),
    },
  };
}

/** Works on the import itself, so that it ends with the command even when no service is running. */
async function importTable(accounts: Accounts, kind: ListKind, args: AdminArgs): Promise<ImportReport> {
  const orgId = organizationOf(args);
  const { path, format } = tableFile(args);
  const { from, to } = args.flags;
  const encoding = choiceFlag(args, 'encoding', ENCODINGS);
  const request = {
    format,
    bytes: await readTable(path),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(encoding !== undefined && { encoding }),
  };
  await migrateQueue(accounts.store.pool);
  const report = await accounts.imports.submit(orgId, kind, idOf(args), request);
  if (isEnded(report)) return report;
  // Only now: loading the workers takes longer than most commands.
  const { withImportWorker } = await import('../../compose/workers.js');
  return withImportWorker(accounts, () => ended(accounts, orgId, report.importId));
}

const POLL_MS = 500;

/** Waits for an import, whoever works on it: this command, or a service that was quicker. */
async function ended({ imports }: Accounts, orgId: OrganizationId, importId: string): Promise<ImportReport> {
  const progress = new Progress('rows');
  try {
    for (;;) {
      const report = await imports.find(orgId, importId);
      if (isEnded(report)) return report;
      progress.update(report.done, report.total);
      await sleep(POLL_MS);
    }
  } finally {
    progress.end();
  }
}

function isEnded({ state }: ImportReport): boolean {
  return state === 'finished' || state === 'failed';
}

function idOf(args: AdminArgs): number {
  return whole(word(args, 'The id'));
}

function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new Failure('argumentInvalid', { message: `"${text}" is not an id: ids are whole numbers.` });
  return Number(text);
}
