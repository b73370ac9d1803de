import Type from 'typebox';
import type { TranslatedElement } from '../../../translate/pipeline-types.js';
import type { ApiInstance } from '../../parts.js';
import { routesOf } from '../../shapes.js';
import { VendorTranslation } from '../vendor-translation.js';
import { MicrosoftRefusal, microsoftAnswers } from './microsoft-failure.js';
import { type TextRoutes, Texts, textsOf } from './texts.js';

const Answer = Type.Array(
  Type.Object({
    normalizedSource: Type.String(),
    displaySource: Type.String(),
    translations: Type.Array(
      Type.Object({
        normalizedTarget: Type.String(),
        displayTarget: Type.String(),
        posTag: Type.String(),
        confidence: Type.Number(),
        prefixWord: Type.String(),
        backTranslations: Type.Array(
          Type.Object({
            normalizedText: Type.String(),
            displayText: Type.String(),
            numExamples: Type.Integer(),
            frequencyCount: Type.Integer(),
          }),
        ),
      }),
    ),
  }),
);

/** Microsoft's own limits. */
const MOST_WORDS = 10;
const LONGEST_WORD = 100;
const ALTERNATIVES = 4;

/** Other translations of a word: what the user's terms say, else what the model holds likely. Each word is charged. */
export async function microsoftDictionaryRoutes(app: ApiInstance, options: TextRoutes): Promise<void> {
  const { parts, constraints, about } = options;
  const route = routesOf(about);
  const translation = new VendorTranslation(parts);
  app.post(
    '/dictionary/lookup',
    {
      constraints,
      ...route('Translations of words, likely ones first', {
        description: 'Parts of speech are not told apart (posTag OTHER), and there are no back translations.',
        querystring: Type.Object({
          'api-version': Type.String({ description: '3.0' }),
          from: Type.String(),
          to: Type.String(),
        }),
        body: Texts,
        response: microsoftAnswers(Answer),
      }),
    },
    async (request, reply) => {
      const texts = textsOf(request.body);
      if (texts.length > MOST_WORDS)
        throw new MicrosoftRefusal('many', `A request takes ${MOST_WORDS} words.`);
      if (texts.some(({ length }) => length > LONGEST_WORD))
        throw new MicrosoftRefusal('long', `A word may have ${LONGEST_WORD} characters.`);
      const { from, to } = request.query;
      const wanted = { texts, from, to, alternatives: ALTERNATIVES };
      const [result] = await translation.translate(request, reply, [wanted]);
      return (result?.elements ?? []).map(lookedUp);
    },
  );
}

function lookedUp(element: TranslatedElement) {
  const { sourceText, translatedText, explanation } = element;
  // Several sentences are no word: of them there is the one translation.
  const [sentence, ...more] = explanation.sentences;
  const others = more.length > 0 ? [] : (sentence?.alternatives ?? []);
  const found = new Map([[translatedText, sentence?.quality ?? 1]]);
  for (const { text, quality } of others) if (!found.has(text)) found.set(text, quality);
  return {
    normalizedSource: sourceText.toLowerCase(),
    displaySource: sourceText,
    translations: [...found].map(([text, confidence]) => ({
      normalizedTarget: text.toLowerCase(),
      displayTarget: text,
      posTag: 'OTHER',
      confidence,
      prefixWord: '',
      backTranslations: [],
    })),
  };
}
