import { Parser } from 'htmlparser2';
import { FileRefused, placeIn } from '../file-problems.js';

export interface XmlElement {
  readonly kind: 'element';
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Offsets into the source: `<`, behind the opening tag, `<` of the closing tag, behind it. */
  readonly start: number;
  readonly contentStart: number;
  contentEnd: number;
  end: number;
  readonly children: XmlNode[];
}

export interface XmlText {
  readonly kind: 'text';
  readonly start: number;
  end: number;
  /** Entities are resolved. */
  text: string;
}

export type XmlNode = XmlElement | XmlText;

export interface XmlVisitor {
  /** Which elements are handed over whole. Everything outside of them is passed by without being kept. */
  wants(name: string): boolean;
  /** Called when a wanted element ends; those inside another come first. `ancestors` are names, outermost first. */
  element(element: XmlElement, ancestors: readonly string[]): void;
}

/** Deeper nesting has no reason and would make the walk of a hostile file slow. */
const DEEPEST = 400;

/**
 * Walks XML and hands over elements with their exact places in the source, so that everything outside of what is
 * replaced stays byte for byte. Memory is bounded by the largest wanted element, not by the file.
 */
export function walkXml(source: string, visitor: XmlVisitor): void {
  const names: string[] = [];
  /** Elements being built, outermost first; empty outside of wanted ones. */
  const open: XmlElement[] = [];
  let data: XmlText | undefined;
  const append = (node: XmlNode): void => {
    open.at(-1)?.children.push(node);
  };
  const parser = new Parser(
    {
      onprocessinginstruction(name) {
        // Nothing is ever expanded, but a file that asks for it is not what it claims to be.
        if (name.toUpperCase() === '!DOCTYPE' && source.includes('<!ENTITY')) {
          throw new FileRefused('documentType');
        }
      },
      onopentag(name, attributes) {
        names.push(name);
        if (names.length > DEEPEST)
          throw new FileRefused('broken', {
            place: placeIn(source, parser.startIndex, 'elements are nested too deeply'),
          });
        if (open.length === 0 && !visitor.wants(name)) return;
        const contentStart = parser.endIndex + 1;
        const element: XmlElement = {
          kind: 'element',
          name,
          attributes,
          start: parser.startIndex,
          contentStart,
          contentEnd: contentStart,
          end: contentStart,
          children: [],
        };
        append(element);
        open.push(element);
      },
      oncdatastart() {
        data = { kind: 'text', start: parser.startIndex, end: parser.endIndex + 1, text: '' };
      },
      oncdataend() {
        if (data === undefined) return;
        data.end = parser.endIndex + 1;
        append(data);
        data = undefined;
      },
      ontext(text) {
        if (data !== undefined) {
          data.text += text;
          return;
        }
        const parent = open.at(-1);
        if (parent === undefined) return;
        const last = parent.children.at(-1);
        if (last?.kind === 'text' && last.end === parser.startIndex) {
          last.text += text;
          last.end = parser.endIndex + 1;
        } else append({ kind: 'text', start: parser.startIndex, end: parser.endIndex + 1, text });
      },
      onclosetag(name, implied) {
        names.pop();
        const element = open.at(-1);
        const selfClosed = source[parser.endIndex - 1] === '/' && source[parser.startIndex + 1] !== '/';
        if (implied && !selfClosed)
          throw new FileRefused('broken', {
            place: placeIn(source, parser.startIndex, `the element ${name.slice(0, 100)} is not closed`),
          });
        if (element === undefined) return;
        open.pop();
        if (!selfClosed) {
          element.contentEnd = parser.startIndex;
          element.end = parser.endIndex + 1;
        }
        if (visitor.wants(name)) {
          visitor.element(element, [...names]);
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(source);
}

/** The whole document as one tree; for small parts only. */
export function parseXml(source: string): XmlElement {
  let root: XmlElement | undefined;
  let depth = 0;
  walkXml(source, {
    wants: () => true,
    element(element, ancestors) {
      if (ancestors.length === 0) root = element;
      depth = Math.max(depth, ancestors.length);
    },
  });
  if (root === undefined) throw new FileRefused('broken');
  return root;
}

export function* descendants(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    if (child.name === name) yield child;
    else yield* descendants(child, name);
  }
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find(
    (child): child is XmlElement => child.kind === 'element' && child.name === name,
  );
}

export function elementsOf(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child): child is XmlElement => child.kind === 'element');
}

export function textOf(element: XmlElement): string {
  return element.children.map((child) => (child.kind === 'text' ? child.text : textOf(child))).join('');
}
