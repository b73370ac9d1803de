export interface SentencePair {
  /** Unique in its document. */
  readonly id: string;
  readonly source: string;
  /** Empty where no translation was found. */
  readonly target: string;
}

/** Reads the sentences of a bilingual file. Marks of formatting say nothing to a reader and are left out. */
export function pairsOfXliff(xliff: string): readonly SentencePair[] {
  const { documentElement } = new DOMParser().parseFromString(xliff, 'application/xml');
  return Array.from(documentElement.getElementsByTagName('trans-unit'), (unit, at) => ({
    id: unit.getAttribute('id') ?? String(at),
    source: textOf(unit.getElementsByTagName('source')[0]),
    target: textOf(unit.getElementsByTagName('target')[0]),
  }));
}

function textOf(element: Element | undefined): string {
  const parts = Array.from(element?.childNodes ?? [], (node) =>
    node.nodeName === 'bpt' || node.nodeName === 'ept' ? '' : (node.textContent ?? ''),
  );
  return parts.join('').trim();
}
