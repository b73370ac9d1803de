import type { InlineToken } from '../../inline-token.js';
import { escapeText } from '../../xml/escape.js';
import { childOf, textOf, type XmlElement } from '../../xml/walk.js';
import { RunStyles, styleKey } from '../run-style.js';
import { isWritten, type OpenFields } from './fields.js';

/** What Word notes down for its own use and nobody sees. */
const UNSEEN = {
  elements: new Set(['w:lang', 'w:noProof', 'w:rPrChange', 'w:webHidden']),
  attributes: new Set(['w:hint', 'w:rsidR', 'w:rsidRPr', 'w:rsidDel']),
};
/** Superscripts and subscripts. */
const RAISED = /<w:(?:vertAlign|position)\b/;
const CONTAINERS = new Set([
  'w:hyperlink',
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:customXml',
  'w:dir',
  'w:bdo',
]);
/** Marks of the spelling checker and of the last layout. */
const DROPPED = new Set(['w:proofErr', 'w:lastRenderedPageBreak', 'w:softHyphen']);
const NO_BREAK_HYPHEN = '\u2011';

export interface WordContext {
  readonly source: string;
  readonly fields: OpenFields;
  /** The source between two places, with what is translated inside (text boxes) in place. */
  render(start: number, end: number): string;
}

/** The content of one `w:p`, and the way back. */
export class WordParagraph {
  readonly #context: WordContext;
  readonly #styles = new RunStyles();
  readonly #tokens: InlineToken[] = [];
  #pairs = 0;

  constructor(paragraph: XmlElement, context: WordContext) {
    this.#context = context;
    this.#read(paragraph);
  }

  get tokens(): readonly InlineToken[] {
    return this.#tokens;
  }

  #read(parent: XmlElement): void {
    for (const child of parent.children) {
      if (child.kind !== 'element' || child.name === 'w:pPr' || DROPPED.has(child.name)) continue;
      if (child.name === 'w:r') this.#run(child);
      else if (CONTAINERS.has(child.name)) this.#container(child, child);
      else if (child.name === 'w:sdt') this.#container(child, childOf(child, 'w:sdtContent'));
      else if (child.name === 'w:fldSimple' && isWritten(child.attributes['w:instr'] ?? '')) {
        this.#container(child, child);
      } else this.#object(this.#context.render(child.start, child.end));
    }
  }

  #container(outer: XmlElement, inner: XmlElement | undefined): void {
    if (inner === undefined || inner.contentStart === inner.end) {
      this.#object(this.#context.render(outer.start, outer.end));
      return;
    }
    const pair = this.#pairs++;
    const { source } = this.#context;
    this.#tokens.push({ kind: 'open', source: source.slice(outer.start, inner.contentStart), pair });
    this.#read(inner);
    this.#tokens.push({ kind: 'close', source: source.slice(inner.contentEnd, outer.end), pair });
  }

  #object(source: string): void {
    this.#tokens.push({ kind: 'object', source });
  }

  #run(run: XmlElement): void {
    const properties = childOf(run, 'w:rPr');
    const { source, fields } = this.#context;
    const propertySource = properties === undefined ? '' : source.slice(properties.start, properties.end);
    const style = this.#styles.number(styleKey(properties, UNSEEN), propertySource);
    const wrapped = (content: string) => `<w:r>${propertySource}${content}</w:r>`;
    const raised = RAISED.test(propertySource);
    const words = (text: string) => this.#tokens.push({ kind: 'text', text, style, raised });
    for (const child of run.children) {
      if (child.kind !== 'element' || child.name === 'w:rPr' || DROPPED.has(child.name)) continue;
      const slice = () => wrapped(this.#context.render(child.start, child.end));
      switch (child.name) {
        case 'w:t':
          if (fields.readable) words(textOf(child));
          else this.#object(slice());
          break;
        case 'w:fldChar':
          fields.change(child.attributes['w:fldCharType']);
          this.#object(slice());
          break;
        case 'w:instrText':
          fields.instruct(textOf(child));
          this.#object(slice());
          break;
        case 'w:tab':
        case 'w:ptab':
          this.#tokens.push({ kind: 'break', source: slice() });
          break;
        case 'w:br':
        case 'w:cr':
          if (!fields.readable) this.#object(slice());
          else if (child.attributes['w:type'] === undefined) words('\n');
          else this.#tokens.push({ kind: 'break', source: slice() });
          break;
        case 'w:noBreakHyphen':
          words(NO_BREAK_HYPHEN);
          break;
        default:
          this.#object(slice());
      }
    }
  }

  /** Tokens as the content of the paragraph. */
  serialize(tokens: readonly InlineToken[], adjust: (properties: string) => string): string {
    return tokens
      .map((token) => {
        if (token.kind !== 'text') return token.source;
        const properties = adjust(this.#styles.source(token.style));
        const lines = token.text.split('\n').map((line) => {
          return line === '' ? '' : `<w:t xml:space="preserve">${escapeText(line)}</w:t>`;
        });
        return `<w:r>${properties}${lines.join('<w:br/>')}</w:r>`;
      })
      .join('');
  }
}
