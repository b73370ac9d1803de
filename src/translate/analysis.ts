import type { Lang, SourceLang } from '../lang.js';
import { normalisePhrase } from './memory/normalise.js';
import { countWords } from './text/count.js';
import { type Cut, cutText } from './text/cut.js';
import { detect } from './text/detect.js';
import type { HanModel } from './text/han.js';
import { joinFakeBreaks } from './text/lines.js';

/** Texts to take apart; plain data, so that another thread can do it. */
export interface AnalysisRequest {
  readonly texts: readonly string[];
  readonly from: SourceLang;
  readonly to: Lang;
  /** Whether lines that form one sentence are joined first. */
  readonly joinsLines: boolean;
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
}

/** Stored phrases and terms are shorter, also with the white space that people leave around them. */
const MAX_PHRASE_CHARS = 8_000;

export function analyse({ texts, from, to, joinsLines }: AnalysisRequest, han: HanModel): TextAnalysis[] {
  return texts.map((text) => {
    const lang = langOf(text, from, to, han);
    const isCut = lang !== undefined && lang !== to;
    return {
      lang,
      words: countWords(text),
      phraseKey: text.length > MAX_PHRASE_CHARS ? undefined : normalisePhrase(text),
      cuts: isCut ? cutText(joinsLines ? joinFakeBreaks(text) : text, lang) : [],
    };
  });
}

/** Undefined where it could not be told. Nothing to translate is in the target language already. */
function langOf(text: string, from: SourceLang, to: Lang, han: HanModel): Lang | undefined {
  if (text === '') return to;
  return from === 'auto' ? detect(text, han, { not: to }) : from;
}
