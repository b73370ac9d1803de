import type { Lang } from '../../base/lang.js';
import { formatQuantity } from './notation/format.js';
import type { Quantity } from './quantity.js';

/** "rose by 12 percent to 3.4 billion yen": by how much something changed, and what it came to. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly by: Quantity;
  readonly to: Quantity;
  readonly direction: 'up' | 'down';
  /** Whether it is told as something that happened. */
  readonly isPast: boolean;
}

interface Verb {
  readonly direction: Change['direction'];
  readonly isPast: boolean;
}

function verbs(direction: Change['direction'], isPast: boolean, forms: string): [string, Verb][] {
  return forms.split(/\s+/).map((form) => [form, { direction, isPast }]);
}

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ...verbs(
    'up',
    true,
    'rose grew increased climbed gained jumped surged advanced soared expanded improved rallied risen grown raised lifted boosted hiked',
  ),
  ...verbs(
    'up',
    false,
    'rise rises grow grows increase increases climb climbs gain gains jump jumps surge surges',
  ),
  ...verbs(
    'down',
    true,
    'fell dropped declined decreased shrank slipped slid plunged tumbled sank contracted dipped fallen shrunk lowered reduced trimmed slashed',
  ),
  ...verbs(
    'down',
    false,
    'fall falls drop drops decline declines decrease decreases shrink shrinks slip slips',
  ),
]);
const VERB_BEFORE =
  /(?:\b(was|were|is|are) (up|down)|(?:\b(?:was|were|has been|have been) )?\b([a-z]+)(?: (?:sharply|slightly|strongly|steadily|further))?)(?: by)? (?:about |around |nearly |almost |some )?$/;
const BETWEEN = /^( points?)?,? to (?:about |around |nearly |almost |some )?$/;
const LOOKED_BACK_CHARS = 48;

/**
 * Changes told in English. Models read "12 percent to 3.4 billion" as a range, and the amount of the change becomes its
 * beginning; so verb, amount and result are translated as one.
 */
export function changesIn(text: string, quantities: readonly Quantity[]): Change[] {
  return quantities.flatMap((by, index): Change[] => {
    const to = quantities[index + 1];
    if (to === undefined || !by.required || !to.required || by.values.length > 1) return [];
    const between = BETWEEN.exec(text.slice(by.end, to.start));
    if (between === null || (between[1] !== undefined && to.kind !== 'percent')) return [];
    const amount: Quantity = between[1] === undefined ? by : { ...by, kind: 'points' };
    const from = Math.max(0, by.start - LOOKED_BACK_CHARS);
    const match = VERB_BEFORE.exec(text.slice(from, by.start));
    if (match === null) return [];
    const [, being, particle, word = ''] = match;
    const verb: Verb | undefined =
      being === undefined
        ? VERBS.get(word)
        : { direction: particle === 'up' ? 'up' : 'down', isPast: being.startsWith('w') };
    return verb === undefined ? [] : [{ start: from + match.index, end: to.end, by: amount, to, ...verb }];
  });
}

/** 12%増の34億円となった, 增长12%至34亿日元. */
export function formatChange({ by, to, direction, isPast }: Change, lang: Lang): string {
  const [amount, result] = [formatQuantity(by, lang), formatQuantity(to, lang)];
  const up = direction === 'up';
  if (lang === 'ja') return `${amount}${up ? '増' : '減'}の${result}${isPast ? 'となった' : 'となる'}`;
  const verb = lang === 'zh-CN' ? (up ? '增长' : '下降') : up ? '增長' : '下降';
  return `${verb}${amount}至${result}`;
}

/** Whether a translation takes the amount of the change for what it began with, or the result for the amount. */
export function misreads({ by, to }: Change, translation: string, lang: Lang): boolean {
  const [amount, result] = [by, to].map((quantity) =>
    formatQuantity(quantity, lang).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  return lang === 'ja'
    ? new RegExp(
        `(?<![\\d.,])${amount}\\s*から|${result}\\s*(?:上昇|上が|増|減|下が|下落|低下|伸び|成長|落ち)|となったの(?![はがで])`,
        'u',
      ).test(translation)
    : new RegExp(`[从從由自]\\s*${amount}|${result}(?:上升|增长|下降)`, 'u').test(translation);
}

/** となったした。, となったドルに増加した。, となったとなり、: what a model writes behind a change that says it all. */
const RUN_ON =
  /(となった|となる)((?:(?:ドル|円|元|ユーロ|ポンド)?(?:[にへ]?(?:増加|減少|上昇|下落|低下|成長)(?:した|しました|する|し)|した|しました|された|されました|とする|とな(?:った|る|りました|り)|です|でした))+)(?=[。、]|$)/gu;

/** …となるで、4年ぶりの: what goes on behind it. */
const GOES_ON = /(?:となった|となる)で(?=、)/gu;

/** A change without the predicate that a model adds to it: "…となったした。" is "…となった。" */
export function withoutSecondPredicate(text: string): string {
  return text.replace(GOES_ON, 'となり').replace(RUN_ON, (_, own: string, added: string) => {
    if (/[しり]$/u.test(added)) return 'となり';
    if (!/です|でした|ました/u.test(added)) return own;
    return own === 'となる' ? 'となります' : 'となりました';
  });
}
