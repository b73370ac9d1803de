import { Failure } from '../failure.js';
import type { Profile } from '../store/schema/index.js';
import { countCharacters, countWords } from '../translate/text/count.js';
import type { TranslateBody } from './body.js';

/** Characters (standard profile) or words (legacy profile) of one string. */
const LONGEST_STRING = 200;
/** UTF-8 bytes of all strings together. */
const LARGEST_TOTAL_BYTES = 270 * 1024;
/** Languages that `autoSplit` can split; `auto` detects only among them. */
const SPLITTABLE: ReadonlySet<string> = new Set(['en', 'ja', 'zh-CN', 'zh-HK', 'zh-TW', 'auto']);

/** The limits of `text`. */
export function checkTexts(
  body: Pick<TranslateBody, 'text' | 'autoSplit' | 'sourceLang'>,
  profile: Profile,
): void {
  const lifted = body.autoSplit === true && SPLITTABLE.has(body.sourceLang);
  let bytes = 0;
  for (const [index, text] of body.text.entries()) {
    if (text === '') {
      throw new Failure(40202, { message: 'A string of text is empty: leave it out.', detail: { index } });
    }
    bytes += Buffer.byteLength(text);
    if (lifted) continue;
    const [length, unit] =
      profile === 'legacy' ? [countWords(text), 'words'] : [countCharacters(text), 'characters'];
    if (length > LONGEST_STRING) {
      throw new Failure(40202, {
        message: `A string of text has ${length} ${unit}, at most ${LONGEST_STRING} are allowed. Split it, or send autoSplit: true.`,
        detail: { index },
      });
    }
  }
  if (bytes > LARGEST_TOTAL_BYTES) {
    throw new Failure(40202, {
      message: 'All strings of text together may have 270 KB: send them in several requests.',
    });
  }
}
