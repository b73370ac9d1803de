/** A language in which labels are written; `hant` is Chinese in traditional characters. */
type Script = 'en' | 'ja' | 'zh';
type Written = Readonly<Record<Script | 'hant', string>>;

/** What a label names, as it is read and as it is written. */
interface Meaning {
  readonly en: RegExp;
  readonly ja: RegExp;
  readonly zh: RegExp;
  readonly write: Written;
}

function meaning(
  en: string,
  ja: string,
  zh: string,
  write: readonly [string, string, string, string],
): Meaning {
  const [english, japanese, chinese, hant] = write;
  return {
    en: new RegExp(`^(?:${en})$`, 'iu'),
    ja: new RegExp(`^(?:${ja})$`, 'u'),
    zh: new RegExp(`^(?:${zh})$`, 'u'),
    write: { en: english, ja: japanese, zh: chinese, hant },
  };
}

/** The parties of a contract. 甲： alone is in Chinese who speaks in a dialogue. */
const PARTIES: readonly Meaning[] = [
  meaning('party a', '甲', '甲方', ['Party A', '甲', '甲方', '甲方']),
  meaning('party b', '乙', '乙方', ['Party B', '乙', '乙方', '乙方']),
  meaning('party c', '丙', '丙方', ['Party C', '丙', '丙方', '丙方']),
  meaning('party d', '丁', '丁方', ['Party D', '丁', '丁方', '丁方']),
];

/** What a party is or does, beside it. */
const ROLES: readonly Meaning[] = [
  meaning('signature|signed|sign|sign here', '署名|サイン|自署', '签[字名]|簽[字名]|签署|簽署', [
    'signature',
    '署名',
    '签字',
    '簽字',
  ]),
  meaning('(?:official |company )?(?:seal|stamp|chop)', '印|押印|捺印|社印', '盖章|蓋章|公章|[签簽]章', [
    'seal',
    '印',
    '盖章',
    '蓋章',
  ]),
  meaning(
    '(?:signature|sign)(?: and |/| & )(?:seal|stamp)',
    '署名[・]?[押捺]印|記名[・]?[押捺]印',
    '[签簽][字名][或、/及和]?[盖蓋]章',
    ['signature and seal', '署名押印', '签字盖章', '簽字蓋章'],
  ),
  meaning('(?:the )?(?:buyer|purchaser)', '買主|買い主|買方', '[买買]方|[购購][货貨]方|[买買]受人|需方', [
    'buyer',
    '買主',
    '买方',
    '買方',
  ]),
  meaning('(?:the )?(?:seller|vendor)', '売主|売り主', '[卖賣]方|出[卖賣]人', [
    'seller',
    '売主',
    '卖方',
    '賣方',
  ]),
  meaning('(?:the )?supplier', '供給者|供給元', '供方|供[货貨應应](?:方|商)', [
    'supplier',
    '供給者',
    '供方',
    '供方',
  ]),
  meaning('(?:the )?(?:lessor|landlord)', '賃貸人|貸主', '出租[方人]', [
    'lessor',
    '賃貸人',
    '出租方',
    '出租方',
  ]),
  meaning('(?:the )?(?:lessee|tenant)', '賃借人|借主', '承租[方人]', [
    'lessee',
    '賃借人',
    '承租方',
    '承租方',
  ]),
  meaning('(?:the )?(?:client|principal)', '委託者|委託元|発注者', '委托[方人]|委託[方人]|[发發]包[方人]', [
    'client',
    '委託者',
    '委托方',
    '委託方',
  ]),
  meaning('(?:the )?contractor', '受託者|受託先|受注者|請負人', '受托[方人]|受託[方人]|承包[方人商]', [
    'contractor',
    '受託者',
    '受托方',
    '受託方',
  ]),
  meaning('(?:the )?employer', '雇用主|使用者', '用人[单單]位', [
    'employer',
    '使用者',
    '用人单位',
    '用人單位',
  ]),
  meaning('(?:the )?employee', '労働者|被用者', '[劳勞][动動]者', ['employee', '労働者', '劳动者', '勞動者']),
];

/** Of minutes: "apologies" are those who sent word that they cannot come. */
const MINUTES: readonly Meaning[] = [
  meaning(
    '(?:apologies|regrets)(?: for absence)?(?: received)?(?: from)?|absent with apologies',
    '欠席連絡|欠席届|欠席\\(連絡あり\\)',
    '[请請]假(?:人[员員]|人|者)?',
    ['Apologies', '欠席者', '请假', '請假'],
  ),
  meaning('(?:also )?in attendance', '陪席(?:者)?', '列席(?:人[员員]|人|者)?', [
    'In attendance',
    '陪席者',
    '列席',
    '列席',
  ]),
  meaning(
    'chair|chairman|chairwoman|chairperson|in the chair|chaired by',
    '司会者?|座長|進行',
    '(?:[会會][议議])?主持(?:人|者)?',
    ['Chair', '議長', '主持人', '主持人'],
  ),
  meaning(
    'attendees|those present',
    '参加者|参会者',
    '(?:[参參][会會]|[与與][会會]|到[会會]|出席)(?:人[员員]|者)',
    ['Present', '出席者', '出席', '出席'],
  ),
  meaning(
    'minutes|minutes(?: (?:taken|recorded|kept|prepared|written))? by|(?:minutes )?recorded by|minute[- ]taker|minutes secretary',
    '議事録作成(?:者|人)?|議事録記録者|記録者?',
    '(?:[会會][议議])?[记記][录錄](?:人[员員]|人|者)?',
    ['Minutes taken by', '議事録作成者', '记录人', '記錄人'],
  ),
];

