/** Fields whose result is text of the author; the results of all others are made by the program. */
const WRITTEN = new Set(['HYPERLINK', 'TOC', 'INDEX', 'QUOTE', 'MACROBUTTON', 'FORMTEXT']);

interface Field {
  instruction: string;
  inResult: boolean;
}

/** Which fields are open at a place of the document; a table of contents reaches over many paragraphs. */
export class OpenFields {
  readonly #fields: Field[] = [];

  change(type: string | undefined): void {
    if (type === 'begin') this.#fields.push({ instruction: '', inResult: false });
    else if (type === 'end') this.#fields.pop();
    else {
      const field = this.#fields.at(-1);
      if (field !== undefined) field.inResult = true;
    }
  }

  instruct(text: string): void {
    const field = this.#fields.at(-1);
    if (field !== undefined && !field.inResult) field.instruction += text;
  }

  /** Whether text at this place is an author's, and not an instruction or a computed result. */
  get readable(): boolean {
    return this.#fields.every((field) => field.inResult && isWritten(field.instruction));
  }
}

export function isWritten(instruction: string): boolean {
  const [name = ''] = instruction.trim().split(/\s/, 1);
  return WRITTEN.has(name.toUpperCase());
}
