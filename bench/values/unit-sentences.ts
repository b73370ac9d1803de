import { Random } from './random.js';

/** A sentence with figures, and what they have to be in its translation. */
export interface UnitSentence {
  readonly text: string;
  /** "count:40", "money:12500", "percent:3", "points:0.25", "degrees:25", "from:12". */
  readonly expected: readonly string[];
}

const SENTENCES = 500;

type Frame = (random: Random) => readonly [text: string, ...expected: string[]];

/** Two different amounts, the larger first. */
function two(random: Random): [number, number] {
  const low = random.whole(13, 48);
  return [low + random.whole(2, 40), low];
}

const EN_THINGS = ['chairs', 'tickets', 'machines', 'books', 'lamps'];
const EN_COUNTS = ['accidents', 'complaints', 'visitors', 'errors', 'orders'];
const ENGLISH: readonly Frame[] = [
  (r) => {
    const [a, b] = two(r);
    return [
      `The number of ${r.pick(EN_COUNTS)} dropped from ${a} to ${b}.`,
      `count:${a}`,
      `count:${b}`,
      `from:${a}`,
    ];
  },
  (r) => {
    const [a, b] = two(r);
    return [
      `The number of ${r.pick(EN_COUNTS)} rose from ${b} to ${a} last year.`,
      `count:${a}`,
      `count:${b}`,
      `from:${b}`,
    ];
  },
  (r) => {
    const [a, b] = two(r);
    return [`There were ${b} this month, down from ${a}.`, `count:${a}`, `count:${b}`, `from:${a}`];
  },
  (r) => {
    const [a, b] = two(r);
    return [
      `We had ${a} ${r.pick(EN_COUNTS)} in May, up from ${b} in April.`,
      `count:${a}`,
      `count:${b}`,
      `from:${b}`,
    ];
  },
  (r) => {
    const [a, b] = two(r);
    return [
      `The fee was $${b * 100}, down from $${a * 100} last year.`,
      `money:${a * 100}`,
      `money:${b * 100}`,
      `from:${a * 100}`,
    ];
  },
  (r) => {
    const [a, b] = two(r);
    return [
      `The share rose to ${a} percent from ${b} percent in June.`,
      `percent:${a}`,
      `percent:${b}`,
      `from:${b}`,
    ];
  },
  (r) => {
    const [a, b] = two(r);
    const price = r.whole(2, 90) * 100;
    return [
      `We paid $${price.toLocaleString('en')} for ${b} of the ${a} ${r.pick(EN_THINGS)}.`,
      `money:${price}`,
      `count:${a}`,
      `count:${b}`,
    ];
  },
  (r) => {
    const [a, b] = two(r);
    return [`We need ${a} by Friday and ${b} by Monday.`, `count:${a}`, `count:${b}`];
  },
  (r) => {
    const share = r.whole(2, 40);
    return [`Prices rose by ${share} percent in the spring.`, `percent:${share}`];
  },
  (r) => {
    const [a, b] = two(r);
    return [`The price fell from $${a} to $${b}.`, `money:${a}`, `money:${b}`, `from:${a}`];
  },
  (r) => {
    const [a, b] = two(r);
    return [`They cut the fee from ${a} to ${b} dollars.`, `money:${a}`, `money:${b}`, `from:${a}`];
  },
  (r) => {
    const [a, b] = two(r);
    return [
      `The temperature fell from ${a} degrees to ${b} degrees overnight.`,
      `degrees:${a}`,
      `degrees:${b}`,
      `from:${a}`,
    ];
  },
  (r) => [
    `The bank ${r.pick(['cut', 'raised', 'lowered'])} its rate by a quarter of a percentage point.`,
    'points:0.25',
  ],
  (r) => {
    const rate = r.whole(2, 9);
    return [
      `The rate was raised by half a percentage point to ${rate} percent.`,
      'points:0.5',
      `percent:${rate}`,
    ];
  },
  (r) => {
    const [a, b] = two(r);
    return [`Of the ${a} people invited, ${b} came.`, `count:${a}`, `count:${b}`];
  },
];

