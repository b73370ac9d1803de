import { childOf, walkXml, type XmlElement } from '../xml/walk.js';
import { points } from './length.js';

type Properties = 'style:graphic-properties' | 'style:text-properties';

interface Style {
  readonly parent: string | undefined;
  readonly element: XmlElement;
}

/** Deeper chains of styles have no reason. */
const MOST_PARENTS = 20;

/** What the styles of an OpenDocument file say: one asks its parents for what it does not say itself. */
export class OdfStyles {
  readonly #styles = new Map<string, Style>();

  /** @param sources the parts that hold styles */
  constructor(sources: readonly string[]) {
    for (const source of sources) {
      walkXml(source, {
        wants: (name) => name === 'style:style' || name === 'style:default-style',
        element: (element) => {
          const { attributes } = element;
          const key = keyOf(attributes['style:family'], attributes['style:name']);
          this.#styles.set(key, { parent: attributes['style:parent-style-name'], element });
        },
      });
    }
  }

  /** An attribute of a style; undefined where neither it nor a parent says anything. */
  value(
    family: string,
    name: string | undefined,
    properties: Properties,
    attribute: string,
  ): string | undefined {
    for (const { element } of this.#chain(family, name)) {
      const own = childOf(element, properties)?.attributes[attribute];
      if (own !== undefined) return own;
    }
    return undefined;
  }

  /** The size of letters in points: a share of the parent's where a style says so. */
  size(family: string, name: string | undefined): number | undefined {
    let share = 1;
    for (const { element } of this.#chain(family, name)) {
      // Its own, and not those of the marks of a list inside.
      const own = childOf(element, 'style:text-properties')?.attributes['fo:font-size'];
      const size = points(own);
      if (size !== undefined) return size * share;
      if (own?.endsWith('%') === true) share *= Number.parseFloat(own) / 100 || 1;
    }
    return undefined;
  }

  #chain(family: string, name: string | undefined): readonly Style[] {
    const chain: Style[] = [];
    let next = name;
    while (next !== undefined && chain.length < MOST_PARENTS) {
      const style: Style | undefined = this.#styles.get(keyOf(family, next));
      if (style === undefined) break;
      chain.push(style);
      next = style.parent;
    }
    const usual = this.#styles.get(keyOf(family, undefined));
    return usual === undefined ? chain : [...chain, usual];
  }
}

function keyOf(family: string | undefined, name: string | undefined): string {
  return `${family ?? ''} ${name ?? ''}`;
}
