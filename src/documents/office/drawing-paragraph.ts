import type { Lang } from '../../base/lang.js';
import type { InlineToken } from '../inline-token.js';
import { escapeText } from '../xml/escape.js';
import { childOf, textOf, type XmlElement } from '../xml/walk.js';
import { localeOf } from './fonts.js';
import { RunStyles, styleKey } from './run-style.js';

/** What PowerPoint notes down for its own use and nobody sees. */
const UNSEEN = {
  elements: new Set(['a:extLst']),
  attributes: new Set(['lang', 'altLang', 'dirty', 'err', 'smtClean', 'noProof', 'smtId']),
};

/** Superscripts and subscripts. */
const RAISED = /^<a:rPr[^>]*\sbaseline="-?[1-9]/;

/** The content of one `a:p` of a slide, a drawing or a chart, and the way back. */
export class DrawingParagraph {
  readonly #source: string;
  readonly #styles = new RunStyles();
  readonly #tokens: InlineToken[] = [];

  constructor(paragraph: XmlElement, source: string) {
    this.#source = source;
    for (const child of paragraph.children) {
      if (child.kind !== 'element' || isProperties(child)) continue;
      if (child.name === 'a:r') this.#run(child);
      else if (child.name === 'a:br') this.#break(child);
      else this.#tokens.push({ kind: 'object', source: source.slice(child.start, child.end) });
    }
  }

  get tokens(): readonly InlineToken[] {
    return this.#tokens;
  }

  #style(owner: XmlElement): number {
    const properties = childOf(owner, 'a:rPr');
    const source = properties === undefined ? '' : this.#source.slice(properties.start, properties.end);
    return this.#styles.number(styleKey(properties, UNSEEN), source);
  }

  #run(run: XmlElement): void {
    const style = this.#style(run);
    const text = childOf(run, 'a:t');
    const parts = (text === undefined ? '' : textOf(text)).split('\t');
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        this.#tokens.push({ kind: 'break', source: `<a:r>${this.#styles.source(style)}<a:t>\t</a:t></a:r>` });
      }
      const raised = RAISED.test(this.#styles.source(style));
      this.#tokens.push({ kind: 'text', text: part, style, raised });
    }
  }

  /** A break has properties of its own; it takes those of the text before it, as a writer would give it. */
  #break(element: XmlElement): void {
    const last = this.#tokens.findLast((token) => token.kind === 'text');
    const style = last?.kind === 'text' ? last.style : this.#style(element);
    this.#tokens.push({ kind: 'text', text: '\n', style });
  }

  /** Tokens as the content of the paragraph, without its own properties. */
  serialize(tokens: readonly InlineToken[], to: Lang): string {
    return tokens
      .map((token) => {
        if (token.kind !== 'text') return token.source;
        const properties = inLanguage(this.#styles.source(token.style), to);
        return token.text
          .split('\n')
          .map((line) => (line === '' ? '' : `<a:r>${properties}<a:t>${escapeText(line)}</a:t></a:r>`))
          .join(`<a:br>${properties}</a:br>`);
      })
      .join('');
  }
}

export function isProperties(child: XmlElement): boolean {
  return child.name === 'a:pPr' || child.name === 'a:endParaRPr';
}

/** Spelling is checked, and fonts are chosen, by the language that a run names: each names it. */
function inLanguage(properties: string, to: Lang): string {
  const lang = `lang="${localeOf(to)}"`;
  if (properties === '') return `<a:rPr ${lang}/>`;
  const [opener = ''] = /^<a:rPr[^>]*>/.exec(properties) ?? [];
  const named = /\slang="[^"]*"/.test(opener)
    ? opener.replace(/\slang="[^"]*"/, ` ${lang}`)
    : opener.replace('<a:rPr', `<a:rPr ${lang}`);
  return named + properties.slice(opener.length);
}