const JA_COUNTS = ['事故', '苦情', '注文', '問い合わせ'];
const JAPANESE: readonly Frame[] = [
  (r) => {
    const [a, b] = two(r);
    return [`${r.pick(JA_COUNTS)}の件数は${a}から${b}に減った。`, `count:${a}`, `count:${b}`, `from:${a}`];
  },
  (r) => {
    const [a, b] = two(r);
    return [
      `${r.pick(JA_COUNTS)}は昨年の${b}件から${a}件に増えた。`,
      `count:${a}`,
      `count:${b}`,
      `from:${b}`,
    ];
  },
  (r) => {
    const [a, b] = two(r);
    const price = r.whole(2, 90) * 100;
    return [
      `椅子${a}脚のうち${b}脚に${price.toLocaleString('en')}円を払った。`,
      `money:${price}`,
      `count:${a}`,
      `count:${b}`,
    ];
  },
  (r) => {
    const share = r.whole(2, 40);
    return [`春に物価が${share}%上がった。`, `percent:${share}`];
  },
  (r) => {
    const [a, b] = two(r);
    return [`価格は${a}ドルから${b}ドルに下がった。`, `money:${a}`, `money:${b}`, `from:${a}`];
  },
  (r) => {
    const [a, b] = two(r);
    return [`気温は${a}度から${b}度に下がった。`, `degrees:${a}`, `degrees:${b}`, `from:${a}`];
  },
  (r) => [`銀行は金利を0.25ポイント${r.pick(['引き下げた', '引き上げた'])}。`, 'points:0.25'],
  (r) => {
    const [a, b] = two(r);
    return [`招待した${a}人のうち${b}人が来た。`, `count:${a}`, `count:${b}`];
  },
  (r) => {
    const [a, b] = two(r);
    return [`番号は${a}で、前回は${b}だった。`, `count:${a}`, `count:${b}`];
  },
];

const ZH_COUNTS = ['事故', '投诉', '订单', '咨询'];
const CHINESE: readonly Frame[] = [
  (r) => {
    const [a, b] = two(r);
    return [`${r.pick(ZH_COUNTS)}数量从${a}减少到${b}。`, `count:${a}`, `count:${b}`, `from:${a}`];
  },
  (r) => {
    const [a, b] = two(r);
    return [`${r.pick(ZH_COUNTS)}从去年的${b}件增加到${a}件。`, `count:${a}`, `count:${b}`, `from:${b}`];
  },
  (r) => {
    const [a, b] = two(r);
    const price = r.whole(2, 90) * 100;
    return [`我们为${a}把椅子中的${b}把支付了${price}元。`, `money:${price}`, `count:${a}`, `count:${b}`];
  },
  (r) => {
    const share = r.whole(2, 40);
    return [`春季物价上涨了${share}%。`, `percent:${share}`];
  },
  (r) => {
    const [a, b] = two(r);
    return [`价格从${a}美元降到${b}美元。`, `money:${a}`, `money:${b}`, `from:${a}`];
  },
  (r) => {
    const [a, b] = two(r);
    return [`气温从${a}度降到${b}度。`, `degrees:${a}`, `degrees:${b}`, `from:${a}`];
  },
  (r) => [`银行将利率${r.pick(['下调', '上调'])}0.25个百分点。`, 'points:0.25'],
  (r) => {
    const [a, b] = two(r);
    return [`受邀的${a}人中来了${b}人。`, `count:${a}`, `count:${b}`];
  },
];

/** Figures with what they count, by patterns: counts, money, shares, degrees, and where a change begins. */
export function unitSentences(direction: string): UnitSentence[] {
  const random = new Random(18);
  const frames = direction.startsWith('en') ? ENGLISH : direction.startsWith('ja') ? JAPANESE : CHINESE;
  const sentences = new Map<string, UnitSentence>();
  for (let at = 0; sentences.size < SENTENCES; at += 1) {
    // Frames with few values run out of sentences: others take their turn.
    const frame = frames[at % frames.length] ?? ENGLISH[0];
    if (frame === undefined || at > SENTENCES * 20) break;
    const [text, ...expected] = frame(random);
    sentences.set(text, { text, expected });
  }
  return [...sentences.values()];
}
