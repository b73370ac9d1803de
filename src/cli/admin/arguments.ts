import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Failure } from '../../base/failure.js';
import type { ContractId } from '../../base/ids.js';
import type { Accounts } from '../../compose/accounts.js';
import { accessKey, contractId, groupId, orgId, userId } from '../../http/routes/admin/shapes.js';
import type { AdminAction, AdminArgs } from '../admin.js';

/** Reads arguments by the schemas of the admin interface, so that both doors take the same values. */
function read<Shape extends TSchema>(shape: Shape, value: unknown, name: string): Static<Shape> {
  if (value === undefined) throw new Failure('argumentMissing', { message: `${name} is missing.` });
  if (!Value.Check(shape, value)) throw new Failure('argumentInvalid', { message: `${name} is not valid.` });
  return value;
}

export const organizationOf = (args: AdminArgs) => read(orgId, args.flags.org, '--org');
export const userOf = (args: AdminArgs) => read(userId, args.flags.user, '--user');
export const organizationWord = (args: AdminArgs) => read(orgId, args.words[0], 'The organization id');
export const userWord = (args: AdminArgs) => read(userId, args.words[0], 'The user id');
export const groupWord = (args: AdminArgs) => read(groupId, args.words[0], 'The group id');
export const keyWord = (args: AdminArgs) => read(accessKey, args.words[0], 'The access key');
export const contractWord = (args: AdminArgs) => read(contractId, args.words[0], 'The contract id');
/** A contract id, `none` for null, or undefined when the flag was not given. */
export function contractFlag(args: AdminArgs, name: string): ContractId | null | undefined {
  const text = args.flags[name];
  if (text === undefined) return undefined;
  return text === 'none' ? null : read(contractId, text, `--${name}`);
}

/** A word of the command, by its place. */
export function word({ words }: AdminArgs, name: string, place = 0): string {
  const text = words[place];
  if (text === undefined || text === '')
    throw new Failure('argumentMissing', { message: `${name} is missing.` });
  return text;
}

/** A command that switches something on, and its counterpart. */
export function switches(
  noun: string,
  what: string,
  run: (accounts: Accounts, args: AdminArgs, enabled: boolean) => Promise<unknown>,
): Record<string, AdminAction> {
  return {
    [`${noun} disable`]: {
      usage: `${noun} disable ${what}`,
      run: (accounts, args) => run(accounts, args, false),
    },
    [`${noun} enable`]: {
      usage: `${noun} enable ${what}`,
      run: (accounts, args) => run(accounts, args, true),
    },
  };
}

/** A whole number, `none` for null, or undefined when the flag was not given. */
export function numberFlag(args: AdminArgs, name: string, digits = 15): number | null | undefined {
  const text = args.flags[name];
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  if (!/^\d+$/.test(text) || text.length > digits)
    throw new Failure('argumentInvalid', { message: `--${name} must be a whole number or "none".` });
  return Number(text);
}

export function choiceFlag<Value extends string>(
  args: AdminArgs,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const text = args.flags[name];
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text);
  if (found === undefined)
    throw new Failure('argumentInvalid', { message: `--${name} must be one of ${values.join(', ')}.` });
  return found;
}
