import type { Texts } from '../texts.js';
import { files } from './files.js';
import { models } from './models.js';
import { shell } from './shell.js';
import { translate } from './translate.js';

export const ja: Texts = { ...shell, ...translate, ...files, ...models };
