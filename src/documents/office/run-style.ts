import type { XmlElement } from '../xml/walk.js';

/** Numbers the formatting of runs: equal formatting, equal number. The text of each is what the first of them had. */
export class RunStyles {
  readonly #numbers = new Map<string, number>();
  readonly #sources: string[] = [];

  number(key: string, source: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#sources.length);
    return this.#sources.push(source) - 1;
  }

  source(style: number): string {
    return this.#sources[style] ?? '';
  }
}

/** Says what a reader sees of run properties: `skip` names what programs note down for themselves. */
export function styleKey(
  element: XmlElement | undefined,
  skip: { readonly elements: ReadonlySet<string>; readonly attributes: ReadonlySet<string> },
): string {
  if (element === undefined) return '';
  const parts: string[] = [];
  for (const child of element.children) {
    if (child.kind !== 'element' || skip.elements.has(child.name)) continue;
    const inner = styleKey(child, skip);
    if (inner === '' && isEmptyFonts(child, skip.attributes)) continue;
    parts.push(`<${child.name}${inner}>`);
  }
  return attributesOf(element, skip.attributes) + parts.sort().join('');
}

function attributesOf(element: XmlElement, skip: ReadonlySet<string>): string {
  return Object.entries(element.attributes)
    .filter(([name]) => !skip.has(name))
    .map(([name, value]) => ` ${name}="${value}"`)
    .sort()
    .join('');
}

/** Word writes a fonts element with nothing but a hint at each change of script. */
function isEmptyFonts(element: XmlElement, skip: ReadonlySet<string>): boolean {
  return element.name === 'w:rFonts' && attributesOf(element, skip) === '';
}
