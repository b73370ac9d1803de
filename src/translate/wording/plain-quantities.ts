import type { Lang } from '../../base/lang.js';
import { standardChinese } from '../detection/cantonese.js';

/** 体重75キロ, 重さは3キロ. */
const WEIGHT =
  /((?:体重|重さ|重量|目方)[はがも]?(?:約|およそ)?[\d０-９.,．，一二三四五六七八九十百]{1,9})キロ(?![メグワカバビ])/gu;
/** 4月3日(木), and (木) alone in a cell: a tree without the word for day. */
const WEEKDAY =
  /(?<=日 ?)[（(]([月火水木金土日])([）)]|[・、,]祝[日]?[）)])|^[（(]([月火水木金土日])[）)]$/gu;
/** 5/17/2024 between Japanese words; where both could be the month, it stays. */
const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/g;
const YEARS_AND_MONTHS = /(\d{1,4}年)(\d{1,2}(?:か月|ヶ月|カ月|ヵ月|箇月))/gu;
/** 15時に延期, 来月に順延, 午後2時に変更: 延期 at that time, to a model; へ says that it is the new one. */
const MOVED_TO =
  /(?<=[時分半日曜週月年旬末期度])に(?=延期(?!を)|順延|繰り(?:上げ|下げ|延べ)|前倒し)|(?<=(?:\d時(?:\d{1,2}分|半)?|(?:日|日程|期日|期限|時間|時刻|締め?切り?)[はがを](?:約)?(?:\d{4}年)?\d{1,2}月\d{1,2}日))に(?=変更(?:し|と?な|にな|され|いたし|す|$))/gu;
/** 別途お知らせするまで, 追ってご連絡するまで: models take it for being told by others. */
const FURTHER_NOTICE =
  /(?:別途|追って|改めて|あらためて)(?:お知らせ|[ごお]?(?:連絡|通知|案内))(?:が(?:ある|あります)|の(?:ある)?|を?(?:する|します|いたす|いたします|差し上げる|申し上げる))?まで(?:の間)?/gu;
/** 11月30日必着で; ご出欠をお知らせください; ご連絡には及びません. */
const REACHING = /(?<=[日時分半）)])必着(?:で(?!す)|にて)/gu;
const ATTENDANCE = /(?:ご|御)?出欠(?=を(?!取|と))/gu;
const NO_NEED = /(?<=(?:[ごお]\p{Script=Han}{1,3}|心配|返事|返信|連絡))には及び(?=ません)/gu;
/** 200万円を下らない, 50人を下らなかった: models take it for less. */
const NOT_BELOW =
  /(?<=[\d０-９一二三四五六七八九十百千万億兆]\p{Script=Han}?[\p{Script=Han}\p{Script=Katakana}ー％%℃]{0,6})を下らな(?:(?<past>かった)|い(?:(?<rule>もの|こと)とする|(?<thatIs>(?=[。」]|$|と(?:見|思|み|考|推|試|い)))|(?<so>(?=よう))|(?<fact>(?=こと))|(?<noun>(?=\p{Script=Han}))))|(?<=[\d０-９一二三四五六七八九十百千万億兆]\p{Script=Han}?[\p{Script=Han}\p{Script=Katakana}ー％%℃]{0,6})を下りません/gu;
/** 差し支えありません: one of its two halves is lost. 土日祝は10時から; 価格は税別です, 税込価格. */
const NO_HARM = /差し支え(?:は|も)?(?=ありません|ございません|ない(?:[。、]|$|です))/gu;
const IF_NO_HARM = /(?:お)?差し支え(?:が)?なければ/gu;
const WEEKENDS = /土日祝日?(?![\p{Script=Han}])/gu;
const WITHOUT_TAX = /(?<=[はがも])税別(?=です|と|で|。|$)/gu;
const TAXED = /(?<!消費)税(込み?|抜き?)(?=価格|料金|単価|金額)/gu;
/** 撮影はお断りいたします, of what is not allowed in a place. */
const NOT_ALLOWED =
  /(?<=(?:撮影|録音|録画|飲食|喫煙|持ち?込み|持ち?出し|立ち?入り|駐車|駐輪|転載|転売|入場|入館|入室|入店|来場)は、?)(?:固く|堅く|かたく)?お断り(?:いた)?し(?:ます|て(?:おり|い)ます)/gu;
/** 翌々月10日, 翌々週の水曜: models take it for the next one. */
const AFTER_NEXT = /翌々(?:(営業)?日(?!分)|週(?=[にのかま])|月の?(?=(末)|\d))/gu;
/** 上午九点到十一点: the half of the day is said once. */
const HALF_DAYS =
  /(上午|下午|早上|晚上|午前|午後)([\d一二三四五六七八九十]{1,2}(?:[:：]\d\d|[点點時时](?:半|[\d一二三四五六七八九十]{1,3}分)?))(到|至|から|[-–~～〜])(?=[\d一二三四五六七八九十]{1,2}[:：点點時时])/gu;
