import Type, { type Static } from 'typebox';
import { FORMALITIES, NAME_MODES } from '../base/engine.js';

/** Each costs a wider search: enough to choose from. */
export const MOST_ALTERNATIVES = 4;

/** Ids as lists show them, numbers, or several as a text. */
export function listIds(description: string) {
  return Type.Union([Type.String(), Type.Integer()], { description });
}

/** Body of a translation request, sync or async. What is required depends on the profile of the key. */
export const TranslateBody = Type.Object(
  {
    fieldId: Type.Optional(
      Type.String({
        description:
          'Field id; with the custom-model engine a model id (M and 7 digits) or field id (L and 6 digits).',
      }),
    ),
    text: Type.Array(Type.String(), {
      minItems: 1,
      description: 'Texts to translate: none empty, each at most 200 characters, together at most 270 KB.',
    }),
    sourceLang: Type.String({ description: 'Source language, or `auto` for Japanese, English and Chinese.' }),
    targetLang: Type.String({ description: 'Target language.' }),
    contractId: Type.Optional(Type.String({ description: 'Id of a text contract; it decides the engine.' })),
    alternatives: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_ALTERNATIVES,
        description:
          'Other translations of each sentence, up to 4, in `data.explain` (as with x-explain: 1); for texts of at most 2,000 characters together, synchronous translation only.',
      }),
    ),
    type: Type.Optional(
      Type.Unknown({
        description: 'Older clients: the engine, where no contract is named, for example `t4oo`.',
      }),
    ),
    names: Type.Optional(
      Type.Enum(NAME_MODES, {
        description:
          'People, places and institutions: `customary`, as the target language writes them, or `keep`, as the source does. Default: what the contract says, else customary.',
      }),
    ),
    formality: Type.Optional(
      Type.Enum(FORMALITIES, {
        description:
          'Register of a Japanese translation: `polite` (です・ます), `plain` (だ・である), or `auto`, decided once for all texts by what kind they are. Default: what the contract says, else auto. Acts with models that know registers; `explain` says whether.',
      }),
    ),
    context: Type.Optional(
      Type.String({
        description:
          'Text that stands before the first string, at most 2,000 characters: read, neither translated nor counted. Acts with models that read context.',
      }),
    ),
    autoSplit: Type.Optional(
      Type.Boolean({ description: 'true: strings may be longer, and from 1000 characters on are split.' }),
    ),
    removeFakeLineBreak: Type.Optional(
      Type.Boolean({
        description: 'Default true: lines that form one sentence are joined before translation.',
      }),
    ),
    t4ooCategoryId: Type.Optional(
      listIds('Phrase-pair dictionary ids joined by commas; `-1` for none; default: those bound.'),
    ),
    t4ooGlossaryId: Type.Optional(
      listIds('Glossary ids joined by commas; `-1` for none; default: those bound.'),
    ),
    isT4ooSplit: Type.Optional(
      Type.Boolean({
        description: 'true: sentences are translated one by one, and phrase pairs match sentences.',
      }),
    ),
  },
  { $id: 'TranslateBody', description: 'Unknown members are ignored.' },
);

/** Which terms a request means. */
export type TermSelection = Pick<
  Static<typeof TranslateBody>,
  'fieldId' | 'sourceLang' | 'targetLang' | 't4ooGlossaryId'
>;

export type TranslateBody = Static<typeof TranslateBody>;
