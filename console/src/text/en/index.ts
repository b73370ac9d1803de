import { files } from './files.js';
import { models } from './models.js';
import { operations } from './operations.js';
import { shell } from './shell.js';
import { translate } from './translate.js';
import { words } from './words.js';
import { work } from './work.js';

/**
 * Everything the page says, in English: one file a section, whose members stand here under its name. The other languages
 * have the same members, and the compiler says when one is missing.
 */
export const en = { ...shell, ...translate, ...files, ...words, ...models, ...work, ...operations };