/** 一米八 is 1.8 metres. */
const METRES = /([一二两兩12])米([一二三四五六七八九1-9])(?![\d一二三四五六七八九十百千万米个個分])/gu;
/** 三个小时四十二分钟. */
const DURATION = /([一二两兩三四五六七八九十]{1,3})(?=个半?小时|個半?小時|小时|小時|分钟|分鐘)/gu;
/** 翻一番 is twice as much, 翻两番 four times. */
const DOUBLED = /翻([了过過]?)(一番|两番|兩番|三番)/gu;
/** 增至四倍: what is more than three times as much came out as tripled. */
const GROWN_TO =
  /(?:增加|增长|增長|上升|扩大|擴大|提高|上涨|上漲|增|涨|漲)了?[到至]了?(?:原来的|原來的)?(?=(?:[四五六七八九十百]+|[4-9]|[1-9]\d+)倍)/gu;
const TIMES_AS_MUCH: Readonly<Record<string, string>> = { 两番: '四', 兩番: '四', 三番: '八' };
/** Numerals of contracts and cheques: 叁拾万元整. */
const FORMAL = /[壹贰貳叁參肆伍陆陸柒捌玖拾佰仟万萬亿億零]{2,}(?=[元圆圓])/gu;
const FORMAL_DIGITS: Readonly<Record<string, string>> = {
  壹: '一',
  贰: '二',
  貳: '二',
  叁: '三',
  參: '三',
  肆: '四',
  伍: '五',
  陆: '六',
  陸: '六',
  柒: '七',
  捌: '八',
  玖: '九',
  拾: '十',
  佰: '百',
  仟: '千',
};
const DIGITS = '一二三四五六七八九';
/** 功率不能低于75千瓦, 不得少于20吨, 损失不下200万元: Japanese comes out as the opposite. 坐不下50人 is something else. */
const NOT_LESS =
  /不(?<must>[得能可应])?(?:低于|小于|(?<fewer>少于))(?=[\d一二三四五六七八九十两百半])|(?<=[\p{Script=Han}，])(?<![放装坐住吃喝咽容盛摆站停塞写买拿留躺挤存记承睡挂睏塞])不下于?(?=\d|[一二三四五六七八九十两百]{1,3}[万千百余多]?[个人名次元吨家件起])/gu;
/** 前三季度: the first three, and not the third. */
const QUARTERS = /(?<=前[两二三])(?=季度)/gu;
/** 千分之五 is half a percent. */
const PER_MILLE =
  /(?<![\d一二三四五六七八九十百千万几数])千分之([\d一二三四五六七八九]|\d{1,2}\.\d|[1-9]\d)(?=[，。；、！？）的以左升降至到增支计收缴扣加]|$)/gu;
/** ，不得晚于4月15日, with nothing behind it. */
const NO_LATER =
  /(?<!最[迟晚]|也)不[得能可][晚迟]于(?=[\d年月日一二三四五六七八九十]{2,12}[。；，]|[\d年月日]{2,12}$)/gu;
/** 合同不迟于一月底签订: models take it for not being signed. */
const LATEST = /(?<!最[迟晚]|也)不[得能可应]?[晚迟]于(?=[\d\p{Script=Han}])/gu;
/** 电话0574-8765-4321，转分机208; 转 is "transfer" to a model. */
const EXTENSION = /转(?=(?:内线|分机)号?\d)/gu;
/** 致：大和株式会社 in a line of its own. */
const ADDRESSED = /^(\s*)致[：:]\s*(?=\S)/u;
/** 一等奖一名, 一等賞は1名: those who win it, and neither a rank nor a prize of their own; 设一等奖一名 is the prize. */
const PRIZE_WINNERS =
  /((?:特|[一二三四五六])等[奖獎]|优秀奖|優秀獎|[金银銀铜銅][奖獎])[：:]?([\d一二三四五六七八九十两兩]{1,4})[名人位](?=[，、；。,;]|$)/gu;
const PRIZES_SET = /[设設评評][有立出]?[^，。；]{0,4}[奖獎]/u;
const WINNERS =
  /((?:特|[一二三四五六1-6１-６])等賞?|優秀賞|[金銀銅]賞|大賞|佳作)(は|が)?(?=[\d０-９一二三四五六七八九十]{1,4}[名人](?:[、。，；]|です|とし|$))/gu;
/** 优秀奖（20名）: people, and no rank. */
const BRACKETED_PEOPLE = /(?<=[（(])([\d一二三四五六七八九十两]{1,4})名(?=[）)])/gu;

/**
 * Quantities that say part of what they mean, in full, because models misread them: キロ of a weight is キログラム, 3年2か月
 * is 3年と2か月, 翌々月10日 2か月後の10日, (木) is （木曜日）, 一米八 is 1.8米, 翻一番 is 增加一倍, and 上午九点到十一点 ends in the morning too. Cantonese becomes standard written Chinese.
 */
