import { createContext, useContext } from 'react';
import type { Contract } from '#client';
import { GENERAL } from '../../account.js';
import { History } from './history.js';
import { LiveTranslation } from './live-translation.js';
import { AUTO } from './translated-line.js';

const LANGUAGES = 'kotobashi.languages';

/** What lies on the desk of the translation page while other pages are open; gone with the tab. */
export class Workspace {
  text = '';
  /** Chosen by hand; else what suits the caller. */
  contractId: string | undefined;
  fieldId = GENERAL;
  /** Chosen by hand; else what the contract says. */
  formality: Contract['formality'] | undefined;
  names: Contract['names'] | undefined;
  readonly live = new LiveTranslation();
  readonly history = new History();
}

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error('This part needs a workspace around it.');
  return workspace;
}

/** The languages of the last visit, else detection and the other one of Japanese and English. */
export function firstLanguages(locale: string): { readonly from: string; readonly to: string } {
  const [from = AUTO, to = locale === 'ja' ? 'en' : 'ja'] = localStorage.getItem(LANGUAGES)?.split(' ') ?? [];
  return { from, to };
}

export function rememberLanguages(from: string, to: string): void {
  localStorage.setItem(LANGUAGES, `${from} ${to}`);
}
