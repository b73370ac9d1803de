import { fileURLToPath } from 'node:url';
import type { Hypothesis, SourcePart } from '#src/model/model-port.js';

/** The models that ship with the package. */
export const MODELS = fileURLToPath(new URL('../../models', import.meta.url));
export const BASE = fileURLToPath(new URL('../../models/kotobashi-base', import.meta.url));

export const ME = { fairnessKey: 'me', priority: 'interactive' } as const;

export function text(value: string): SourcePart[] {
  return [{ kind: 'text', text: value }];
}

/** A result as one string; placeholders as ⟦0⟧. */
export function written(result: Hypothesis | undefined): string {
  return (result?.target ?? [])
    .map((part) => (part.kind === 'text' ? part.text : `⟦${part.index}⟧`))
    .join('');
}
