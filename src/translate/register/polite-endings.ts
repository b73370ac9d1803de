/** What may stand behind the predicate: particles and conjunctions that go with either register. */
const TAIL = /(?:よね|か|よ|ね|わね?|(?:から|けれども|けれど|けど|のに|ので|が|し)(?:よ?ね|よ)?)?$/u;
const GODAN_STEMS: Readonly<Record<string, string>> = {
  う: 'い',
  く: 'き',
  ぐ: 'ぎ',
  す: 'し',
  つ: 'ち',
  ぬ: 'に',
  ぶ: 'び',
  む: 'み',
  る: 'り',
};
/** Last sound before ない of godan verbs, and before ます. */
const NEGATED: Readonly<Record<string, string>> = {
  か: 'き',
  が: 'ぎ',
  さ: 'し',
  た: 'ち',
  な: 'に',
  ば: 'び',
  ま: 'み',
  ら: 'り',
  わ: 'い',
};
/** Last sound before う of the volitional of godan verbs. */
const VOLITIONAL: Readonly<Record<string, string>> = {
  こ: 'き',
  ご: 'ぎ',
  そ: 'し',
  と: 'ち',
  ぼ: 'び',
  も: 'み',
  ろ: 'り',
  お: 'い',
};

/** Kanji that are the whole stem of an ichidan verb: 見る, 出た. */
const ICHIDAN_KANJI = '見観看診視着寝出得経似煮射来居干';
const ICHIDAN = new RegExp(`(?:[いきぎしじちぢにひびみりえけげせぜてでねへべめれ]|[${ICHIDAN_KANJI}])$`, 'u');
/** Verbs in iru and eru that are godan all the same, where kana say so. */
const GODAN_RU =
  /(?:はい|はし|しゃべ|すべ|まい|かぎ|にぎ|[混交]じ|いじ|かじ|ねじ|よみがえ|ひるがえ|くつがえ)$/u;

/** What った comes from, by what stands before it; る everywhere else. */
const PAST_IN_U =
  /(?:[言買使会思払笑歌洗習扱従伴失願誘救疑争戦問追負襲狙補養奪雇酔拾縫這舞祝占縛吸誓償賄慕敬漂]|[もら]ら|向か|違|行な|味わ|関わ|携わ|しま|もら|賑わ|手伝|[叶適]|間に合|付き合|話し合|かま|[見伺]|うかが)$/u;
const PAST_IN_TSU = /(?:[待持立勝打保経断放撃育絶発]|役立|目立|旅立)$/u;
/** Verbs in かる, whose past looks like that of an adjective. */
const PAST_IN_KARU = /(?:[分助預授儲受掛懸架]|わ|見つ|みつ|か|つ|ぶつ|遠ざ|引っか|のっ|乗っ|重な|助)か$/u;
const PAST_IN_BU = /[飛呼学遊選並結運喜叫転及浮包忍尊弾滅遊び]$/u;
/** 用いた is no past of a verb in く. */
const ICHIDAN_I = /(?:[用老報悔率強]|[てでがはもに、]|^)い$/u;

type Rule = readonly [ending: RegExp, polite: string | ((...groups: string[]) => string)];

