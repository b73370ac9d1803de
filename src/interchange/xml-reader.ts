import { SaxesParser } from 'saxes';

/** Deeper than any table or memory is nested. */
const MAX_DEPTH = 64;
/** A tag, or a text between two tags, longer than this is no cell and no sentence. */
const MAX_NODE_CHARS = 1024 * 1024;

const UNKNOWN_ENTITY = 'undefined entity.';

/** What a document tells while it is read; names come without their prefix. */
export interface XmlEvents {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

export class BadXml extends Error {
  override readonly name = 'BadXml';
}

/**
 * XML as a stream of events, in linear time and bounded memory: depth and the length of a node are limited, and nothing
 * is expanded except the five entities of XML and character references.
 */
export class XmlReader {
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  #depth = 0;
  #sinceEvent = 0;

  constructor(events: XmlEvents) {
    const parser = this.#parser;
    parser.on('error', (error) => {
      // Documents of HTML origin hold `&nbsp;` and the like: such a reference stays as it is written.
      if (error.message !== UNKNOWN_ENTITY) throw new BadXml(error.message);
    });
    parser.on('doctype', (doctype) => {
      if (doctype.includes('[')) throw new BadXml('The document declares entities of its own.');
    });
    parser.on('opentag', ({ name, attributes }) => {
      this.#sinceEvent = 0;
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw new BadXml(`The document is nested more than ${MAX_DEPTH} deep.`);
      events.open?.(localName(name), attributes);
    });
    parser.on('closetag', ({ name }) => {
      this.#sinceEvent = 0;
      this.#depth -= 1;
      events.close?.(localName(name));
    });
    const text = (text: string) => {
      this.#sinceEvent = 0;
      events.text?.(text);
    };
    parser.on('text', text);
    parser.on('cdata', text);
  }

  write(piece: string): void {
    this.#sinceEvent += piece.length;
    this.#parser.write(piece);
    if (this.#sinceEvent > MAX_NODE_CHARS + piece.length) throw new BadXml('A node is too long.');
  }

  end(): void {
    this.#parser.close();
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
