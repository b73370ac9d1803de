import Type from 'typebox';
import { MicrosoftRefusal } from './microsoft-failure.js';

/** Options of version 3.0 that change nothing here, and the values that Microsoft knows. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  profanityAction: ['NoAction', 'Marked', 'Deleted'],
  profanityMarker: ['Asterisk', 'Tag'],
  includeAlignment: ['true', 'false'],
  includeSentenceLength: ['true', 'false'],
  allowFallback: ['true', 'false'],
};

/** For the OpenAPI document. */
export const OPTION_SHAPES = Object.fromEntries(
  Object.entries(OPTIONS).map(([name, values]) => [
    name,
    Type.Optional(Type.String({ description: `${values.join(', ')}. Accepted, without effect.` })),
  ]),
);

/** Refuses values that Microsoft would: a slip in one would go unnoticed. */
export function checkOptions(query: Readonly<Record<string, unknown>>): void {
  for (const [name, values] of Object.entries(OPTIONS)) {
    const value = query[name];
    if (value === undefined || value === '') continue;
    if (values.some((known) => known.toLowerCase() === String(value).toLowerCase())) continue;
    throw new MicrosoftRefusal('option', `The value of ${name} is not known: send ${values.join(', ')}.`);
  }
}
