import type { Texts } from '../texts.js';
import { files } from './files.js';
import { models } from './models.js';
import { operations } from './operations.js';
import { shell } from './shell.js';
import { translate } from './translate.js';
import { words } from './words.js';
import { work } from './work.js';

export const ja: Texts = { ...shell, ...translate, ...files, ...words, ...models, ...work, ...operations };
