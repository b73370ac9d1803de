import { type PDFDict, type PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { FileRefused } from '../../file-problems.js';
import { contentOfPage } from './pdf-document.js';
import { dictionaryIn } from './rewrite-page.js';
import { contentOf } from './stream-content.js';

/** Drawings inside of drawings; programs write two or three. */
const DEEPEST = 20;
/** Forms that are drawn in a whole document, each time counted: twenty a page, and more than 500 pages of them. */
const MOST_FORMS = 10_000;
/** Instructions of a page with all its forms; those of a map of a city are about three million. */
const MOST_ON_PAGE = 4_000_000;
const MOST_IN_DOCUMENT = 20_000_000;
/** Words of strings are counted with the instructions: a bound needs no better. */
const INSTRUCTION = /[A-Za-z*'"]+/g;
const DRAWN = /\/([^\s()<>[\]{}/%]+)\s+Do\b/g;

/** What drawing something takes, with everything that it draws in its turn. */
interface Cost {
  readonly instructions: number;
  readonly forms: number;
  readonly depth: number;
}

/**
 * Refuses a PDF that asks for more drawing than can be read in reasonable time. Forms may draw forms, so that a few
 * hundred bytes can stand for more instructions than there are atoms. Here each form is looked at once, and what it costs
 * is computed from what its parts cost; a form that draws itself costs more than anything.
 */
export function checkDrawing(document: PDFDocument): void {
  const known = new Map<PDFRawStream, Cost>();
  const open = new Set<PDFRawStream>();

  const costOf = (content: string, resources: PDFDict | undefined): Cost => {
    let [instructions, forms, depth] = [content.match(INSTRUCTION)?.length ?? 0, 0, 0];
    for (const [, name = ''] of content.matchAll(DRAWN)) {
      const form = resources && dictionaryIn(resources, 'XObject')?.lookup(PDFName.of(name));
      if (!(form instanceof PDFRawStream) || !isForm(form)) continue;
      const inner = costOfForm(form, resources);
      instructions += inner.instructions;
      forms += 1 + inner.forms;
      depth = Math.max(depth, 1 + inner.depth);
      if (instructions > MOST_ON_PAGE || forms > MOST_FORMS || depth > DEEPEST) throw tooComplex();
    }
    return { instructions, forms, depth };
  };
  const costOfForm = (form: PDFRawStream, resources: PDFDict | undefined): Cost => {
    const before = known.get(form);
    if (before !== undefined) return before;
    if (open.has(form) || open.size > DEEPEST) throw tooComplex();
    open.add(form);
    const cost = costOf(contentOf(form), dictionaryIn(form.dict, 'Resources') ?? resources);
    open.delete(form);
    known.set(form, cost);
    return cost;
  };

  let [instructions, forms] = [0, 0];
  for (const page of document.getPages()) {
    const cost = costOf(contentOfPage(page), page.node.Resources());
    instructions += cost.instructions;
    forms += cost.forms;
    if (cost.instructions > MOST_ON_PAGE || instructions > MOST_IN_DOCUMENT || forms > MOST_FORMS) {
      throw tooComplex();
    }
  }
}

function isForm(stream: PDFRawStream): boolean {
  return stream.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Form');
}

function tooComplex(): FileRefused {
  return new FileRefused('tooComplex');
}
