export interface SentencePair {
  /** Unique in its document. */
  readonly id: string;
  /** With the marks of formatting that both sides share, `<1>` … `</1>` and `<2/>`. */
  readonly source: string;
  /** Empty where no translation was found. */
  readonly target: string;
}

const MARK = /<\/?\d{1,3}\/?>/g;

/** Marks of formatting say nothing to a reader and are left out. */
export function readable(text: string): string {
  return text.replace(MARK, '').trim();
}

export function hasMarks({ source }: SentencePair): boolean {
  return source.search(MARK) >= 0;
}

/** Reads the sentences of a bilingual file. */
export function pairsOfXliff(xliff: string): readonly SentencePair[] {
  const { documentElement } = new DOMParser().parseFromString(xliff, 'application/xml');
  return Array.from(documentElement.getElementsByTagName('trans-unit'), (unit, at) => ({
    id: unit.getAttribute('id') ?? String(at),
    source: textOf(unit.getElementsByTagName('source')[0]),
    target: textOf(unit.getElementsByTagName('target')[0]),
  }));
}

function textOf(element: Element | undefined): string {
  const parts = Array.from(element?.childNodes ?? [], (node) => {
    const id = node instanceof Element ? node.getAttribute('id') : undefined;
    return node.nodeName === 'x' ? `<${id}/>` : (node.textContent ?? '');
  });
  return parts.join('');
}

/**
 * A bilingual file that says one sentence anew. Equal sentences of a document are told apart by their order, so all of
 * them are in it; those that say what they said before change nothing.
 */
export function correctedXliff(
  pairs: readonly SentencePair[],
  { id, source }: SentencePair,
  target: string,
): string {
  const units = pairs
    .filter((pair) => pair.source === source)
    .map((pair) => {
      const translation = pair.id === id ? target : pair.target;
      return `<trans-unit id="${pair.id}"><source>${escaped(source)}</source><target>${escaped(translation)}</target></trans-unit>`;
    });
  return `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file><body>${units.join('')}</body></file></xliff>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
