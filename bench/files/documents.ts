import { strToU8, zipSync } from 'fflate';
import { wordDocument } from '../../test/files/samples.js';
import { wordsOf } from '../model/numbered-words.js';

/** 32,768 sentences, all different; every fourth has a bold word. */
function runs(number: number, run: (text: string, bold: boolean) => string): string {
  const [size, thing, person, city, degree] = wordsOf(number);
  return [
    run(`The ${size} `, false),
    run(thing ?? '', number % 4 === 0),
    run(` that the ${person} bought in ${city} was ${degree} than we had expected. `, false),
  ].join('');
}

/** Sentences of one printed page: about 2,500 letters. */
const SENTENCES_PER_PAGE = 30;
const SENTENCES_PER_PARAGRAPH = 5;

export function textDocument(pages: number): Uint8Array {
  const paragraphs: string[] = [];
  const run = (text: string, bold: boolean) =>
    `<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`;
  for (let at = 0; at < pages * SENTENCES_PER_PAGE; at += SENTENCES_PER_PARAGRAPH) {
    const sentences = Array.from({ length: SENTENCES_PER_PARAGRAPH }, (_, index) => runs(at + index, run));
    paragraphs.push(`<w:p>${sentences.join('')}</w:p>`);
  }
  return wordDocument(paragraphs.join(''));
}

const COLUMNS = 5;
/** Texts of a sheet repeat, names of things and states: of three text cells in five, each text stands ten times. */
const CELLS_PER_STRING = 50 / 3;

export function workbook(cells: number): Uint8Array {
  const distinct = Math.ceil(cells / CELLS_PER_STRING);
  const strings = Array.from({ length: distinct }, (_, number) => {
    const [size, thing, person, city] = wordsOf(number);
    return `<si><t>${size} ${thing} of the ${person} from ${city}</t></si>`;
  });
  const rows = Array.from({ length: Math.ceil(cells / COLUMNS) }, (_, row) => {
    const own = Array.from({ length: COLUMNS }, (_unused, column) =>
      column < 3 ? `<c t="s"><v>${(row * 3 + column) % distinct}</v></c>` : `<c><v>${row * column}</v></c>`,
    );
    return `<row>${own.join('')}</row>`;
  });
  return zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" sheetId="1"/></sheets></workbook>'),
    'xl/sharedStrings.xml': strToU8(`<sst>${strings.join('')}</sst>`),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`),
  });
}

const BULLETS = 8;

export function slideShow(slides: number): Uint8Array {
  const run = (text: string, bold: boolean) =>
    `<a:r><a:rPr lang="en-US"${bold ? ' b="1"' : ''}/><a:t>${text}</a:t></a:r>`;
  const parts = Array.from({ length: slides }, (_, slide) => {
    const bullets = Array.from({ length: BULLETS }, (_unused, line) => {
      return `<a:p>${runs(slide * BULLETS + line, run)}</a:p>`;
    });
    return [`ppt/slides/slide${slide + 1}.xml`, strToU8(`<p:sld>${bullets.join('')}</p:sld>`)] as const;
  });
  return zipSync({ 'ppt/presentation.xml': strToU8('<p:presentation/>'), ...Object.fromEntries(parts) });
}
