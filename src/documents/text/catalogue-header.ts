import type { Lang } from '../../base/lang.js';
import { type CatalogueEntry, writeString } from './catalogue.js';
import { type DecodedText, decodeFile } from './encoding.js';

/** Plural rules as gettext writes them; languages without an entry have two forms, one and many. */
const PLURALS: Readonly<Record<Lang, string>> = {
  ja: 'nplurals=1; plural=0;',
  'zh-CN': 'nplurals=1; plural=0;',
  'zh-TW': 'nplurals=1; plural=0;',
  'zh-HK': 'nplurals=1; plural=0;',
  ko: 'nplurals=1; plural=0;',
  vi: 'nplurals=1; plural=0;',
  th: 'nplurals=1; plural=0;',
  fr: 'nplurals=2; plural=(n > 1);',
};
const TWO_FORMS = 'nplurals=2; plural=(n != 1);';

/** How many forms of a message the target language has. */
export function formsOf(to: Lang): number {
  return PLURALS[to]?.startsWith('nplurals=1') === true ? 1 : 2;
}

/** How far into a file its first entry reaches at most. */
const HEADER_BYTES = 16 * 1024;

/** A catalogue names its own encoding; what it cannot be read in is found out as with any other text. */
export function decodeCatalogue(bytes: Uint8Array, from: Lang | undefined): DecodedText {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_BYTES));
  const charset = /^"Content-Type:[^"]{0,100}charset=([\w.:-]{1,40})/im.exec(head)?.[1];
  return decodeFile(bytes, { from, declared: charset });
}

/** Headers of the first entry, by their names in small letters. */
export function headersOf(entries: readonly CatalogueEntry[]): ReadonlyMap<string, string> {
  const lines = headerOf(entries)?.strings[0]?.split('\n') ?? [];
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^([\w-]+):[ \t]*(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value ?? '']];
    }),
  );
}

export function headerOf(entries: readonly CatalogueEntry[]): CatalogueEntry | undefined {
  return entries.find(({ id, context }) => id === '' && context === undefined);
}

/** The first entry's translation for a catalogue in `to`: other headers stay, and in their order. */
export function writeHeader(entries: readonly CatalogueEntry[], to: Lang, eol: string): string {
  const before = headersOf(entries);
  const plural = before.get('plural-forms');
  const wanted = new Map([
    ['Language', to.replace('-', '_')],
    ['Content-Type', 'text/plain; charset=UTF-8'],
    ...(plural === undefined || plural.includes('INTEGER')
      ? ([['Plural-Forms', PLURALS[to] ?? TWO_FORMS]] as const)
      : []),
  ]);
  const lines = (headerOf(entries)?.strings[0] ?? '').split('\n').filter((line) => line !== '');
  for (const [name, value] of wanted) {
    const at = lines.findIndex((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    lines.splice(at < 0 ? lines.length : at, at < 0 ? 0 : 1, `${name}: ${value}`);
  }
  return writeString('msgstr', `${lines.join('\n')}\n`, eol);
}
