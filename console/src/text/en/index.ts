import { files } from './files.js';
import { models } from './models.js';
import { shell } from './shell.js';
import { translate } from './translate.js';

/**
 * Everything the page says, in English: one file a section, whose members stand here under its name. The other languages
 * have the same members, and the compiler says when one is missing.
 */
export const en = { ...shell, ...translate, ...files, ...models };
