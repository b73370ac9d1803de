import { childOf, walkXml, type XmlElement } from '../../xml/walk.js';
import { points } from '../length.js';

type Properties = 'style:graphic-properties' | 'style:text-properties';

interface Style {
  readonly parent: string | undefined;
  readonly element: XmlElement;
  /** Whether the content holds it itself: nothing can be the child of such a style. */
  readonly isOwn: boolean;
}

/** A style as elements name it. */
export interface NamedStyle {
  readonly family: 'graphic' | 'presentation' | 'paragraph' | 'text';
  readonly name: string;
}

/** What a style says of its letters or of its shape. */
interface OwnProperties {
  readonly element: Properties;
  readonly values: Readonly<Record<string, string>>;
}

/** Deeper chains of styles have no reason. */
const MOST_PARENTS = 20;

/** What the styles of an OpenDocument file say: one asks its parents for what it does not say itself. */
export class OdfStyles {
  readonly #styles = new Map<string, Style>();

  /**
   * @param common the part with styles for the whole document
   * @param content the part whose elements are read, with the styles of its own
   */
  constructor(
    common: string,
    private readonly content: string,
  ) {
    for (const source of [common, content]) {
      walkXml(source, {
        wants: (name) => name === 'style:style' || name === 'style:default-style',
        element: (element) => {
          const { attributes } = element;
          const key = keyOf(attributes['style:family'], attributes['style:name']);
          const parent = attributes['style:parent-style-name'];
          this.#styles.set(key, { parent, element, isOwn: source === content });
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

  /** A style that is like another one but for some properties: a copy where the content holds that itself, else its child. */
  derived({ family, name }: NamedStyle, fresh: string, { element, values }: OwnProperties): string {
    const own = Object.entries(values).map(([attribute, value]) => ` ${attribute}="${value}"`);
    const written = `<${element}${own.join('')}/>`;
    const { content } = this;
    const known = this.#styles.get(keyOf(family, name));
    if (known?.isOwn !== true) {
      const parent = known === undefined ? '' : ` style:parent-style-name="${name}"`;
      return `<style:style style:name="${fresh}" style:family="${family}"${parent}>${written}</style:style>`;
    }
    const style = known.element;
    const properties = childOf(style, element);
    const opener = content
      .slice(style.start, style.contentStart)
      .replace(`style:name="${name}"`, `style:name="${fresh}"`)
      .replace(/\s*\/>$/, '>');
    const before =
      element === 'style:text-properties' ? childOf(style, 'style:paragraph-properties') : undefined;
    const start = properties?.start ?? before?.end ?? style.contentStart;
    const behind = properties?.contentStart ?? start;
    const changed =
      properties === undefined
        ? written
        : content
            .slice(start, behind)
            .replace(/\s([\w:-]+)="[^"]*"/g, (whole, attribute: string) => (attribute in values ? '' : whole))
            .replace(`<${element}`, () => `<${element}${own.join('')}`);
    return `${opener}${content.slice(style.contentStart, start)}${changed}${content.slice(behind, style.contentEnd)}</style:style>`;
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
