import { baseOf, type Lang } from '../../base/lang.js';
import type { FoundName } from './found-name.js';

/** 回覧する, 回覧いたします, 回覧願います, and not 回覧後. */
const DONE = /^(?:し|す|さ|いた|致|願|くだ|下さ|を?お願)/u;
const CIRCULATE = ['circulate', 'circulated', 'circulates', 'circulating', 'circulation', 'circular'];

/**
 * Papers that go round in an office, which is no word that models know: 回覧 came out as a tour, a review and worse. As with
 * names, what the model writes is looked at first.
 */
export function officeWords(text: string, from: Lang, to: Lang): FoundName[] {
  const [source, target] = [baseOf(from), baseOf(to)];
  const found = (word: RegExp, spellings: (behind: string) => readonly string[]): FoundName[] =>
    [...text.matchAll(word)].map(({ 0: { length }, index: start }) => {
      const end = start + length;
      return { start, end, spellings: spellings(text.slice(end, end + 2)), sure: false };
    });
  if (source === 'ja' && target === 'zh')
    return found(/回覧(?!板)/gu, () =>
      to === 'zh-CN' ? ['传阅', '传看', '轮阅'] : ['傳閱', '傳看', '輪閱'],
    );
  if (source === 'ja' && target === 'en')
    return found(/回覧(?!板)/gu, (behind) =>
      DONE.test(behind) ? CIRCULATE : ['circulation', ...CIRCULATE.filter((one) => one !== 'circulation')],
    );
  return source === 'zh' && target === 'ja' ? found(/[传傳][阅閱](?!板)/gu, () => ['回覧']) : [];
}
