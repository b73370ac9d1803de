/** A verb in three languages, with its English forms and what it is done to. */
export interface VerbWord {
  readonly ja: string;
  readonly zh: string;
  /** Base, third person, past, participle, -ing. */
  readonly en: readonly [string, string, string, string, string];
  /** What people say in English and a term is made of: the model's own word, another than `en`. */
  readonly plain: readonly [string, string, string, string, string];
  /** Required in Japanese for `plain`. */
  readonly jaTerm: string;
  readonly zhTerm: string;
  readonly objects: readonly (readonly [ja: string, en: string, zh: string])[];
}

const DEVICE = ['装置', 'device', '设备'] as const;
const COVER = ['カバー', 'cover', '盖子'] as const;
const BUTTON = ['ボタン', 'button', '按钮'] as const;
const FILE = ['ファイル', 'file', '文件'] as const;
const DOOR = ['ドア', 'door', '门'] as const;
const BOX = ['箱', 'box', '箱子'] as const;
const FILTER = ['フィルター', 'filter', '过滤器'] as const;
const DOCUMENT = ['書類', 'document', '文件'] as const;
const CONTRACT = ['契約書', 'contract', '合同'] as const;
const MACHINE = ['機械', 'machine', '机器'] as const;

/** "erase erases erased erased erasing" */
function forms(text: string): [string, string, string, string, string] {
  const [base = '', third = '', past = '', participle = '', ing = ''] = text.split(' ');
  return [base, third, past, participle, ing];
}

const regular = (base: string): [string, string, string, string, string] => {
  const bare = base.replace(/e$/, '');
  return [
    base,
    /(?:s|x|ch|sh)$/.test(base) ? `${base}es` : `${base}s`,
    `${bare}ed`,
    `${bare}ed`,
    `${bare}ing`,
  ];
};

