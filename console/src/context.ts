import { createContext, useContext } from 'react';
import type { Service } from './service.js';
import type { Locale, Texts } from './text/texts.js';

/** The language of the interface. */
export interface Words {
  readonly locale: Locale;
  readonly texts: Texts;
}

export const WordsContext = createContext<Words | undefined>(undefined);
export const ServiceContext = createContext<Service | undefined>(undefined);

export function useWords(): Words {
  const words = useContext(WordsContext);
  if (words === undefined) throw new Error('Words are given by the console around every page.');
  return words;
}

export function useService(): Service {
  const service = useContext(ServiceContext);
  if (service === undefined) throw new Error('A page with a service needs somebody signed in.');
  return service;
}
