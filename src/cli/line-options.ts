import type { Formality, NameMode, SearchMode } from '../base/engine.js';

export const DOMAINS = [
  'general',
  'it',
  'wiki',
  'dialogue',
  'news',
  'law',
  'business',
  'dictionary',
] as const;

/** How `kotobashi translate` translates a line or a document. */
export interface LineOptions {
  readonly from: string;
  readonly to: string;
  readonly domain: (typeof DOMAINS)[number];
  readonly search: SearchMode;
  readonly names: NameMode;
  readonly formality: Formality;
}
