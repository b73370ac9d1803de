import type { WordPlace } from '#client';
import { sectionAddress } from '../../route.js';

export type PlaceKind = WordPlace['kind'];
export const PLACE_KINDS: readonly PlaceKind[] = ['dictionary', 'glossaries', 'phrase-pairs'];

export function isPlaceKind(text: string): text is PlaceKind {
  return PLACE_KINDS.some((kind) => kind === text);
}

/** A list of the organization. */
export interface NamedList {
  readonly id: number;
  readonly name: string;
  readonly entries: number;
}

export function placeAddress(kind: PlaceKind, listId?: number): string {
  return `${sectionAddress('words')}/${kind}${listId === undefined ? '' : `/${listId}`}`;
}
