import { type GetTextTranslation, po } from 'gettext-parser';
import type { Lang } from '../../lang.js';
import { parseCatalogue } from '../bilingual-gettext.js';
import { documentOf, type FileFormat, hasText, type TakeUnit } from '../document.js';
import { escapeTags, unescapeTags } from '../inline.js';

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

/**
 * Message catalogues. Messages without a translation get one; those that have one keep it, with flags, notes and
 * contexts. Obsolete and not-to-translate entries stay.
 */
export const GETTEXT: FileFormat = {
  id: 'po',
  extensions: ['po', 'pot'],
  mediaType: 'text/x-gettext-translation; charset=utf-8',
  open(bytes, { to }) {
    const source = Buffer.from(bytes);
    parseCatalogue(source);
    return documentOf((take) => {
      const catalogue = parseCatalogue(source);
      let changed = false;
      for (const messages of Object.values(catalogue.translations)) {
        for (const message of Object.values(messages)) {
          if (message.msgid !== '') changed = translateMessage(message, take, to) || changed;
        }
      }
      return () => {
        if (!changed) return bytes;
        // A catalogue may come without its first entry, which holds them.
        catalogue.headers = { ...catalogue.headers, ...headersFor(catalogue.headers ?? {}, to) };
        catalogue.charset = 'utf-8';
        return po.compile(catalogue, { foldLength: 0, eol: source.includes('\r\n') ? '\r\n' : '\n' });
      };
    });
  },
};

function translateMessage(message: GetTextTranslation, take: TakeUnit, to: Lang): boolean {
  const forms = formsOf(to);
  const { msgid, msgid_plural: plural } = message;
  if (message.msgstr.some((text) => text !== '') || !hasText(msgid)) return false;
  const one = take(escapeTags(msgid));
  if (plural === undefined || plural === '') {
    if (one === undefined) return false;
    message.msgstr = [unescapeTags(one)];
    return true;
  }
  const many = take(escapeTags(plural));
  if (many === undefined) return false;
  const first = forms > 1 && one !== undefined ? [unescapeTags(one)] : [];
  message.msgstr = [...first, ...Array.from({ length: forms - first.length }, () => unescapeTags(many))];
  return true;
}

function formsOf(to: Lang): number {
  return PLURALS[to]?.startsWith('nplurals=1') === true ? 1 : 2;
}

function headersFor(headers: Readonly<Record<string, string>>, to: Lang): Record<string, string> {
  const plural = headers['Plural-Forms'];
  return {
    Language: to.replace('-', '_'),
    'Content-Type': 'text/plain; charset=UTF-8',
    ...((plural === undefined || plural.includes('INTEGER')) && { 'Plural-Forms': PLURALS[to] ?? TWO_FORMS }),
  };
}
