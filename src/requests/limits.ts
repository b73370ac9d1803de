import { Failure } from '../base/failure.js';
import type { Profile } from '../store/schema/index.js';
import { countCharacters } from '../translate/segmentation/count.js';
import type { TranslateBody } from './body.js';

/** Characters of one string in the standard profile. */
export const LONGEST_STRING = 200;
/** UTF-8 bytes of all strings together. */
export const LARGEST_TOTAL_BYTES = 270 * 1024;
/** Languages that `autoSplit` can split; `auto` detects only among them. */
const SPLITTABLE: ReadonlySet<string> = new Set(['en', 'ja', 'zh-CN', 'zh-HK', 'zh-TW', 'auto']);

/** Characters of all strings together when other translations are asked for, which cost several times as much. */
export const MOST_WITH_ALTERNATIVES = 2_000;

export function checkAlternatives(alternatives: number | undefined, characters: number): void {
  if (alternatives === undefined || alternatives === 0 || characters <= MOST_WITH_ALTERNATIVES) return;
  throw new Failure('requestInvalid', {
    message: `With alternatives, all strings of text together may have ${MOST_WITH_ALTERNATIVES} characters: send fewer, or ask without alternatives.`,
  });
}

/** Characters of what stands before the text; only its end is read. */
const LONGEST_CONTEXT = 2_000;

export function checkContext(context: string | undefined): void {
  if (context === undefined || countCharacters(context) <= LONGEST_CONTEXT) return;
  throw new Failure('requestInvalid', {
    message: `context may have ${LONGEST_CONTEXT} characters: send the end of what stands before the text.`,
  });
}

/** The limits of `text`. Older clients send whole paragraphs and empty titles: the legacy profile takes both. */
export function checkTexts(
  body: Pick<TranslateBody, 'text' | 'autoSplit' | 'sourceLang'>,
  profile: Profile,
): void {
  const legacy = profile === 'legacy';
  const lifted = legacy || (body.autoSplit === true && SPLITTABLE.has(body.sourceLang));
  let bytes = 0;
  for (const [index, text] of body.text.entries()) {
    if (text === '' && !legacy) {
      throw new Failure('requestInvalid', {
        message: 'A string of text is empty: leave it out.',
        detail: { index },
      });
    }
    bytes += Buffer.byteLength(text);
    if (lifted) continue;
    const length = countCharacters(text);
    if (length > LONGEST_STRING) {
      throw new Failure('requestInvalid', {
        message: `A string of text has ${length} characters, at most ${LONGEST_STRING} are allowed. Split it, or send autoSplit: true.`,
        detail: { index },
      });
    }
  }
  if (bytes > LARGEST_TOTAL_BYTES) {
    throw new Failure('requestInvalid', {
      message: 'All strings of text together may have 270 KB: send them in several requests.',
    });
  }
}
