import { type Lang, writesFullWidth } from '../base/lang.js';

/** A comma beside a figure or a wide bracket, copied out of English: $12,500,从, 游客,4月, €48.10,6月 and ）,金额; at the end of a sentence, $12,500,。, none. */
export function withWideComma(text: string, to: Lang): string {
  if (!writesFullWidth(to)) return text;
  const comma = to === 'ja' ? '、' : '，';
  return text
    .replace(/(?<=\d),+(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}$€£¥])/gu, comma)
    .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]),(?=\d)/gu, comma)
    .replace(/(?<=\d),(?=\d{1,2}[月日号號])/gu, comma)
    .replace(/(?<=[）」』】》”]),|,(?=[（「『【《“])/gu, comma)
    .replace(/(?<=[）」』】》]):(?![/\d])/gu, '：')
    .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]):(?=\d)/gu, '：')
    .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]): (?=[^ -~])/gu, '：')
    .replace(/(?<=\d:\d\d),(?=\d)/gu, comma)
    .replace(/(?<=\d)[,，、](?=。)/gu, '');
}
