import { readFileSync } from 'node:fs';
import { type Setting, SettingError } from './setting.js';
import { SETTINGS } from './settings.js';

type Table = typeof SETTINGS;
export type Settings = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads every setting once; a wrong one ends the start with a sentence that names it. */
export function readSettings(environment: Environment = process.env): Settings {
  const file = readFile(environment[SETTINGS.config.env]);
  const value = <Value>(setting: Setting<Value>): Value => {
    const given = environment[setting.env] ?? file[setting.env];
    return given === undefined || given === '' ? setting.fallback : setting.read(given);
  };
  const table: Readonly<Record<string, Setting<unknown>>> = SETTINGS;
  // The table's own types say what each name holds; the compiler cannot follow them through the loop.
  return Object.fromEntries(
    Object.entries(table).map(([name, setting]) => [name, value(setting)]),
  ) as Settings;
}

function readFile(path: string | undefined): Readonly<Record<string, string>> {
  if (path === undefined || path === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new SettingError(`${SETTINGS.config.env} names ${path}, which is not a readable JSON file.`, {
      cause,
    });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new SettingError(`${path} must hold one JSON object of settings.`);
  }
  const known = new Set<string>(Object.values(SETTINGS).map((setting) => setting.env));
  const values: Record<string, string> = {};
  for (const [name, given] of Object.entries(parsed)) {
    if (!known.has(name)) throw new SettingError(`${path} sets ${name}, which is not a setting.`);
    if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') {
      throw new SettingError(`${name} in ${path} must be a text, a number or true/false.`);
    }
    values[name] = typeof given === 'boolean' ? (given ? '1' : '0') : String(given);
  }
  return values;
}
