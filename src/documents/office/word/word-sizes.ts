import { childOf, descendants, walkXml, type XmlElement } from '../../xml/walk.js';

/** Half points, where a document says nothing. */
const USUAL = 20;
/** Deeper chains of styles have no reason. */
const MOST_PARENTS = 20;

interface WordStyle {
  readonly size: number | undefined;
  readonly basedOn: string | undefined;
}

/** How large letters are set in a Word document, in half points: by their run, its style, that of the paragraph or by default. */
export class WordSizes {
  readonly #styles = new Map<string, WordStyle>();
  #paragraph: string | undefined;
  #default = USUAL;

  /** @param source `word/styles.xml` */
  constructor(source: string) {
    walkXml(source, {
      wants: (name) => name === 'w:style' || name === 'w:rPrDefault',
      element: (element) => {
        const [properties] = descendants(element, 'w:rPr');
        const size = sizeIn(properties);
        if (element.name === 'w:rPrDefault') {
          this.#default = size ?? USUAL;
          return;
        }
        const { 'w:styleId': id = '', 'w:type': type, 'w:default': isDefault } = element.attributes;
        this.#styles.set(id, { size, basedOn: childOf(element, 'w:basedOn')?.attributes['w:val'] });
        if (type === 'paragraph' && isDefault === '1') this.#paragraph = id;
      },
    });
  }

  of(run: XmlElement, paragraph: XmlElement): number {
    const properties = childOf(run, 'w:rPr');
    const style = properties && childOf(properties, 'w:rStyle')?.attributes['w:val'];
    const around = childOf(paragraph, 'w:pPr');
    const own = (around && childOf(around, 'w:pStyle')?.attributes['w:val']) ?? this.#paragraph;
    return sizeIn(properties) ?? this.#inStyle(style) ?? this.#inStyle(own) ?? this.#default;
  }

  #inStyle(id: string | undefined): number | undefined {
    let next = id;
    for (let parents = 0; next !== undefined && parents < MOST_PARENTS; parents += 1) {
      const style: WordStyle | undefined = this.#styles.get(next);
      if (style?.size !== undefined) return style.size;
      next = style?.basedOn;
    }
    return undefined;
  }
}

function sizeIn(properties: XmlElement | undefined): number | undefined {
  const size = Number(properties && childOf(properties, 'w:sz')?.attributes['w:val']);
  return size > 0 ? size : undefined;
}
