import type { Lang } from '../../base/lang.js';

interface Script {
  readonly locale: string;
  /** A font with the characters of the language that comes with the usual office programs. */
  readonly font: string;
}

const SCRIPTS: Readonly<Record<Lang, Script>> = {
  ja: { locale: 'ja-JP', font: 'Yu Gothic' },
  'zh-CN': { locale: 'zh-CN', font: 'Microsoft YaHei' },
  'zh-TW': { locale: 'zh-TW', font: 'Microsoft JhengHei' },
  'zh-HK': { locale: 'zh-HK', font: 'Microsoft JhengHei' },
  ko: { locale: 'ko-KR', font: 'Malgun Gothic' },
};
const LOCALES: Readonly<Record<Lang, string>> = {
  en: 'en-US',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
  pt: 'pt-BR',
};

export function localeOf(lang: Lang): string {
  return SCRIPTS[lang]?.locale ?? LOCALES[lang] ?? lang;
}

/** Fonts made for one East Asian language, by words of their names. They lack characters that the others need. */
const MADE_FOR: readonly (readonly [Lang, RegExp])[] = [
  [
    'ja',
    /ＭＳ|^MS P?(?:Mincho|Gothic)|Meiryo|メイリオ|游|Yu (?:Gothic|Mincho)|Hiragino|ヒラギノ|HG|Noto (?:Sans|Serif) (?:CJK )?JP|IPA/i,
  ],
  [
    'zh-CN',
    /SimSun|SimHei|宋体|黑体|微软雅黑|Microsoft YaHei|等线|DengXian|楷体|KaiTi|FangSong|仿宋|CJK SC/i,
  ],
  ['zh-TW', /MingLiU|新細明體|細明體|標楷體|DFKai|Microsoft JhengHei|微軟正黑體|CJK TC/i],
  ['ko', /Malgun|맑은|Batang|바탕|Gulim|굴림|Dotum|돋움|CJK KR/i],
];

/** The font that text in `to` needs in place of `font`; undefined where `font` will do. */
export function fontInstead(font: string, to: Lang): string | undefined {
  const script = SCRIPTS[to];
  if (script === undefined) return undefined;
  if (font.trim() === '') return script.font;
  const made = MADE_FOR.find(([, names]) => names.test(font))?.[0];
  const wanted = to === 'zh-HK' ? 'zh-TW' : to;
  return made === undefined || made === wanted ? undefined : script.font;
}

const ATTRIBUTE_END = /\s*(\/?)>$/;

/** East Asian fonts of a theme: an empty one leaves the choice to the reader's machine, which may show boxes. */
export function themeFonts(xml: string, to: Lang): string {
  return xml.replace(/<a:ea typeface="([^"]*)"/g, (whole, font: string) => {
    const instead = fontInstead(font, to);
    return instead === undefined ? whole : `<a:ea typeface="${instead}"`;
  });
}

/** Fonts of run properties (`w:rFonts`): the East Asian one follows the target, and the hint its script. */
function wordFonts(xml: string, to: Lang): string {
  const script = SCRIPTS[to];
  return xml.replace(/<w:rFonts\b[^>]*>/g, (element) => {
    const bare = element.replace(/\sw:hint="[^"]*"/, '');
    if (script === undefined) return bare;
    const hinted = bare.replace(ATTRIBUTE_END, ' w:hint="eastAsia"$1>');
    return hinted.replace(/w:eastAsia="([^"]*)"/, (whole, font: string) => {
      const instead = fontInstead(font, to);
      return instead === undefined ? whole : `w:eastAsia="${instead}"`;
    });
  });
}

