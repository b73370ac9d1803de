/** What begins or closes a letter, in the way of each language. */
export interface Formula {
  /** How it is read, without the marks behind it; absent where a language has no such words. */
  readonly en?: RegExp;
  readonly ja?: RegExp;
  readonly zh?: RegExp;
  /** Whether the Japanese or Chinese words are never anything else. */
  readonly isSure: boolean;
  /** A sentence, which may stand behind others in its line. */
  readonly isSentence?: true;
  /** Also where it is the last line of a longer text. */
  readonly isEnd?: true;
  /** How it is written; `hant` in traditional characters. */
  readonly write: Readonly<Record<'en' | 'ja' | 'zh' | 'hant', string>>;
}

const GREETING = '(?:dear|hi|hello)';

export const FORMULAS: readonly Formula[] = [
  {
    en: /^dear (?:sirs?|madam|sirs? or madams?|madam or sir|sir ?\/ ?madam)$/iu,
    ja: /^[ご御]担当者?[様さ]ま?$/u,
    zh: /^(?:敬[启啟]者|尊敬的先生[\s/、或]*女士)$/u,
    isSure: true,
    write: { en: 'Dear Sir or Madam,', ja: 'ご担当者様', zh: '敬启者：', hant: '敬啟者：' },
  },
  {
    en: /^to whom it may concern$/iu,
    ja: /^関係者各位$/u,
    zh: /^致有[关關]人士$/u,
    isSure: true,
    write: { en: 'To whom it may concern:', ja: '関係者各位', zh: '敬启者：', hant: '敬啟者：' },
  },
  {
    en: new RegExp(`^${GREETING} (?:all|everyone|everybody)$`, 'iu'),
    ja: /^(?:皆様|皆さま|各位|関係各位)$/u,
    zh: /^各位$/u,
    isSure: false,
    write: { en: 'Dear all,', ja: '皆様', zh: '各位：', hant: '各位：' },
  },
  {
    zh: /^[您你]好$/u,
    isSure: false,
    write: { en: 'Hello!', ja: 'いつもお世話になっております。', zh: '您好！', hant: '您好！' },
  },
  {
    en: new RegExp(`^${GREETING} colleagues$`, 'iu'),
    ja: /^(?:社員|職員|従業員)(?:各位|の皆様)$/u,
    zh: /^(?:尊敬的|[亲親][爱愛]的)?各位同[事仁]$/u,
    isSure: true,
    write: { en: 'Dear colleagues,', ja: '社員各位', zh: '各位同事：', hant: '各位同事：' },
  },
  {
    en: /^dear (?:valued )?(?:customers?|clients?)$/iu,
    ja: /^(?:お客様|お得意様|お取引先)(?:各位|の皆様)$/u,
    zh: /^(?:尊敬的|各位|[亲親][爱愛]的)(?:客[户戶]|[顾顧]客|用[户戶])$/u,
    isSure: true,
    write: { en: 'Dear customer,', ja: 'お客様各位', zh: '尊敬的客户：', hant: '尊敬的客戶：' },
  },
  {
    en: new RegExp(`^${GREETING} team$`, 'iu'),
    ja: /^チームの皆(?:様|さま)$/u,
    isSure: true,
    write: { en: 'Dear team,', ja: 'チームの皆様', zh: '各位同事：', hant: '各位同事：' },
  },
  {
    en: /^dear (?:hiring|recruiting|recruitment) (?:manager|team)$/iu,
    ja: /^採用(?:ご)?担当者?様$/u,
    zh: /^尊敬的招聘(?:[经經]理|[负負][责責]人)$/u,
    isSure: true,
    write: {
      en: 'Dear Hiring Manager,',
      ja: '採用ご担当者様',
      zh: '尊敬的招聘负责人：',
      hant: '尊敬的招聘負責人：',
    },
  },
  {
    ja: /^(?:拝啓|謹啓|前略)$/u,
    isSure: true,
    write: { en: 'Dear Sir or Madam,', ja: '拝啓', zh: '敬启者：', hant: '敬啟者：' },
  },
  {
    en: /^(?:(?:yours |most )?(?:sincerely|faithfully|truly|respectfully)|(?:sincerely|respectfully|very truly|truly|faithfully) yours)$/iu,
    ja: /^(?:敬具|謹白|敬白|謹言|草々|早々)$/u,
    zh: /^(?:此致\s*敬[礼禮]|[谨謹][启啟])$/u,
    isSure: true,
    write: { en: 'Sincerely,', ja: '敬具', zh: '此致敬礼！', hant: '此致敬禮！' },
  },
  {
    zh: /^此致$/u,
    isSure: true,
    write: { en: 'I remain,', ja: '謹んで申し上げます。', zh: '此致', hant: '此致' },
  },
  {
    zh: /^敬[礼禮]$/u,
    isSure: false,
    write: { en: 'Yours sincerely,', ja: '敬具', zh: '敬礼！', hant: '敬禮！' },
  },
  {
    en: /^(?:(?:with )?(?:(?:my |our )?(?:best|kind|kindest|warm|warmest) )?regards|(?:with )?(?:best|warm|warmest) wishes|all the best|best|warmly|cordially)$/iu,
    ja: /^(?:(?:それ)?では、?|以上、?)?(?:今後とも、?|引き続き、?)?(?:何卒、?|なにとぞ、?|どうぞ、?)?(?:宜しく|よろしく)[お御]願い(?:致します|いたします|申し上げます|申しあげます|します)$/u,
    zh: /^(?:[顺順]?[祝颂頌](?:商祺|[时時]祺|[业業]祺|商安)|祝好|商祺|[谨謹]致[问問]候)$/u,
    isSure: true,
    write: { en: 'Best regards,', ja: 'よろしくお願いいたします。', zh: '顺祝商祺！', hant: '順祝商祺！' },
  },
  {
    ja: /^以上$/u,
    isSure: false,
    isEnd: true,
    write: { en: 'End', ja: '以上', zh: '以上。', hant: '以上。' },
  },
  {
    ja: closing('[ご御]?(?:報告|連絡|案内)|お?知らせ'),
    isSure: true,
    isSentence: true,
    write: {
      en: 'I just wanted to let you know.',
      ja: '取り急ぎ、ご報告まで。',
      zh: '特此告知。',
      hant: '特此告知。',
    },
  },
  {
    zh: /^特此(?:通知|公告|告知|函告|通告)$/u,
    isSure: true,
    isSentence: true,
    write: {
      en: 'Please take note of the above.',
      ja: '以上、お知らせいたします。',
      zh: '特此通知。',
      hant: '特此通知。',
    },
  },
  {
    ja: closing('[お御]礼'),
    zh: /^[谨謹特]此(?:致|表)?[谢謝][意忱]?$/u,
    isSure: true,
    isSentence: true,
    write: {
      en: 'I just wanted to thank you.',
      ja: 'まずは御礼まで。',
      zh: '谨此致谢。',
      hant: '謹此致謝。',
    },
  },
  {
    ja: closing('[ご御]?(?:返信|返事|回答)|[お御]返事'),
    zh: /^(?:特此|先此|[谨謹]此)[复復回][复復函]?$/u,
    isSure: true,
    isSentence: true,
    write: {
      en: 'This is just a quick reply.',
      ja: '取り急ぎ、ご返信まで。',
      zh: '特此回复。',
      hant: '特此回覆。',
    },
  },
  {
    ja: closing('[お御]詫び'),
    zh: /^[谨謹特]此致歉$/u,
    isSure: true,
    isSentence: true,
    write: {
      en: 'Please accept our apologies.',
      ja: 'まずはお詫び申し上げます。',
      zh: '谨此致歉。',
      hant: '謹此致歉。',
    },
  },
];

/** 取り急ぎ、ご報告まで。 まずは書中をもって御礼申し上げます。 */
function closing(said: string): RegExp {
  return new RegExp(
    `^(?:まずは|以上、?)?、?(?:取り?急ぎ|とりいそぎ|まずは)、?(?:略儀ながら、?)?(?:(?:書中|書面|メール|お電話)(?:にて|で|をもちまして|をもって)、?)?(?:${said})(?:かたがたご挨拶)?(?:まで(?:に|です|でございます|申し上げます)?|を?(?:申し上げます|いたします|致します))$`,
    'u',
  );
}
