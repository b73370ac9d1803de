import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import { routesOf } from '../../shapes.js';

/** Shapes that the requests share. Forms know texts only, so that flags and lists come as texts too. */

export const Flag = Type.Union([Type.Boolean(), Type.String({ description: '1 or 0.' })]);
export const TagNames = Type.Union([
  Type.Array(Type.String()),
  Type.String({ description: 'Names joined by commas.' }),
]);

export const DEEPL = { tags: ['DeepL'], security: [{ deeplKey: [] }] };
export const route = routesOf(DEEPL);
export const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded'];

export function isOn(flag: boolean | string | undefined): boolean {
  return flag === true || flag === '1' || flag === 'true';
}

export function listOf(names: string | readonly string[] | undefined): readonly string[] {
  const list = typeof names === 'string' ? names.split(',') : (names ?? []);
  return list.map((name) => name.trim()).filter((name) => name !== '');
}

/** The same for what is on or off, as JSON and as forms say it. */
export function checkFlag(name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  checkOption(name, String(value), ['0', '1', 'true', 'false']);
}

/** Refuses a value that DeepL would; an empty one means that none was given. */
export function checkOption(name: string, value: string | undefined, allowed: readonly string[]): void {
  if (value === undefined || value === '' || allowed.includes(value)) return;
  throw new Failure('argumentInvalid', {
    message: `Value for '${name}' not supported: send ${allowed.join(', ')}.`,
  });
}
