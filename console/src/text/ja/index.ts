import type { Texts } from '../texts.js';
import { models } from './models.js';
import { shell } from './shell.js';

export const ja: Texts = { ...shell, ...models };
