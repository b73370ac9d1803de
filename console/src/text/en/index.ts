import { models } from './models.js';
import { shell } from './shell.js';

/**
 * Everything the page says, in English: one file a section, whose members stand here under its name. The other languages
 * have the same members, and the compiler says when one is missing.
 */
export const en = { ...shell, ...models };
