import type { InlineToken } from '../../inline-token.js';
import { escapeText } from '../../xml/escape.js';
import { childOf, descendants, textOf, walkXml, type XmlElement } from '../../xml/walk.js';
import { RunStyles } from '../run-style.js';

export interface OdfContext {
  readonly source: string;
  /** Names of text styles that change nothing a reader sees. */
  readonly plain: ReadonlySet<string>;
  /** Names of those of superscripts and subscripts. */
  readonly raised: ReadonlySet<string>;
  render(start: number, end: number): string;
}

/** LibreOffice marks who edited what by text styles of their own; they look like the text around them. */
export function textStyles(source: string): Pick<OdfContext, 'plain' | 'raised'> {
  const plain = new Set<string>();
  const raised = new Set<string>();
  walkXml(source, {
    wants: (name) => name === 'style:style',
    element(element) {
      if (element.attributes['style:family'] !== 'text') return;
      const properties = [...descendants(element, 'style:text-properties')];
      const visible = properties.flatMap((one) =>
        Object.keys(one.attributes).filter((name) => !name.startsWith('officeooo:') && !isLanguage(name)),
      );
      const name = element.attributes['style:name'];
      const inherits = element.attributes['style:parent-style-name'] !== undefined;
      if (name === undefined) return;
      if (visible.length === 0 && !inherits) plain.add(name);
      if (visible.includes('style:text-position')) raised.add(name);
    },
  });
  return { plain, raised };
}

function isLanguage(attribute: string): boolean {
  return /^(?:fo|style):(?:language|country)/.test(attribute);
}

/** The content of one `text:p` or `text:h`, and the way back. */
export class OdfParagraph {
  readonly #context: OdfContext;
  readonly #styles = new RunStyles();
  readonly #tokens: InlineToken[] = [];
  /** Opening tags of the spans around the place that is read. */
  #spans: readonly string[] = [];
  #raised = false;
  #pairs = 0;

  constructor(paragraph: XmlElement, context: OdfContext) {
    this.#context = context;
    this.#styles.number('', '');
    this.#read(paragraph);
  }

  get tokens(): readonly InlineToken[] {
    return this.#tokens;
  }

  #read(parent: XmlElement): void {
    for (const child of parent.children) {
      if (child.kind === 'text') this.#words(this.#collapsed(child.text));
      else this.#element(child);
    }
  }

  #element(element: XmlElement): void {
    const { source, plain, raised, render } = this.#context;
    switch (element.name) {
      case 'text:span': {
        const [before, wasRaised] = [this.#spans, this.#raised];
        const style = element.attributes['text:style-name'] ?? '';
        this.#raised ||= raised.has(style);
        if (!plain.has(style)) {
          this.#spans = [...before, source.slice(element.start, element.contentStart)];
        }
        this.#read(element);
        [this.#spans, this.#raised] = [before, wasRaised];
        break;
      }
      case 'text:a': {
        const pair = this.#pairs++;
        this.#tokens.push({ kind: 'open', source: source.slice(element.start, element.contentStart), pair });
        this.#read(element);
        this.#tokens.push({ kind: 'close', source: source.slice(element.contentEnd, element.end), pair });
        break;
      }
      case 'text:s':
        this.#words(' '.repeat(Math.min(1000, Number(element.attributes['text:c'] ?? 1) || 1)));
        break;
      case 'text:line-break':
        this.#words('\n');
        break;
      case 'text:tab':
        this.#tokens.push({ kind: 'break', source: this.#wrapped(source.slice(element.start, element.end)) });
        break;
      case 'text:soft-page-break':
        break;
      case 'text:ruby': {
        // The reading belongs to the characters of the source.
        const base = childOf(element, 'text:ruby-base');
        this.#words(base === undefined ? '' : textOf(base));
        break;
      }
      default:
        this.#tokens.push({ kind: 'object', source: this.#wrapped(render(element.start, element.end)) });
    }
  }

  /** White space of the file is one blank, and none at the beginning. */
  #collapsed(text: string): string {
    const one = text.replace(/[ \t\r\n]+/g, ' ');
    const last = this.#tokens.at(-1);
    const atBlank = last === undefined || (last.kind === 'text' && /[ \n]$/.test(last.text));
    return atBlank ? one.replace(/^ /, '') : one;
  }

  #words(text: string): void {
    const key = this.#spans.join('');
    this.#tokens.push({ kind: 'text', text, style: this.#styles.number(key, key), raised: this.#raised });
  }

  #wrapped(content: string): string {
    return this.#spans.join('') + content + '</text:span>'.repeat(this.#spans.length);
  }

  serialize(tokens: readonly InlineToken[]): string {
    return tokens
      .map((token) => {
        if (token.kind !== 'text') return token.source;
        const open = this.#styles.source(token.style);
        const close = '</text:span>'.repeat(open.split('<text:span').length - 1);
        return open + spaced(token.text) + close;
      })
      .join('');
  }
}

/** Further blanks in a row, and blanks at either end, are elements of their own. */
function spaced(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      escapeText(line)
        .replace(/^ | $/g, '<text:s/>')
        .replace(/ {2,}/g, (blanks) => ` <text:s text:c="${blanks.length - 1}"/>`),
    )
    .join('<text:line-break/>');
}
