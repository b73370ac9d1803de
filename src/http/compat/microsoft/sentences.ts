import Type from 'typebox';
import type { Lang } from '../../../base/lang.js';
import { splitSentences } from '../../../translate/segmentation/split.js';
import type { ApiInstance } from '../../parts.js';
import { routesOf } from '../../shapes.js';
import { isLanguage, scriptTag } from '../language-codes.js';
import { MicrosoftRefusal, microsoftAnswers } from './microsoft-failure.js';
import { type TextRoutes, Texts, textsOf } from './texts.js';

const Answer = Type.Array(
  Type.Object({
    detectedLanguage: Type.Optional(Type.Object({ language: Type.String(), score: Type.Number() })),
    sentLen: Type.Array(Type.Integer({ description: 'In UTF-16 code units.' })),
  }),
);

/** Microsoft's own limit. */
const MOST_CHARACTERS = 50_000;

/** Where the sentences of texts end, as the translation cuts them. */
export async function microsoftSentenceRoutes(app: ApiInstance, options: TextRoutes): Promise<void> {
  const { parts, constraints, about } = options;
  const route = routesOf(about);
  app.post(
    '/breaksentence',
    {
      constraints,
      ...route('Lengths of sentences', {
        querystring: Type.Object({
          'api-version': Type.String({ description: '3.0' }),
          language: Type.Optional(Type.String({ description: 'Detected where it is absent.' })),
        }),
        body: Texts,
        response: microsoftAnswers(Answer),
      }),
    },
    async (request) => {
      const texts = textsOf(request.body);
      if (texts.reduce((sum, { length }) => sum + length, 0) > MOST_CHARACTERS) {
        throw new MicrosoftRefusal('long', `All texts together may have ${MOST_CHARACTERS} characters.`);
      }
      const { language } = request.query;
      if (language !== undefined) {
        if (!isLanguage(parts.languages.codeOf(language))) {
          throw new MicrosoftRefusal(
            'language',
            'language names none: send a code such as ja, or leave it out.',
          );
        }
        const lang = parts.languages.codeOf(language);
        return texts.map((text) => ({ sentLen: lengthsOf(text, lang) }));
      }
      return parts.pipeline.detect(texts).map((found, index) => ({
        detectedLanguage: {
          language: found === undefined ? 'und' : scriptTag(found.lang),
          score: found?.confidence ?? 0,
        },
        sentLen: lengthsOf(texts[index] ?? '', found?.lang ?? 'en'),
      }));
    },
  );
}

/** White space belongs to the sentence before it, so that the lengths are those of the whole text. */
function lengthsOf(text: string, lang: Lang): number[] {
  const [, ...starts] = splitSentences(text, lang).map(({ start }) => start);
  const ends = [...starts, text.length];
  return ends.map((end, index) => end - (ends[index - 1] ?? 0));
}
