import { useSyncExternalStore } from 'react';

export type SectionId =
  | 'translate'
  | 'files'
  | 'words'
  | 'models'
  | 'work'
  | 'usage'
  | 'operations'
  | 'first-steps';

/** What the part of the address after `#/` says, at its slashes. */
export type Path = readonly string[];

export const sectionAddress = (section: SectionId) => `#/${section}`;
export const fileAddress = (translateItemId: string) => `${sectionAddress('files')}/${translateItemId}`;
export const MODELS = sectionAddress('models');
export const TRAIN = '#/train';
export const modelAddress = (mid: string) => `${MODELS}/${mid}`;
export const jobAddress = (jid: string) => `#/jobs/${jid}`;

/**
 * @example
 * pathOf('#/models/M0000001') // ['models', 'M0000001']
 * pathOf('')                  // []
 */
export function pathOf(hash: string): Path {
  return hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function useHash(): string {
  return useSyncExternalStore(onHashChange, () => location.hash);
}

function onHashChange(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}
