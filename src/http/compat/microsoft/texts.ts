import Type, { type Static } from 'typebox';
import type { Parts } from '../../parts.js';
import type { ApiVersion } from '../api-version.js';
import { MicrosoftRefusal } from './microsoft-failure.js';

/** What the routes about texts share. */
export interface TextRoutes {
  readonly parts: Parts<'languages' | 'metering' | 'metrics' | 'pipeline' | 'resolver' | 'settings'>;
  /** Where the routes stand; Fastify puts it before their paths. */
  readonly prefix: string;
  readonly constraints: { readonly apiVersion?: ApiVersion };
  /** For the OpenAPI document. */
  readonly about: {
    readonly tags: string[];
    readonly hide?: boolean;
    readonly security: Record<string, never[]>[];
  };
}

/** Names of members are written with a capital by some clients. */
export const Texts = Type.Array(
  Type.Object({ Text: Type.Optional(Type.String()), text: Type.Optional(Type.String()) }),
  { minItems: 1, maxItems: 1000 },
);

export function textsOf(elements: Static<typeof Texts>): readonly string[] {
  return elements.map(({ Text, text }) => {
    const found = Text ?? text;
    if (found === undefined) throw new MicrosoftRefusal('text', 'An element has no Text.');
    return found;
  });
}
