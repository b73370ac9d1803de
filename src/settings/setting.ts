import { resolve } from 'node:path';
import { StartError } from '../base/start-error.js';

/** One setting: where it comes from, what it means, and how its text is read. */
export interface Setting<Value> {
  readonly env: string;
  readonly unit: string;
  /** Undefined: nothing is set unless the operator does. */
  readonly fallback: Value;
  readonly about: string;
  readonly formerly?: FormerName;
  read(text: string): Value;
}

/** A name that the setting had in an earlier release; still read, with a warning. */
export interface FormerName {
  readonly env: string;
  /** A value of this form means something else that has the same name. */
  readonly unless?: RegExp;
}

export class SettingError extends StartError {
  override readonly name = 'SettingError';
}

/** The same setting under the name that it had before. */
export function renamed<Value>(setting: Setting<Value>, formerly: FormerName): Setting<Value> {
  return { ...setting, formerly };
}

export function text<Fallback extends string | undefined>(
  env: string,
  fallback: Fallback,
  about: string,
): Setting<string | Fallback> {
  return { env, unit: 'text', fallback, about, read: (value) => value };
}

export function path<Fallback extends string | undefined>(
  env: string,
  fallback: Fallback,
  about: string,
): Setting<string | Fallback> {
  return { env, unit: 'path', fallback, about, read: (value) => resolve(value) };
}

/** The address of a web service, without a slash at its end. */
export function webAddress(env: string, about: string): Setting<string | undefined> {
  const read = (value: string) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
      throw new SettingError(`${env} must be an address such as https://translate.example.com.`);
    }
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  };
  return { env, unit: 'address', fallback: undefined, about, read };
}

/** A port, `host:port`, or the path of a socket: a word alone is a slip, and no socket in the folder of the start. */
export function listenAddress(env: string, about: string): Setting<string | undefined> {
  const read = (value: string) => {
    if (!/^\d+$|:\d+$|[/\\]/.test(value)) {
      throw new SettingError(`${env} must be a port, host:port, or the path of a socket with a / in it.`);
    }
    return value;
  };
  return { env, unit: 'address', fallback: undefined, about, read };
}

/** Origins as browsers send them, joined by commas; with a path behind it none would ever be the same. */
export function origins(env: string, about: string): Setting<string> {
  const read = (value: string) => {
    const named = value.split(',').map((origin) => origin.trim());
    const isOrigin = (origin: string) =>
      /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+$/i.test(origin) || origin === 'null';
    if (value.trim() !== '*' && !named.every(isOrigin)) {
      throw new SettingError(
        `${env} must be * or origins such as https://shop.example, without a slash at the end, joined by commas.`,
      );
    }
    return value;
  };
  return { env, unit: 'origins', fallback: '*', about, read };
}

const LAST_PORT = 65_535;

interface Range {
  readonly unit: string;
  readonly least: number;
  readonly most: number;
}

export function integer(env: string, fallback: number, range: Range, about: string): Setting<number> {
  return {
    env,
    unit: range.unit,
    fallback,
    about,
    read: (value) => {
      const number = Number(value);
      if (!/^\d+$/.test(value) || number < range.least || number > range.most) {
        throw new SettingError(`${env} must be a whole number from ${range.least} to ${range.most}.`);
      }
      return number;
    },
  };
}

export function flag(env: string, fallback: boolean, about: string): Setting<boolean> {
  return {
    env,
    unit: '0 or 1',
    fallback,
    about,
    read: (value) => {
      if (value !== '0' && value !== '1') throw new SettingError(`${env} must be 0 or 1.`);
      return value === '1';
    },
  };
}

export function choice<Value extends string>(
  env: string,
  fallback: Value,
  values: readonly Value[],
  about: string,
): Setting<Value> {
  return {
    env,
    unit: values.join(' \\| '),
    fallback,
    about,
    read: (value) => {
      const found = values.find((candidate) => candidate === value);
      if (found === undefined) throw new SettingError(`${env} must be one of ${values.join(', ')}.`);
      return found;
    },
  };
}

/** Numbers of ports, joined by commas. */
export function ports(env: string, fallback: readonly number[], about: string): Setting<readonly number[]> {
  const read = (value: string) => {
    const words = value.split(',').map((word) => word.trim());
    if (!words.every((word) => /^\d{1,5}$/.test(word) && Number(word) >= 1 && Number(word) <= LAST_PORT)) {
      throw new SettingError(`${env} must hold numbers of ports from 1 to ${LAST_PORT}, joined by commas.`);
    }
    return words.map(Number);
  };
  return { env, unit: 'ports', fallback, about, read };
}

/** The sentence never repeats the value: a password stands in it. */
export function postgresUrl(env: string, about: string): Setting<string | undefined> {
  const read = (value: string) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url === undefined || !/^postgres(?:ql)?:$/.test(url.protocol)) {
      throw new SettingError(
        `${env} must be an address such as postgres://user:password@host:5432/database; special characters in a password are written as %40 for @, %2F for / and so on.`,
      );
    }
    return value;
  };
  return { env, unit: 'address', fallback: undefined, about, read };
}
