import type { Lang } from '../../base/lang.js';
import type { Edit } from './plain-comparisons.js';

/** 行かないわけにはいかない, 報告しないわけにもいきません: one has to. */
const JAPANESE =
  /(?<=(し)?)ない(?:わけ|訳)に[はも](?:いか|行か|いき|行き)(ない|なかった|なく|ず|ません(?:でした)?)/gu;
/** 心配しないではいられない. */
const JAPANESE_URGE = /(し)?ないではい(?=られ|れ)/gu;
/** 我不能不去, 不可不知. */
const CHINESE = /(?<![能可])不[能可]不(?=\p{Script=Han})/gu;
/** 非得今天做完不可: what stands between has to be done. */
const CHINESE_MUST = /非得?([^，。；！？]{1,12})不可(?![\p{Script=Han}])/dgu;
/** 没有人不知道: everybody does. */
const CHINESE_EVERYBODY = /没有(?:一个)?人不(?=[^，。；！？])/gu;
/** 不可能ではありません: it can be done. */
const JAPANESE_POSSIBLE =
  /不可能(?:では|じゃ)(ありませんでした|ありません|ございません|なかった|なく(?=は?ない)|ない)(?=(が、|と|[。、！？」]|$)?)/gu;
const POSSIBLE: Readonly<Record<string, string>> = {
  ありません: 'です',
  ありませんでした: 'でした',
  ございません: 'でございます',
  なかった: 'だった',
};
const CHINESE_POSSIBLE = /(?:并不是|并非|不是)[没沒]有可能/gu;
/** "It would not be impossible." */
const ENGLISH_POSSIBLE = /\bnot be impossible\b/giu;
/** "She can't not go." */
const ENGLISH = /\b(?:can['’]t|cannot|can not) not\b/giu;
/** "…, nor may it fall below 40 bar." */
const ENGLISH_NOR = /[,;]? nor (may|must|shall|should|can|will) (it|they|he|she|you|we)(?= \p{L})/gu;
const DENIED: Readonly<Record<string, string>> = { may: 'must not', can: 'cannot' };
const ENGLISH_PAST = /\b(?:couldn['’]t|could not) not\b/giu;

/**
 * Obligations and chances that are said with two denials, in words that models know for what they are: of ないわけにはいかない
 * they lose one half and write the opposite, of ざるを得ない they do not.
 */
export function plainObligations(text: string, from: Lang): readonly Edit[] {
  if (from === 'ja')
    return [
      ...[...text.matchAll(JAPANESE)].map(japanese),
      ...[...text.matchAll(JAPANESE_POSSIBLE)].map(possible),
      ...[...text.matchAll(JAPANESE_URGE)].map(({ 0: all, 1: suru, index }) => ({
        start: index,
        end: index + all.length,
        parts: [`${suru === undefined ? '' : 'せ'}ずにはい`],
      })),
    ];
  if (from.startsWith('zh'))
    return [
      ...replaced(text, CHINESE, '不得不'),
      ...replaced(text, CHINESE_EVERYBODY, '所有人都'),
      ...replaced(text, CHINESE_POSSIBLE, '有可能'),
      ...[...text.matchAll(CHINESE_MUST)].flatMap(mustIn),
    ];
  if (from !== 'en') return [];
  return [
    ...replaced(text, ENGLISH, 'must'),
    ...replaced(text, ENGLISH_PAST, 'had to'),
    ...replaced(text, ENGLISH_POSSIBLE, 'be possible'),
    ...[...text.matchAll(ENGLISH_NOR)].map(denied),
  ];
}

/** "And it must not fall": of "nor may it" models keep the "may". */
function denied({ 0: all, 1: modal = '', 2: who = '', index }: RegExpMatchArray): Edit {
  const start = index ?? 0;
  const parts = [`, and ${who} ${DENIED[modal] ?? `${modal} not`}`];
  return { start, end: start + all.length, parts };
}

/** 可能です; 不可能ではない計画 is 可能な計画. */
function possible({ 0: all, 1: denied = '', 2: follows, index }: RegExpMatchArray): Edit {
  const start = index ?? 0;
  const plain = follows === undefined ? 'な' : 'だ';
  return { start, end: start + all.length, parts: [`可能${POSSIBLE[denied] ?? plain}`] };
}

/** 行かざるを得ない; しない is せざるを得ない. */
function japanese(match: RegExpMatchArray): Edit {
  const [all, suru, ending = ''] = match;
  const start = match.index ?? 0;
  return {
    start: start - (suru?.length ?? 0),
    end: start + all.length,
    parts: [`${suru === undefined ? '' : 'せ'}ざるを得${ending}`],
  };
}

function mustIn({ indices }: RegExpExecArray): readonly Edit[] {
  const [[start, end] = [0, 0], [from, to] = [0, 0]] = indices ?? [];
  return [{ start, end, parts: ['必须', { start: from, end: to }] }];
}

function replaced(text: string, phrase: RegExp, by: string): readonly Edit[] {
  return [...text.matchAll(phrase)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
    parts: [by],
  }));
}