/** The first ending that fits counts. Groups: what stands before, and the sound that decides. */
const RULES: readonly Rule[] = [
  // Copula.
  [/(?:だろう|であろう)$/u, 'でしょう'],
  [/(?<![んい])である$/u, 'です'],
  [/(?:(?<![んい])であった|(?<!ん)だった)$/u, 'でした'],
  [/(?<=[たるいうくぐすつぬぶむな])んだった$/u, 'んでした'],
  [/(?<=[たるいうくぐすつぬぶむな])んだ$/u, 'んです'],
  [/のだ$/u, 'のです'],
  [/べきだ?$/u, 'べきです'],
  [/(?:いつ|どう|どうして|なぜ|なんで|いくつ|いくら|だれ|どれ|どこ)$/u, '$&です'],
  // Negations.
  [/(?:もったい|とんでも|満た|危|少|汚|幼|(?<!一)切)な(?:い|かった)$/u, '$&です'],
  [/(?<=で(?:は|も)|じゃ)ない$/u, 'ありません'],
  [/(?<=で(?:は|も)|じゃ)なかった$/u, 'ありませんでした'],
  [/(?<=(?:^|[がはも、の])|こと(?:が|は)?|必要(?:が|は)?)ない$/u, 'ありません'],
  [/(?<=(?:^|[がはも、の])|こと(?:が|は)?|必要(?:が|は)?)なかった$/u, 'ありませんでした'],
  [
    /(?<=く|しか|ほか|ご存じ|ほとんど|[めっ滅][多た]に|決して|絶対に|一切|問題|申し訳|間違い|違い|差し支え|仕方)ない$/u,
    'ありません',
  ],
  [
    /(?<=く|しか|ほか|ご存じ|ほとんど|決して|一切|問題|申し訳|間違い|違い|仕方)なかった$/u,
    'ありませんでした',
  ],
  [/こない$/u, 'きません'],
  [/こなかった$/u, 'きませんでした'],
  [/(.)ない$/u, (before) => negated(before, 'ない', 'ません')],
  [/(.)なかった$/u, (before) => negated(before, 'なかった', 'ませんでした')],
  // Past.
  [/(?<=くださ|なさ|いらっしゃ|おっしゃ|ござ)った$/u, 'いました'],
  [/を行った$/u, 'を行いました'],
  [/行った$/u, '行きました'],
  [/([\p{L}ー]*か)った$/u, (stem) => pastOrAdjective(stem)],
  [/([\p{L}ー]+)った$/u, (stem) => `${stem}${soundBefore(stem)}ました`],
  [/([\p{L}ー]*い)た$/u, (stem) => (ICHIDAN_I.test(stem) ? `${stem}ました` : `${stem.slice(0, -1)}きました`)],
  [/いだ$/u, 'ぎました'],
  [/死んだ$/u, '死にました'],
  [/([\p{L}ー]+)んだ$/u, (stem) => `${stem}${PAST_IN_BU.test(stem) ? 'び' : 'み'}ました`],
  [/(?<=[きぎしじちぢにひびみりえけげせぜてでねへべめれ]|\p{Script=Han})た$/u, 'ました'],
  // Volitional.
  [/しよう$/u, 'しましょう'],
  [/(?<=[きぎじちにびみりえけげせぜてでねへべめれ]|[見着寝出得])よう$/u, 'ましょう'],
  [/(?<!\p{Script=Han}は)([こごそとぼもろお])う$/u, (sound) => `${VOLITIONAL[sound]}ましょう`],
  // Dictionary forms.
  [/(?<=くださ|なさ|いらっしゃ|おっしゃ|ござ)る$/u, 'います'],
  [/する$/u, 'します'],
  [/くる$/u, 'きます'],
  [/([\p{L}ー]+)る$/u, (stem) => `${stem}${ICHIDAN.test(stem) && !GODAN_RU.test(stem) ? '' : 'り'}ます`],
  [/([うくぐすつぬぶむ])$/u, (sound) => `${GODAN_STEMS[sound]}ます`],
  // Adjectives, then nouns with だ.
  [/(?<=[\p{Script=Han}いうかがきくごさしすずたつどなむよるわ])い$/u, 'いです'],
  [/(?<!ん)だ$/u, 'です'],
  // Requests.
  [/(?<=[っいきぎしちびみりえけげせてねべめれな])て$/u, 'てください'],
  [/(?<=ない|ん|い)で$/u, 'でください'],
];
const SENTENCE = /([^。！？!?\n」』）]+)([。！？!?」』）]*)/gu;
const POLITE =
  /(?:です|ます|でした|ました|ません|でしょう|ましょう|ください|下さい|なさい)(?:[かよねわ]|よね)?$/u;

/**
 * Sentences that end plainly with polite endings: the last means where no search gave any. Clauses inside of a sentence and
 * what no rule knows stay.
 *
 * @example
 * politeEndings('雨が降っている。') // '雨が降っています。'
 */
export function politeEndings(text: string): string {
  return text.replace(SENTENCE, (_, sentence: string, marks: string) => {
    // どうしたの asks and tells.
    const told = sentence.replace(
      /(?<=[たるいうくぐすつぬぶむな]の)$/u,
      /^[？?]/u.test(marks) ? 'ですか' : 'です',
    );
    return politeEnding(told) + marks;
  });
}

function politeEnding(sentence: string): string {
  if (POLITE.test(sentence)) return sentence;
  // 来るかな asks what 来るでしょうか asks.
  const asked = sentence.replace(/(?<=[るうくぐすつぬぶむたい])(?:のかな|かな)$/u, 'だろうか');
  if (/(?:だろう|であろう)か$/u.test(asked)) return asked.replace(/(?:だろう|であろう)か$/u, 'でしょうか');
  const tail = TAIL.exec(sentence)?.[0] ?? '';
  for (const own of new Set([tail, ''])) {
    const predicate = sentence.slice(0, sentence.length - own.length);
    const rule = RULES.find(([ending]) => ending.test(predicate));
    if (rule === undefined) continue;
    const [ending, polite] = rule;
    const said =
      typeof polite === 'string'
        ? predicate.replace(ending, polite)
        : predicate.replace(ending, (_, ...groups: string[]) => polite(...groups));
    return said + own;
  }
  return sentence;
}

/** 行かない → 行きません, 食べない → 食べません; adjectives and what is neither stay as they are, with です. */
function negated(before: string, plain: string, polite: string): string {
  const godan = NEGATED[before];
  if (godan !== undefined) return godan + polite;
  return ICHIDAN.test(before) ? before + polite : `${before}${plain}です`;
}

function pastOrAdjective(stem: string): string {
  if (/向か$/u.test(stem)) return `${stem}いました`;
  return PAST_IN_KARU.test(stem) ? `${stem}りました` : `${stem}ったです`;
}

function soundBefore(stem: string): string {
  if (PAST_IN_U.test(stem)) return 'い';
  return PAST_IN_TSU.test(stem) ? 'ち' : 'り';
}
