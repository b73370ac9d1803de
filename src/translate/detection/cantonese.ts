/**
 * Words of written Cantonese with their equal in standard written Chinese. The model knows the latter only, and reads 嘅 or
 * 聽日 as noise. Longest first, so that 唔該 is not read as 唔.
 */
const WORDS: readonly (readonly [string, string])[] = (
  [
    ['唔好意思', '不好意思'],
    ['點解', '為什麼'],
    ['幾時', '什麼時候'],
    ['邊個', '誰'],
    ['邊度', '哪裡'],
    ['邊日', '哪天'],
    ['乜嘢', '什麼'],
    ['咩嘢', '什麼'],
    ['做咩', '做什麼'],
    ['點樣', '怎樣'],
    ['幾多', '多少'],
    ['而家', '現在'],
    ['宜家', '現在'],
    ['依家', '現在'],
    ['聽日', '明天'],
    ['尋日', '昨天'],
    ['噚日', '昨天'],
    ['琴日', '昨天'],
    ['今日', '今天'],
    ['後日', '後天'],
    ['前日', '前天'],
    ['今晚', '今晚'],
    ['聽晚', '明晚'],
    ['尋晚', '昨晚'],
    ['頭先', '剛才'],
    ['啱啱', '剛剛'],
    ['即刻', '立刻'],
    ['成日', '經常'],
    ['我哋', '我們'],
    ['你哋', '你們'],
    ['佢哋', '他們'],
    ['人哋', '別人'],
    ['自己', '自己'],
    ['呢個', '這個'],
    ['呢間', '這間'],
    ['呢位', '這位'],
    ['呢次', '這次'],
    ['呢件', '這件'],
    ['呢本', '這本'],
    ['嗰個', '那個'],
    ['呢啲', '這些'],
    ['嗰啲', '那些'],
    ['呢度', '這裡'],
    ['嗰度', '那裡'],
    ['呢排', '最近'],
    ['有啲', '有些'],
    ['啲嘢', '東西'],
    ['唔該', '謝謝'],
    ['多謝', '謝謝'],
    ['唔使', '不用'],
    ['唔好', '不要'],
    ['唔係', '不是'],
    ['唔得', '不行'],
    ['唔見', '不見'],
    ['唔知', '不知道'],
    ['唔識', '不會'],
    ['係咪', '是不是'],
    ['係唔係', '是不是'],
    ['得唔得', '行不行'],
    ['好唔好', '好不好'],
    ['有冇', '有沒有'],
    ['冇問題', '沒問題'],
    ['冇', '沒有'],
    ['唔', '不'],
    ['嘅', '的'],
    ['喺', '在'],
    ['咗', '了'],
    ['緊要', '要緊'],
    ['睇書', '看書'],
    ['睇戲', '看電影'],
    ['睇到', '看到'],
    ['睇', '看'],
    ['食飯', '吃飯'],
    ['食咗', '吃了'],
    ['飲茶', '喝茶'],
    ['返工', '上班'],
    ['放工', '下班'],
    ['返學', '上學'],
    ['返屋企', '回家'],
    ['屋企', '家'],
    ['翻嚟', '回來'],
    ['返嚟', '回來'],
    ['過嚟', '過來'],
    ['嚟', '來'],
    ['瞓覺', '睡覺'],
    ['瞓', '睡'],
    ['搵到', '找到'],
    ['搵', '找'],
    ['俾', '給'],
    ['畀', '給'],
    ['諗', '想'],
    ['傾偈', '聊天'],
    ['鍾意', '喜歡'],
    ['中意', '喜歡'],
    ['靚', '漂亮'],
    ['攞', '拿'],
    ['揸車', '開車'],
    ['行街', '逛街'],
    ['落雨', '下雨'],
    ['巴士', '巴士'],
    ['的士', '計程車'],
    ['細路', '小孩'],
    ['佢', '他'],
    ['乜', '什麼'],
    ['咩', '什麼'],
    ['嘢', '東西'],
    ['啲', '些'],
    ['咁樣', '這樣'],
    ['咁', '這麼'],
    ['哋', '們'],
    ['嗰', '那'],
    ['呢', '呢'],
    ['咪', '不要'],
    ['㗎', ''],
    ['嘞', '了'],
    ['喇', '了'],
    ['囉', ''],
    ['啦', '吧'],
    ['吖', '啊'],
  ] as const
)
  .filter(([cantonese, standard]) => cantonese !== standard)
  .sort(([a], [b]) => b.length - a.length);

/** Characters that stand in Cantonese and in no other written Chinese. */
const CANTONESE = /[嘅喺咗嚟冇啲嗰佢哋嘢瞓㗎噚攞]|唔[該係使好知識得見使]|聽日|尋日|而家|點解/u;
const WORD = new RegExp(WORDS.map(([cantonese]) => cantonese).join('|'), 'gu');
const STANDARD: ReadonlyMap<string, string> = new Map(WORDS);

function isCantonese(text: string): boolean {
  return CANTONESE.test(text);
}

/**
 * Written Cantonese as standard written Chinese, word by word; other Chinese stays as it is.
 *
 * @example
 * standardChinese('佢聽日喺屋企') // '他明天在家'
 */
export function standardChinese(text: string): string {
  if (!isCantonese(text)) return text;
  return progressive(text).replace(WORD, (word) => STANDARD.get(word) ?? word);
}

/** 食緊飯 is 正在吃飯; 係 is 是 only where Cantonese is written. */
function progressive(text: string): string {
  return text
    .replace(/([\p{Script=Han}])緊(?![要張急密])/gu, '正在$1')
    .replace(/(?<![關聯干體])係(?![數列])/gu, '是')
    .replace(/食(?=[緊飯咗過完])/gu, '吃')
    .replace(/飲(?=[緊茶咗水])/gu, '喝');
}