export function plainQuantities(words: string, from: Lang): string {
  if (from === 'ja')
    return words
      .replace(WEIGHT, '$1キログラム')
      .replace(YEARS_AND_MONTHS, '$1と$2')
      .replace(REACHING, 'までに届くように')
      .replace(MOVED_TO, 'へ')
      .replace(FURTHER_NOTICE, '追って通知があるまで')
      .replace(ATTENDANCE, 'ご出席かご欠席か')
      .replace(NO_NEED, 'の必要はあり')
      .replace(NO_HARM, '問題')
      .replace(IF_NO_HARM, 'よろしければ')
      .replace(WEEKENDS, '土曜・日曜・祝日')
      .replace(WITHOUT_TAX, '消費税抜き')
      .replace(TAXED, (_, side: string) => `消費税${side.startsWith('込') ? '込み' : '抜き'}の`)
      .replace(NOT_BELOW, (...match) => notBelow(match.at(-1)))
      .replace(NOT_ALLOWED, '禁止です')
      .replace(WINNERS, '$1の受賞者$2')
      .replace(AFTER_NEXT, (next: string, business = '', end = '') =>
        next.startsWith('翌々月')
          ? `2か月後の${end && '月'}`
          : `2${business}${next.includes('週') ? '週間' : '日'}後`,
      )
      .replace(WEEKDAY, (_, day = '', end = '', alone = '') =>
        end.length > 1 ? `（${day}曜日・祝日）` : `（${day || alone}曜日）`,
      )
      .replace(SLASHED, (date, first: string, second: string, year: string) =>
        slashed(date, Number(first), Number(second), year),
      )
      .replace(HALF_DAYS, '$1$2$3$1');
  return standardChinese(words)
    .replace(HALF_DAYS, '$1$2$3$1')
    .replace(NOT_LESS, (said, must?: string, fewer?: string) => atLeast(said, must, fewer))
    .replace(QUARTERS, '个')
    .replace(PER_MILLE, (_, share: string) => `${perMille(share)}%`)
    .replace(NO_LATER, '最迟不超过')
    .replace(LATEST, '最迟于')
    .replace(EXTENSION, '')
    .replace(ADDRESSED, '$1收件人：')
    .replace(BRACKETED_PEOPLE, '$1人')
    .replace(PRIZE_WINNERS, PRIZES_SET.test(words) ? '$&' : '$1获奖者$2名')
    .replace(METRES, (_, metres: string, tenths: string) => `${digitOf(metres)}.${digitOf(tenths)}米`)
    .replace(DOUBLED, (_, past: string, doubled: string) => timesAsMuch(past, doubled))
    .replace(GROWN_TO, '变成原来的')
    .replace(DURATION, (numerals: string) => String(smallNumber(numerals)))
    .replace(FORMAL, (numerals) => [...numerals].map((one) => FORMAL_DIGITS[one] ?? one).join(''));
}

/** 200万円以上である. */
function notBelow(said: Readonly<Record<string, string | undefined>>): string {
  if (said.past !== undefined) return '以上だった';
  if (said.rule !== undefined) return '以上とする';
  if (said.thatIs !== undefined || said.fact !== undefined) return '以上である';
  if (said.so !== undefined) return '以上になる';
  return said.noun === undefined ? '以上です' : '以上の';
}

/** 不得低于 is an obligation, 不低于 is not. */
function atLeast(said: string, must: string | undefined, fewer: string | undefined): string {
  if (fewer !== undefined || said.startsWith('不下')) return '至少';
  return must === '得' || must === '可' ? '必须至少为' : '至少为';
}

function slashed(date: string, first: number, second: number, year: string): string {
  const [month, day] = first > 12 ? [second, first] : [first, second];
  const isClear = first === second || first > 12 || second > 12;
  return isClear && month >= 1 && month <= 12 && day >= 1 && day <= 31 ? `${year}年${month}月${day}日` : date;
}

function timesAsMuch(past: string, doubled: string): string {
  const times = TIMES_AS_MUCH[doubled];
  return times === undefined ? `增加${past}一倍` : `变成原来的${times}倍`;
}

function perMille(share: string): number {
  return Math.round((/\d/u.test(share) ? Number(share) : digitOf(share)) * 10) / 100;
}

function digitOf(numeral: string): number {
  if (/\d/.test(numeral)) return Number(numeral);
  return numeral === '两' || numeral === '兩' ? 2 : DIGITS.indexOf(numeral) + 1;
}

/** Up to 99: 十二, 四十二. */
function smallNumber(numerals: string): number {
  const [tens, ones] = numerals.includes('十') ? numerals.split('十') : ['0', numerals];
  const count = tens === '' ? 1 : tens === '0' ? 0 : digitOf(tens ?? '');
  return count * 10 + (ones === undefined || ones === '' ? 0 : digitOf(ones));
}
