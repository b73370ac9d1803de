import { useSyncExternalStore } from 'react';

/** What the part of the address after `#` says. */
export type Route =
  | { readonly page: 'models' }
  | { readonly page: 'model'; readonly mid: string }
  | { readonly page: 'train' }
  | { readonly page: 'job'; readonly jid: string }
  | { readonly page: 'unknown' };

export const MODELS = '#/models';
export const TRAIN = '#/train';
export const modelAddress = (mid: string) => `${MODELS}/${mid}`;
export const jobAddress = (jid: string) => `#/jobs/${jid}`;

/**
 * @example
 * routeOf('#/models/M0000001') // { page: 'model', mid: 'M0000001' }
 */
export function routeOf(hash: string): Route {
  const [, first = '', id, ...rest] = hash.split('/');
  if (rest.length > 0) return { page: 'unknown' };
  if (id === undefined || id === '') {
    if (first === '' || first === 'models') return { page: 'models' };
    return first === 'train' ? { page: 'train' } : { page: 'unknown' };
  }
  if (first === 'models') return { page: 'model', mid: id };
  return first === 'jobs' ? { page: 'job', jid: id } : { page: 'unknown' };
}

export function useHash(): string {
  return useSyncExternalStore(onHashChange, () => location.hash);
}

function onHashChange(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}