/** Run properties of translated text: each run names its language, and the script that chooses between its fonts. */
export function wordRun(properties: string, to: Lang): string {
  const script = SCRIPTS[to];
  const attribute = script === undefined ? 'w:val' : 'w:eastAsia';
  const lang = `${attribute}="${localeOf(to)}"`;
  const whole = properties === '' || properties === '<w:rPr/>' ? '<w:rPr></w:rPr>' : properties;
  let out = wordFonts(whole, to);
  if (script !== undefined && !out.includes('<w:rFonts')) {
    out = out.replace(/^<w:rPr[^>]*>(?:<w:rStyle\b[^>]*\/>)?/, '$&<w:rFonts w:hint="eastAsia"/>');
  }
  const named = /<w:lang\b[^>]*>/.exec(out)?.[0];
  if (named === undefined) return out.replace(/<\/w:rPr>$/, `<w:lang ${lang}/></w:rPr>`);
  const fresh = named.includes(`${attribute}="`)
    ? named.replace(new RegExp(`${attribute}="[^"]*"`), lang)
    : named.replace('<w:lang', `<w:lang ${lang}`);
  return out.replace(named, fresh);
}

/** Default run properties of a Word document name an East Asian font and language for everything without its own. */
export function wordDefaults(styles: string, to: Lang): string {
  const script = SCRIPTS[to];
  if (script === undefined) return styles;
  return styles.replace(/<w:rPrDefault>[\s\S]*?<\/w:rPrDefault>/, (defaults) => {
    let out = defaults.replace(/<w:rFonts\b[^>]*>/, (element) => {
      if (/w:eastAsia(?:Theme)?="/.test(element))
        return wordFonts(element, to).replace(' w:hint="eastAsia"', '');
      return element.replace(ATTRIBUTE_END, ` w:eastAsia="${script.font}"$1>`);
    });
    if (!out.includes('<w:rFonts')) {
      out = out.replace('<w:rPr>', `<w:rPr><w:rFonts w:eastAsia="${script.font}"/>`);
    }
    return out.replace(/(<w:lang\b[^>]*w:eastAsia=")[^"]*"/, `$1${script.locale}"`);
  });
}

/** Font names of a workbook. */
export function sheetFonts(styles: string, to: Lang): string {
  return styles.replace(/<name val="([^"]*)"\/>/g, (whole, font: string) => {
    const instead = fontInstead(font, to);
    return instead === undefined ? whole : `<name val="${instead}"/>`;
  });
}

/** Runs of a slide that name an East Asian font of another language. */
export function drawingFonts(xml: string, to: Lang): string {
  return xml.includes('<a:ea ') ? themeFonts(xml, to) : xml;
}

/**
 * Styles of OpenDocument name languages and fonts for each kind of script, and programs choose by the letters: so all styles
 * that name the language of the translation's script say the new one, and the common one of each family says it too.
 */
export function odfStyles(xml: string, to: Lang): string {
  const fonts = new Map(
    [...xml.matchAll(/<style:font-face\b[^>]*\bstyle:name="([^"]*)"[^>]*\bsvg:font-family="([^"]*)"/g)].map(
      ([, name = '', family = '']) => [name, family.replaceAll(/&apos;|'/g, '')],
    ),
  );
  const [language = to, country = ''] = localeOf(to).split('-');
  const [prefix, suffix] = SCRIPTS[to] === undefined ? ['fo:', ''] : ['style:', '-asian'];
  const said = [`${prefix}language${suffix}="${language}"`, `${prefix}country${suffix}="${country}"`];
  const known = new RegExp(` ${prefix}(?:language|country)${suffix}="[^"]*"`, 'g');
  const isNamed = new RegExp(` ${prefix}language${suffix}="`);
  const named = (element: string) =>
    element.replaceAll(known, '').replace(ATTRIBUTE_END, ` ${said.join(' ')}$1>`);
  return xml
    .replaceAll(/<style:text-properties\b[^>]*>/g, (element) => {
      const spoken = isNamed.test(element) ? named(element) : element;
      return spoken.replace(/ style:font-name-asian="([^"]*)"/, (whole, name: string) => {
        const instead = fontInstead(fonts.get(name) ?? name, to);
        return instead === undefined ? whole : ` style:font-family-asian="${instead}"`;
      });
    })
    .replaceAll(
      /(<style:default-style\b(?:(?!<\/style:default-style>).)*?)(<style:text-properties\b[^>]*>)/gs,
      (_, before: string, element: string) => before + (isNamed.test(element) ? element : named(element)),
    );
}
