import type { Lang } from '../base/lang.js';
import { FileRefused } from './file-problems.js';

/**
 * One stretch of a document that is translated as a whole: a paragraph, a cell, a string. Formatting inside it stands
 * as numbered tags, `<1>…</1>` around words and `<2/>` for objects, which the translation pipeline keeps.
 */
export interface TranslatableUnit {
  readonly text: string;
}

export interface OpenOptions {
  /** Known source language; formats that hold several languages need it. */
  readonly from?: Lang;
  readonly to: Lang;
}

/** A document that has been read: what there is to translate, and everything else behind `write`. */
export interface OpenDocument {
  readonly units: readonly TranslatableUnit[];
  /** The encoding from before Unicode that its text was found to be in. */
  readonly encoding?: string | undefined;
  /** Texts beside the units that stay as they are and that a reader might look for: turned, or drawn without ink. */
  readonly left?: number;
  /**
   * The document with translations in the order of `units`. What has none, or one equal to its source, stays as it is,
   * byte for byte where the format allows.
   */
  write(
    translations: readonly (string | undefined)[],
    onOverflow?: OnOverflow,
  ): Uint8Array | Promise<Uint8Array>;
}

/** Hears of a page or slide, counted from 1, on which a translation needs more room than it has, however small it is set. */
export type OnOverflow = (page: number) => void;

/** A reader and writer of one file format. Pure: bytes in, bytes out; nothing is ever fetched or run. */
export interface FileFormat {
  readonly id: string;
  /** Endings of file names, without the dot. */
  readonly extensions: readonly string[];
  /** Of what is written. */
  readonly mediaType: string;
  /** Ending of what is written, where it is another one. */
  readonly writes?: string;
  open(bytes: Uint8Array, options: OpenOptions): OpenDocument | Promise<OpenDocument>;
}

const LETTER = /\p{L}/u;
/** Identifiers, addresses and versions: no blank inside, and something that no word of a language has. */
const CODE = /^[\w.+/@:#%&=?~-]+$/;
const NO_WORD = /[\d_/@:#=?]/;

/** Whether a text holds anything to translate. */
export function hasText(text: string): boolean {
  return LETTER.test(text.replace(/<\/?\d{1,3}\/?>/g, ''));
}

/** Whether a cell or a string of a resource file is language, and not a code, an address or a file name. */
export function isLanguage(text: string): boolean {
  // The colon of a label and the mark of a question say nothing.
  const trimmed = text.trim().replace(/(?<=\p{L})[:?]$/u, '');
  return hasText(trimmed) && !(CODE.test(trimmed) && NO_WORD.test(trimmed));
}

/** Keys whose values programs read: names of things, kinds, addresses. */
const CODE_KEY =
  /^(?:id|ids|key|slug|ref|type|kind|class|className|style|icon|href|src|url|uri|lang|locale|format|color|colour|variant|target|method|path|file|encoding|charset|mime|role|rel|layout|template|component|action|event|field|column|table|schema|version|timezone|currency)$|(?:[a-z]I|_i|-i|[a-z]K|_k|-k)(?:d|ds|ey|eys)$/;

/** Whether a value of a resource file is language: one word under such a key is not. */
export function isMessage(key: string | number | undefined, text: string): boolean {
  return (
    isLanguage(text) && !(typeof key === 'string' && CODE_KEY.test(key) && /^[\x21-\x7E]+$/.test(text.trim()))
  );
}

/** Offers one text for translation; answers what replaces it, or undefined where it stays. */
export type TakeUnit = (text: string) => string | undefined;

/** Two thousand printed pages; a larger one would wait for days, and the list of its sentences would fill the memory. */
const MOST_CHARACTERS = 5_000_000;
/** Paragraphs, cells and cues. Each is handed from thread to thread, and the event loop receives them all at once. */
export const MOST_UNITS = 100_000;
/** Of one paragraph or cell, which is cut into sentences as a whole. */
const LONGEST_UNIT = 50_000;

/**
 * A document whose texts are always met in the same order. `pass` goes through it once, offers every text, and returns
 * what then builds the bytes: reading and writing are one piece of code and cannot drift apart.
 */
export function documentOf(
  pass: (take: TakeUnit) => (onOverflow: OnOverflow) => Uint8Array | Promise<Uint8Array>,
  encoding?: string,
): OpenDocument {
  const units: TranslatableUnit[] = [];
  let characters = 0;
  pass((text) => {
    characters += text.length;
    // Here and not behind the last: whoever fills an archive with text pays for its first pages alone.
    if (characters > MOST_CHARACTERS || text.length > LONGEST_UNIT || units.length === MOST_UNITS) {
      throw new FileRefused('tooLarge');
    }
    units.push({ text });
    return undefined;
  });
  return {
    units,
    encoding,
    write(translations, onOverflow = () => undefined) {
      let next = 0;
      const build = pass((text) => {
        const translation = translations[next];
        next += 1;
        return translation === text ? undefined : translation;
      });
      return build(onOverflow);
    },
  };
}
