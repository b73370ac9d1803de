import { readFileSync } from 'node:fs';
import { type Setting, SettingError } from './setting.js';
import { SETTINGS } from './table.js';
import { refuseUnknown, unknownSetting } from './unknown.js';

type Table = typeof SETTINGS;
export type Settings = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never;
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads every setting once; a wrong or unknown one ends the start with a sentence that names it.
 *
 * @param warn told of names that are no longer the right ones
 */
export function readSettings(
  environment: Environment = process.env,
  warn: (sentence: string) => void = (sentence) => console.error(sentence),
): Settings {
  const table: Readonly<Record<string, Setting<unknown>>> = SETTINGS;
  const known = new Set(
    Object.values(table).flatMap(({ env, formerly }) =>
      formerly === undefined ? [env] : [env, formerly.env],
    ),
  );
  refuseUnknown(environment, known);
  const given = { ...readFile(environment[SETTINGS.config.env], known), ...withoutEmpty(environment) };
  const value = <Value>(setting: Setting<Value>): Value => {
    const text = given[setting.env] ?? formerValue(setting, given, warn);
    return text === undefined ? setting.fallback : setting.read(text);
  };
  // The table's own types say what each name holds; the compiler cannot follow them through the loop.
  return Object.fromEntries(
    Object.entries(table).map(([name, setting]) => [name, value(setting)]),
  ) as Settings;
}

/** What stands under the name that the setting had before. */
function formerValue(
  { env, formerly }: Setting<unknown>,
  given: Environment,
  warn: (sentence: string) => void,
): string | undefined {
  const text = formerly === undefined ? undefined : given[formerly.env];
  if (formerly === undefined || text === undefined || formerly.unless?.test(text)) return undefined;
  warn(`${formerly.env} is now called ${env}: rename it. The old name is read for the time being.`);
  return text;
}

function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([, text]) => text !== undefined && text !== ''),
  );
}

function readFile(path: string | undefined, known: ReadonlySet<string>): Readonly<Record<string, string>> {
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
  const values: Record<string, string> = {};
  for (const [name, given] of Object.entries(parsed)) {
    if (!known.has(name)) throw new SettingError(`${path}: ${unknownSetting(name, known)}`);
    if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') {
      throw new SettingError(`${name} in ${path} must be a text, a number or true/false.`);
    }
    if (given !== '') values[name] = typeof given === 'boolean' ? (given ? '1' : '0') : String(given);
  }
  return values;
}
