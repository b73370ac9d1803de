import type { Lang, SourceLang } from '../../base/lang.js';
import { detect } from '../detection/detect.js';
import type { HanModel } from '../detection/han.js';
import { lastSentence } from '../segmentation/before.js';
import { countWords } from '../segmentation/count.js';
import { type Cut, cutText } from '../segmentation/cut.js';
import { joinFakeBreaks } from '../segmentation/lines.js';
import { normalisePhrase } from './normal-phrase.js';

/** Texts to take apart; plain data, so that another thread can do it. */
export interface AnalysisRequest {
  readonly texts: readonly string[];
  readonly from: SourceLang;
  readonly to: Lang;
  /** Whether lines that form one sentence are joined first. */
  readonly joinsLines: boolean;
  /** What stands before each text. */
  readonly before?: readonly (string | undefined)[];
}

/** Everything about a text that only the text itself decides. */
export interface TextAnalysis {
  /** Undefined where it could not be told. */
  readonly lang: Lang | undefined;
  readonly words: number;
  /** The text as phrase pairs are looked up; undefined where it is longer than any of them. */
  readonly phraseKey: string | undefined;
  /** None where the text is in the target language already. */
  readonly cuts: readonly Cut[];
  /** The last sentence of what stands before the text. */
  readonly before?: string;
}

/** Stored phrases and terms are shorter, also with the white space that people leave around them. */
const MAX_PHRASE_CHARS = 8_000;

export function analyse(request: AnalysisRequest, han: HanModel): TextAnalysis[] {
  const { texts, from, to, joinsLines, before } = request;
  return texts.map((text, index) => {
    const lang = langOf(text, from, to, han);
    const isCut = lang !== undefined && lang !== to;
    const sentence = isCut ? sentenceBefore(before?.[index], lang, request, han) : undefined;
    let cuts: readonly Cut[] | undefined;
    return {
      lang,
      words: countWords(text),
      phraseKey: text.length > MAX_PHRASE_CHARS ? undefined : normalisePhrase(text),
      // Cut when it is asked for: a text that is answered whole never is. What leaves a thread has been asked.
      get cuts() {
        cuts ??= isCut ? cutText(joinsLines ? joinFakeBreaks(text) : text, lang) : [];
        return cuts;
      },
      ...(sentence !== undefined && { before: sentence }),
    };
  });
}

/** In the language of the text: what is in another one helps nobody to read it. */
function sentenceBefore(
  text: string | undefined,
  lang: Lang,
  { from, to }: AnalysisRequest,
  han: HanModel,
): string | undefined {
  const sentence = lastSentence(text, lang);
  if (sentence === undefined || from !== 'auto') return sentence;
  return detect(sentence, han, { not: to }) === lang ? sentence : undefined;
}

/** Undefined where it could not be told. Nothing to translate is in the target language already. */
function langOf(text: string, from: SourceLang, to: Lang, han: HanModel): Lang | undefined {
  if (text === '') return to;
  return from === 'auto' ? detect(text, han, { not: to }) : from;
}
