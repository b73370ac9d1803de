import type { Lang } from '../../base/lang.js';
import type { Edit } from './plain-comparisons.js';

/** What is decided on, not who is seen off or which bus goes by. */
const PLAN =
  '(?:採用|採択|契約|更新|購入|発注|受注|導入|注文|参加|実施|掲載|配当|出荷|出店|出展|出品|開催|取引|投資|融資|採決|審議|決定|発表|公表|公開|値上げ|値下げ|引き上げ|引き下げ|増産|増員|交換|改定|改修|工事|支払い?|入札|買収|延長|適用|廃棄)';
/** Not 2台は見合わせる, which has no verb, nor 顔を見合わせる, looking at each other; of trains models know the word. */
const HELD_OFF = '(?<=(?:(?<!\\d|運)(?![顔目])\\p{Script=Han}|[いしげ])[をはも](?:今回は|当面)?)見合わせ';
/** お名前を控えさせていただく is making a note of it. */
const PUT_OFF = `(?:${HELD_OFF}|(?<=${PLAN}[をはも])(?:差し?)?控え(?=させて))`;
const PASSED_OVER = `(?<=${PLAN}[をはも](?:今回は|当面)?)見送`;
/** 今回は見送らせていただきます, where nothing is named or it is what somebody else asked for. */
const DECLINED = '(?<=今回は(?:残念ながら)?|(?:提案|申し?込み|依頼|お話)[をは](?:今回は)?)見送らせて';

/** 来期に見送る is putting off. */
const postponed = (ending: string): RegExp =>
  new RegExp(
    `(?<=(?:来期|次期|来年度?|来月|来春|翌年度?|次回|次年度)(?:に|へ|以降に|まで))見送${ending}`,
    'gu',
  );

/** How the two verbs go on, and what is not done in their place. */
const FORMS: readonly (readonly [putOff: string, passedOver: string, ending: string, denied: string])[] = [
  ['(?:させ)?て', '(?:らせて|って)', '(?:ください|下さい)', '行わないでください'],
  ['(?:させ)?て', 'らせて', 'いただきました', '行いませんでした'],
  ['(?:させ)?て', 'らせて', 'いただきます', '行いません'],
  ['(?:させ)?て', 'らせて', 'いただく(?=こと|予定|方針|旨|[。」]|$)', '行わない'],
  ['させて', 'らせて', 'いただき(?=た[いく])', '行わないことにいたし'],
  ['て', 'って', '(?=いただきた[いく])', '行わないで'],
  ['(?:させ)?て(?:いただいて)?', '(?:らせていただいて|って)', '(?:おり|い)ます', '行っておりません'],
  ['て', 'って', '(?:おり|い)ました', '行っておりませんでした'],
  ['て', 'って', 'いる', '行っていない'],
  ['', 'り', 'ました', '行いませんでした'],
  ['', 'り', 'ます', '行いません'],
  ['', 'り', '(?=た[いく](?:と|。|です))', '行わないことにし'],
  ['', '', 'る(?=こと|方針|予定|旨|[。」]|$|と(?:発表|し|述|決|い))', '行わない'],
  ['た', 'った', '(?=[。」]|$|が、)', '行わなかった'],
  ['', 'り', '(?=と(?:さ|な|いた|し)|にな)', '行わないこと'],
];
const REFUSALS: readonly (readonly [phrase: RegExp, denied: string])[] = [
  ...FORMS.map(
    ([putOff, passedOver, ending, denied]) =>
      [new RegExp(`(?:${PUT_OFF}${putOff}|${PASSED_OVER}${passedOver})${ending}`, 'gu'), denied] as const,
  ),
  [postponed('る'), '延期する'],
  [postponed('[りっ]'), '延期し'],
  [postponed('ら(?=れ|せ)'), '延期さ'],
  [new RegExp(`${DECLINED}いただく`, 'gu'), 'お断りする'],
  [new RegExp(`${DECLINED}いただき`, 'gu'), 'お断りいたし'],
];

/**
 * What is put off or passed over is not done (お支払いを行いません): models take お支払いを見合わせる for paying, and 採用を見送る for seeing
 * somebody off.
 */
export function plainRefusals(text: string, from: Lang): readonly Edit[] {
  if (from !== 'ja' || !/見合わせ|見送|控えさせて/u.test(text)) return [];
  const edits = REFUSALS.flatMap(([phrase, denied]) =>
    [...text.matchAll(phrase)].map(({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
      parts: [denied],
    })),
  );
  // 採用は今回は見送らせていただきます fits two forms, and the first one counts.
  return [...new Map(edits.toReversed().map((edit) => [edit.start, edit])).values()];
}
