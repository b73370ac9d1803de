import { dirname, join } from 'node:path/posix';
import type { Archive } from '../../archive/archive.js';
import { childOf, descendants, elementsOf, walkXml, type XmlElement } from '../../xml/walk.js';

/** The room of a text on a slide, and how large it is set; all in points. */
export interface SlideBox {
  readonly width: number;
  readonly height: number;
  /** Of paragraphs that name no size of their own, by their level. */
  sizeOf(level: number): number;
}

/** What placeholders of a layout or a master hand on to the slides that use them. */
interface Placeholder {
  readonly type: string;
  readonly index: string;
  readonly extent: Extent | undefined;
  /** By level. */
  readonly sizes: ReadonlyMap<number, number>;
}

interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Length units of Office in a point. */
const EMU = 12_700;
/** Where nothing says anything else, as programs have it. */
const USUAL_SIZE = 18;

/** Where the texts of slides stand: a slide says it itself, or its layout, or the master of that. */
export class SlideBoxes {
  readonly #archive: Archive;
  /** The layout of a slide, the master of a layout. */
  readonly #parts = new Map<string, string>();
  readonly #placeholders = new Map<string, readonly Placeholder[]>();
  readonly #styles = new Map<string, ReadonlyMap<string, ReadonlyMap<number, number>>>();

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  /** Undefined where nothing says how large the shape is. */
  of(slide: string, shape: XmlElement): SlideBox | undefined {
    const [own] = descendants(shape, 'p:ph');
    const layout = this.#related(slide, 'slideLayout');
    const master = this.#related(layout, 'slideMaster');
    const inherited =
      own === undefined
        ? []
        : [
            this.#placeholdersOf(layout).find((other) => isSame(other, own)),
            this.#placeholdersOf(master).find(({ type }) => type === mainType(own)),
          ];
    const extent =
      extentOf(shape) ?? inherited.find((placeholder) => placeholder?.extent !== undefined)?.extent;
    if (extent === undefined) return undefined;
    const group = own === undefined ? 'other' : mainType(own) === 'title' ? 'title' : 'body';
    const sizes = [
      textSizes(shape),
      ...inherited.map((placeholder) => placeholder?.sizes),
      this.#stylesOf(master).get(group),
    ];
    const sizeOf = (level: number): number =>
      sizes.find((known) => known?.has(level))?.get(level) ?? USUAL_SIZE;
    return { ...extent, sizeOf };
  }

  #related(part: string, kind: string): string {
    const known = this.#parts.get(part) ?? relatedPart(this.#archive, part, kind);
    this.#parts.set(part, known);
    return known;
  }

  #placeholdersOf(part: string): readonly Placeholder[] {
    const known = this.#placeholders.get(part) ?? placeholdersIn(this.#archive.text(part) ?? '');
    this.#placeholders.set(part, known);
    return known;
  }

  /** Sizes of titles, bodies and other texts, by level. */
  #stylesOf(master: string): ReadonlyMap<string, ReadonlyMap<number, number>> {
    const known = this.#styles.get(master) ?? masterStyles(this.#archive.text(master) ?? '');
    this.#styles.set(master, known);
    return known;
  }
}

/** The part of a kind that another one names; empty where it names none. */
function relatedPart(archive: Archive, part: string, kind: string): string {
  const source = archive.text(join(dirname(part), '_rels', `${part.split('/').at(-1)}.rels`)) ?? '';
  for (const [relation] of source.matchAll(/<Relationship\b[^>]*>/g)) {
    if (!new RegExp(`\\bType="[^"]*/${kind}"`).test(relation)) continue;
    return join(dirname(part), /\bTarget="([^"]*)"/.exec(relation)?.[1] ?? '');
  }
  return '';
}

/** Slides in the order in which they are shown. */
export function slidesOf(archive: Archive): readonly string[] {
  const targets = new Map<string, string>();
  const relations = archive.text('ppt/_rels/presentation.xml.rels') ?? '';
  for (const [relation] of relations.matchAll(/<Relationship\b[^>]*>/g)) {
    const [id, target] = ['Id', 'Target'].map(
      (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(relation)?.[1],
    );
    if (id !== undefined && target !== undefined) targets.set(id, join('ppt', target));
  }
  const ids = (archive.text('ppt/presentation.xml') ?? '').matchAll(/<p:sldId\b[^>]*\br:id="([^"]*)"/g);
  return [...ids].flatMap(([, id = '']) => targets.get(id) ?? []);
}

function placeholdersIn(source: string): readonly Placeholder[] {
  const found: Placeholder[] = [];
  walkXml(source, {
    wants: (name) => name === 'p:sp',
    element(shape) {
      const [own] = descendants(shape, 'p:ph');
      if (own === undefined) return;
      const index = own.attributes.idx ?? '';
      found.push({ type: mainType(own), index, extent: extentOf(shape), sizes: textSizes(shape) });
    },
  });
  return found;
}

function masterStyles(source: string): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const styles = new Map<string, ReadonlyMap<number, number>>();
  walkXml(source, {
    wants: (name) => name === 'p:txStyles',
    element(element) {
      for (const style of elementsOf(element)) {
        styles.set(style.name.replace(/^p:|Style$/g, ''), levelSizes(style));
      }
    },
  });
  return styles;
}

function isSame({ type, index }: Placeholder, own: XmlElement): boolean {
  return own.attributes.idx === undefined ? type === mainType(own) : index === own.attributes.idx;
}

/** Kinds of placeholders that masters tell apart. */
function mainType({ attributes: { type = 'obj' } }: XmlElement): string {
  if (type === 'ctrTitle') return 'title';
  return /^(?:title|dt|ftr|sldNum)$/.test(type) ? type : 'body';
}

function extentOf(shape: XmlElement): Extent | undefined {
  const properties = childOf(shape, 'p:spPr');
  const frame = properties === undefined ? undefined : childOf(properties, 'a:xfrm');
  const extent = frame === undefined ? undefined : childOf(frame, 'a:ext');
  const [width, height] = [Number(extent?.attributes.cx), Number(extent?.attributes.cy)];
  return width > 0 && height > 0 ? { width: width / EMU, height: height / EMU } : undefined;
}

function textSizes(shape: XmlElement): ReadonlyMap<number, number> {
  const body = childOf(shape, 'p:txBody');
  const list = body === undefined ? undefined : childOf(body, 'a:lstStyle');
  return list === undefined ? new Map() : levelSizes(list);
}

function levelSizes(list: XmlElement): ReadonlyMap<number, number> {
  const sizes = new Map<number, number>();
  for (const level of elementsOf(list)) {
    const number = /^a:lvl(\d)pPr$/.exec(level.name)?.[1];
    const size = Number(childOf(level, 'a:defRPr')?.attributes.sz);
    if (number !== undefined && size > 0) sizes.set(Number(number) - 1, size / 100);
  }
  return sizes;
}
