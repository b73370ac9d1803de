/** A name found in a text, as UTF-16 offsets. */
export interface FoundName {
  readonly start: number;
  readonly end: number;
  /** Accepted Latin spellings; the first is the one that is written. */
  readonly spellings: readonly string[];
  /** Whether the reading is settled here; else the model's own word is looked at first. */
  readonly sure: boolean;
  /** The name without its title, where a customary form in the script of the target will do as well. */
  readonly customary?: string;
  /** Somebody, by the first name: not to be left in Latin letters. */
  readonly person?: true;
  /** A name of Japanese text as it is written there, where another spelling of it will do as well. */
  readonly japanese?: string;
  /** The name in Chinese characters, where a word that sounds like it will do as well. */
  readonly hanzi?: string;
  /** Any form in the script of the target will do, as long as no part of the name stays in the other. */
  readonly anyForm?: true;
  /** Whether the same characters are a name in the rest of the text too; where it is not said, as `sure`. */
  readonly settled?: boolean;
}
