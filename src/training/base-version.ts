import type { Lang } from '../lang.js';
import { type ModelPort, UnsupportedDirection } from '../model/port.js';

/** What trainings leave behind has changed so many times; models of an earlier form are trained again. */
const FORM = 2;

/** What trained models are bound to: the base model that serves a direction now, and the form; undefined where none does. */
export function baseVersionOf(model: ModelPort, from: Lang, to: Lang): string | undefined {
  try {
    return `${model.version(from, to)}+${FORM}`;
  } catch (error) {
    if (error instanceof UnsupportedDirection) return undefined;
    throw error;
  }
}
