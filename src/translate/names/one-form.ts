import type { Lang } from '../../lang.js';
import { soundsLike } from './katakana-sound.js';

/** A sentence and its translation. */
export interface NamedPair {
  readonly from: Lang;
  readonly source: string;
  readonly target: string;
}

/** Words with a capital inside a sentence, or behind another: names, most of them. */
const NAME = /(?<=\p{L}[,;]? )\p{Lu}\p{Ll}{3,}(?![\p{L}\p{N}'’_-])|^\p{Lu}\p{Ll}{3,}(?= \p{Lu})/gu;
const KATAKANA = /[\p{Script=Katakana}ー]{2,}/gu;

/**
 * Names of an English text in one form each in Japanese: models write ホイットフィールド here and ウィットフィールド there, or leave a
 * name as it is in one sentence of many. The first form in katakana that sounds like the name holds for all.
 */
export function withOneForm(pairs: readonly NamedPair[], to: Lang): readonly string[] {
  const targets = pairs.map(({ target }) => target);
  if (to !== 'ja' || pairs.length < 2) return targets;
  const forms = new Map<string, string>();
  const found = pairs.map(({ from, source, target }) => {
    if (from !== 'en') return [];
    const written = target.match(KATAKANA) ?? [];
    return [...new Set(source.match(NAME) ?? [])].map((name) => {
      const form = written.find((one) => soundsLike(one, name));
      if (form !== undefined && !forms.has(name)) forms.set(name, form);
      return { name, form };
    });
  });
  return targets.map((target, index) =>
    (found[index] ?? []).reduce((text, { name, form }) => {
      const first = forms.get(name);
      if (first === undefined || form === first) return text;
      return form === undefined
        ? replaced(text, name, first, 'A-Za-z', ' ?')
        : replaced(text, form, first, 'ァ-ヺー');
    }, target),
  );
}

/** Not inside a longer word of the same letters, nor beside one where a blank parts the words of a name. */
function replaced(text: string, word: string, form: string, letters: string, blank = ''): string {
  return text.replaceAll(new RegExp(`(?<![${letters}]${blank})${word}(?!${blank}[${letters}])`, 'gu'), form);
}