export const VERB_WORDS: readonly VerbWord[] = [
  {
    ja: '分解する',
    zh: '拆卸',
    en: regular('dismantle'),
    plain: regular('disassemble'),
    jaTerm: '解体する',
    zhTerm: '拆解',
    objects: [DEVICE, MACHINE, FILTER],
  },
  {
    ja: '押す',
    zh: '按',
    en: regular('depress'),
    plain: regular('press'),
    jaTerm: '押下する',
    zhTerm: '按压',
    objects: [BUTTON],
  },
  {
    ja: '取り外す',
    zh: '取下',
    en: regular('detach'),
    plain: regular('remove'),
    jaTerm: '取り外す',
    zhTerm: '卸下',
    objects: [COVER, FILTER, DOOR],
  },
  {
    ja: '開ける',
    zh: '打开',
    en: regular('unseal'),
    plain: regular('open'),
    jaTerm: '開封する',
    zhTerm: '开启',
    objects: [BOX, DOOR, COVER],
  },
  {
    ja: '閉める',
    zh: '关闭',
    en: forms('shut shuts shut shut shutting'),
    plain: regular('close'),
    jaTerm: '閉鎖する',
    zhTerm: '关上',
    objects: [DOOR, BOX, COVER],
  },
  {
    ja: '削除する',
    zh: '删除',
    en: regular('erase'),
    plain: regular('delete'),
    jaTerm: '抹消する',
    zhTerm: '清除',
    objects: [FILE, DOCUMENT],
  },
  {
    ja: '運ぶ',
    zh: '搬运',
    en: regular('transport'),
    plain: forms('carry carries carried carried carrying'),
    jaTerm: '搬送する',
    zhTerm: '运送',
    objects: [BOX, MACHINE, DEVICE],
  },
  {
    ja: '点検する',
    zh: '检查',
    en: regular('inspect'),
    plain: regular('check'),
    jaTerm: '検める',
    zhTerm: '检视',
    objects: [DEVICE, MACHINE, FILTER],
  },
  {
    ja: '洗う',
    zh: '清洗',
    en: regular('rinse'),
    plain: regular('wash'),
    jaTerm: '洗浄する',
    zhTerm: '冲洗',
    objects: [FILTER, COVER],
  },
  {
    ja: '交換する',
    zh: '更换',
    en: regular('replace'),
    plain: regular('change'),
    jaTerm: '取り替える',
    zhTerm: '调换',
    objects: [FILTER, COVER],
  },
  {
    ja: '使う',
    zh: '使用',
    en: regular('operate'),
    plain: regular('use'),
    jaTerm: '運用する',
    zhTerm: '操作',
    objects: [MACHINE, DEVICE],
  },
  {
    ja: '保存する',
    zh: '保存',
    en: regular('retain'),
    plain: forms('keep keeps kept kept keeping'),
    jaTerm: '保管する',
    zhTerm: '保留',
    objects: [DOCUMENT, FILE, CONTRACT],
  },
  {
    ja: '送る',
    zh: '发送',
    en: regular('dispatch'),
    plain: forms('send sends sent sent sending'),
    jaTerm: '送付する',
    zhTerm: '寄送',
    objects: [DOCUMENT, FILE, CONTRACT],
  },
  {
    ja: '読む',
    zh: '阅读',
    en: regular('peruse'),
    plain: forms('read reads read read reading'),
    jaTerm: '閲覧する',
    zhTerm: '研读',
    objects: [DOCUMENT, CONTRACT],
  },
  {
    ja: '書く',
    zh: '写',
    en: regular('draft'),
    plain: forms('write writes wrote written writing'),
    jaTerm: '起草する',
    zhTerm: '撰写',
    objects: [DOCUMENT, CONTRACT],
  },
  {
    ja: '買う',
    zh: '购买',
    en: regular('purchase'),
    plain: forms('buy buys bought bought buying'),
    jaTerm: '購入する',
    zhTerm: '选购',
    objects: [MACHINE, FILTER],
  },
  {
    ja: '壊す',
    zh: '损坏',
    en: regular('wreck'),
    plain: forms('break breaks broke broken breaking'),
    jaTerm: '破壊する',
    zhTerm: '毁坏',
    objects: [DOOR, BOX, MACHINE],
  },
  {
    ja: '動かす',
    zh: '移动',
    en: forms('shift shifts shifted shifted shifting'),
    plain: regular('move'),
    jaTerm: '移す',
    zhTerm: '挪动',
    objects: [BOX, MACHINE, DEVICE],
  },
  {
    ja: '止める',
    zh: '停止',
    en: regular('halt'),
    plain: forms('stop stops stopped stopped stopping'),
    jaTerm: '停止する',
    zhTerm: '停下',
    objects: [MACHINE, DEVICE],
  },
  {
    ja: '修理する',
    zh: '修理',
    en: regular('mend'),
    plain: regular('repair'),
    jaTerm: '直す',
    zhTerm: '修复',
    objects: [DOOR, MACHINE, DEVICE],
  },
];

/** Adjectives: Japanese, Chinese, English, what is required in English and in Japanese, and a subject. */
export const ADJECTIVE_WORDS: readonly {
  readonly ja: string;
  readonly en: string;
  readonly enTerm: string;
  readonly jaTerm: string;
  readonly subjects: readonly (readonly [ja: string, en: string])[];
}[] = [
  {
    ja: '暑い',
    en: 'hot',
    enTerm: 'sweltering',
    jaTerm: '蒸し暑い',
    subjects: [
      ['部屋', 'room'],
      ['倉庫', 'warehouse'],
    ],
  },
  {
    ja: '重い',
    en: 'heavy',
    enTerm: 'weighty',
    jaTerm: '重たい',
    subjects: [
      ['箱', 'box'],
      ['機械', 'machine'],
    ],
  },
  {
    ja: '古い',
    en: 'old',
    enTerm: 'dated',
    jaTerm: '古臭い',
    subjects: [
      ['建物', 'building'],
      ['本', 'book'],
    ],
  },
  {
    ja: '高い',
    en: 'expensive',
    enTerm: 'costly',
    jaTerm: '値段が高い',
    subjects: [
      ['部品', 'part'],
      ['車', 'car'],
    ],
  },
  {
    ja: '暗い',
    en: 'dark',
    enTerm: 'dim',
    jaTerm: '薄暗い',
    subjects: [
      ['部屋', 'room'],
      ['道', 'street'],
    ],
  },
];