/** 甲　新潟県長岡市 in the signatures of a contract. */
const BARE_PARTY = /^([甲乙丙丁])[ \u3000]{1,4}([^\s甲乙丙丁].{2,})$/su;
const LABEL = /^\s*([^：:]{1,48}?)\.?[：:]\s*(.*)$/su;
const BRACKETED = /^([^()]+?)\s*\(\s*([^()]+?)\s*\)$/u;
/** Lines of more than that are no label with what belongs to it. */
export const LONGEST_LABELLED = 160;

/** Whom a letter is for: a person or a department. */
const ADDRESSED: readonly Meaning[] = [
  meaning('attn|attention|for the attention of', '宛先|宛名', '收件人', ['Attn', '宛先', '收件人', '收件人']),
];

/** People in a list a model reads best behind the label that it has met most. */
const PRESENT: Written = { en: 'Present: ', ja: '出席者：', zh: '出席：', hant: '出席：' };
const CARRIER = /^[^：:]{1,24}[：:]\s*/u;
/** Another label in the same line: the model reads such a line as a whole. */
const LABEL_BEHIND = /[：:](?!\d)/u;
/** "Apologies: Maria Rossi (ill), Dr. Long", and not "Apologies: I forgot the attachment." */
const ENGLISH_PEOPLE =
  /^(?:[Nn]one|\p{Lu}[\p{L}.'’-]*(?:(?:[,;] ?| |, and | and | & )(?:\p{Lu}[\p{L}.'’-]*|\([^()]*\)))*)\.?$/u;
/** 记录： alone may be of anything. */
const MAY_BE_RECORD = /^(?:[记記][录錄]|記録)$/u;
/** People are named without a word that says something of them. */
const STATEMENT = /[。！？!?]|\d|です|ます|[はを]/u;
const SHORT_NAME = /^[\p{Script=Han}\p{Script=Katakana}々・ー ]{2,12}$/u;

export interface LabelLine {
  readonly before: string;
  /** What stands behind the label, for people behind another one; absent where it is left open. */
  readonly name?: string;
  readonly isLabel: 'people' | 'other';
}

/** Label and rest of "Apologies: Maria Rossi"; undefined where there is no colon. */
function labelled(
  text: string,
  source: Script,
): { readonly label: string; readonly rest: string } | undefined {
  const [, label, rest] = LABEL.exec(text) ?? (source === 'ja' ? BARE_PARTY.exec(text) : null) ?? [];
  return label === undefined || rest === undefined ? undefined : { label: label.trim(), rest: rest.trim() };
}

/**
 * The parties of a contract and the labels of minutes as each language writes them: 乙方（盖章）： is 乙（印）： and "Party B
 * (seal):", and those who sent their apologies did not come.
 */
export function labelLine(text: string, source: Script, target: Script | 'hant'): LabelLine | undefined {
  const { label, rest } = labelled(text, source) ?? {};
  if (label === undefined || rest === undefined || LABEL_BEHIND.test(rest)) return undefined;
  const plain = label.normalize('NFKC');
  const party = partyIn(plain, source, target);
  const addressed = party === undefined ? meant(plain, ADDRESSED, source, target) : undefined;
  const people = party === undefined ? meant(plain, MINUTES, source, target) : undefined;
  const written = party ?? addressed ?? people;
  if (party === undefined && source === 'en' && rest !== '' && !ENGLISH_PEOPLE.test(rest)) return undefined;
  if (people !== undefined && source !== 'en' && STATEMENT.test(rest)) return undefined;
  if (written === undefined || (MAY_BE_RECORD.test(label) && !SHORT_NAME.test(rest))) return undefined;
  const before = target === 'en' ? `${written}:` : `${written}：`;
  const isLabel = people === undefined ? 'other' : 'people';
  if (rest === '') return { before, isLabel };
  const name = isLabel === 'people' ? PRESENT[source] + rest : rest;
  return { before: target === 'en' ? `${before} ` : before, name, isLabel };
}

/** What stands behind the label in the translation of a `name`. */
export function behindLabel(translation: string, isLabel: LabelLine['isLabel']): string {
  return isLabel === 'people' ? translation.replace(CARRIER, '') : translation;
}

function meant(
  part: string,
  meanings: readonly Meaning[],
  source: Script,
  target: Script | 'hant',
): string | undefined {
  return meanings.find((one) => one[source].test(part))?.write[target];
}

/** "Signed for and on behalf of Party A:" */
const ON_BEHALF = /^(?:signed )?(?:for and )?on behalf of (party [a-d])$/iu;

/** 乙方, 乙方（盖章）, 承租方（乙方） */
function partyIn(label: string, source: Script, target: Script | 'hant'): string | undefined {
  const of = (part: string, meanings: readonly Meaning[]): string | undefined =>
    meant(part, meanings, source, target);
  const [, signer] = ON_BEHALF.exec(label) ?? [];
  const signing = signer === undefined ? undefined : of(signer, PARTIES);
  const signature = of('signature', ROLES);
  if (signing !== undefined && signature !== undefined) return bracketed(signing, signature, target);
  const [, first = '', second = ''] = BRACKETED.exec(label) ?? [];
  if (first === '') return of(label, PARTIES);
  const [party, role] = [of(first, PARTIES), of(second, ROLES)];
  if (party !== undefined && role !== undefined) return bracketed(party, role, target);
  const [owner, name] = [of(first, ROLES), of(second, PARTIES)];
  if (owner === undefined || name === undefined) return undefined;
  return bracketed(target === 'en' ? owner.slice(0, 1).toUpperCase() + owner.slice(1) : owner, name, target);
}

function bracketed(outer: string, inner: string, target: Script | 'hant'): string {
  return target === 'en' ? `${outer} (${inner})` : `${outer}（${inner}）`;
}
