import type { Lang } from '../base/lang.js';
import { type ModelPort, UnsupportedDirection } from '../model/model-port.js';

/** The base model that serves a direction now; undefined where none does. */
export function baseVersionOf(model: ModelPort, from: Lang, to: Lang): string | undefined {
  try {
    return model.version(from, to);
  } catch (error) {
    if (error instanceof UnsupportedDirection) return undefined;
    throw error;
  }
}
