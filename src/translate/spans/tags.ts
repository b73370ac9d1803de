/** A tag as it stands in a text; `end` is behind its `>`. */
export interface Tag {
  readonly start: number;
  readonly end: number;
  /** Lower case. */
  readonly name: string;
  readonly closing: boolean;
  readonly selfClosing: boolean;
  /** Behind the closing tag, where the element holds code or asks not to be translated. */
  readonly untranslatedEnd: number | undefined;
}

/** Inline elements whose content is code. */
const CODE_ELEMENTS = new Set(['code', 'kbd', 'samp', 'var', 'tt']);
/** Attributes that ask not to be translated. */
const TRANSLATE_NO = /\btranslate\s*=\s*["']?no\b/i;
const CLASS_NOTRANSLATE = /\bclass\s*=\s*["'][^"']*\bnotranslate\b/i;
/** Longest content of an element that is kept as a whole. */
const MAX_UNTRANSLATED_CHARS = 2_000;

/**
 * The tags of HTML and XML, numbered ones (`<0>`) included. Every `<` is read up to the next one at most, so that the
 * whole text is read a bounded number of times whatever stands in it.
 */
export function* scanTags(text: string): Generator<Tag> {
  for (let start = text.indexOf('<'); start !== -1; start = text.indexOf('<', start + 1)) {
    const closing = text[start + 1] === '/';
    const nameStart = start + (closing ? 2 : 1);
    const nameEnd = endOfName(text, nameStart);
    if (nameEnd === nameStart) continue;
    const end = endOfTag(text, nameEnd);
    if (end === -1) continue;
    const name = text.slice(nameStart, nameEnd).toLowerCase();
    const keeps = !closing && asksToBeKept(name, text.slice(nameEnd, end - 1));
    yield {
      start,
      end,
      name,
      closing,
      selfClosing: text[end - 2] === '/',
      untranslatedEnd: keeps ? endOfElement(text, end, name) : undefined,
    };
  }
}

function endOfName(text: string, from: number): number {
  let at = from;
  if (isDigit(text.charCodeAt(at))) {
    while (at < from + 3 && isDigit(text.charCodeAt(at))) at += 1;
    return at;
  }
  if (!isLetter(text.charCodeAt(at))) return from;
  while (isNameUnit(text.charCodeAt(at))) at += 1;
  return at;
}

/** Behind the `>` that ends the tag, or -1; a `>` inside a quoted attribute does not. */
function endOfTag(text: string, from: number): number {
  let at = from;
  if (text[at] === '/' && text[at + 1] === '>') return at + 2;
  if (text[at] === '>') return at + 1;
  if (!isSpace(text.charCodeAt(at))) return -1;
  for (; at < text.length; at += 1) {
    const character = text[at];
    if (character === '>') return at + 1;
    if (character === '<') return -1;
    if (character === '"' || character === "'") {
      at += 1;
      while (at < text.length && text[at] !== character) {
        if (text[at] === '<') return -1;
        at += 1;
      }
    }
  }
  return -1;
}

function asksToBeKept(name: string, attributes: string): boolean {
  if (CODE_ELEMENTS.has(name)) return true;
  return attributes !== '' && (TRANSLATE_NO.test(attributes) || CLASS_NOTRANSLATE.test(attributes));
}

/** Behind the closing tag of an element that holds nothing but text. */
function endOfElement(text: string, from: number, name: string): number | undefined {
  const limit = Math.min(text.length, from + MAX_UNTRANSLATED_CHARS + 1);
  let at = from;
  while (at < limit && text[at] !== '<' && text[at] !== '>') at += 1;
  if (text[at] !== '<' || text[at + 1] !== '/') return undefined;
  const nameEnd = at + 2 + name.length;
  if (text.slice(at + 2, nameEnd).toLowerCase() !== name) return undefined;
  at = nameEnd;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return text[at] === '>' ? at + 1 : undefined;
}

function isLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Letters, digits and `_ - : .` */
function isNameUnit(unit: number): boolean {
  return isLetter(unit) || isDigit(unit) || unit === 0x5f || unit === 0x2d || unit === 0x3a || unit === 0x2e;
}

function isSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return unit === 0xa0 || unit === 0x3000 || unit === 0xfeff || unit === 0x2028 || unit === 0x2029;
}
