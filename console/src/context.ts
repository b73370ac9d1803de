import { createContext, useContext } from 'react';
import type { Kotobashi } from '#client';
import type { Connection } from './connection.js';
import type { Locale, Texts } from './text/texts.js';

/** The language of the interface. */
export interface Words {
  readonly locale: Locale;
  readonly texts: Texts;
}

export const WordsContext = createContext<Words | undefined>(undefined);
export const ConnectionContext = createContext<Connection | undefined>(undefined);
export const ClientContext = createContext<Kotobashi | undefined>(undefined);
export const AccessKeyContext = createContext<string | undefined>(undefined);
export const OperatorContext = createContext<Kotobashi | undefined>(undefined);

export function useWords(): Words {
  return given(useContext(WordsContext), 'words');
}

export function useConnection(): Connection {
  return given(useContext(ConnectionContext), 'the connection');
}

/** The service in the name of the user. Only pages of the account have it. */
export function useClient(): Kotobashi {
  return given(useContext(ClientContext), 'somebody signed in');
}

/** The access key of the user. */
export function useAccessKey(): string {
  return given(useContext(AccessKeyContext), 'somebody signed in');
}

/** The service in the name of the operator. Only pages of the operator have it. */
export function useOperator(): Kotobashi {
  return given(useContext(OperatorContext), 'an operator');
}

function given<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`This part needs ${what} around it.`);
  return value;
}
