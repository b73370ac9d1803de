import { unescapeTags } from '../inline.js';

const TAGS = /<\/?\d{1,3}\/?>/g;
const LITERAL = /"((?:[^"]|"")*)"/g;
/** A text in a formula may stand behind an operator, and between the marks for "anything". */
const CRITERION = /^(<>|>=|<=|[=<>])?(\*?)([\s\S]*?)(\*?)$/;

/**
 * Texts of a workbook that were translated, for everything that names them: formulas compare cells with texts of their own
 * (`COUNTIF(A:A,"机")`), filters and rules too. What equals a translated text follows it; other texts in formulas stay:
 * nobody can tell words from codes there.
 */
export class FollowedTexts {
  readonly #exact = new Map<string, string>();
  /** Spreadsheets compare without regard to case. */
  readonly #folded = new Map<string, string>();
  /** Units as they were first met, by their folded form. */
  readonly #spellings = new Map<string, string>();

  get size(): number {
    return this.#exact.size;
  }

  /** The unit that an earlier one equals but for its case, so that both get one translation and are found by each other. */
  firstSpelling(unit: string): string {
    const folded = unit.toLowerCase();
    const first = this.#spellings.get(folded) ?? unit;
    this.#spellings.set(folded, first);
    return first;
  }

  /** @param source and @param translation as units, with their tags */
  add(source: string, translation: string): void {
    const from = plainText(source);
    const to = plainText(translation);
    if (from === to || from === '' || this.#exact.has(from)) return;
    this.#exact.set(from, to);
    const folded = from.toLowerCase();
    if (!this.#folded.has(folded)) this.#folded.set(folded, to);
  }

  /** What a text became; undefined where it was not translated. */
  find(text: string): string | undefined {
    const trimmed = text.trim();
    const fresh = this.#exact.get(trimmed) ?? this.#folded.get(trimmed.toLowerCase());
    return fresh === undefined ? undefined : text.replace(trimmed, () => fresh);
  }

  /** The same for a criterion such as `<>完了` or `*完了*`. */
  findCriterion(text: string): string | undefined {
    const whole = this.find(text);
    if (whole !== undefined) return whole;
    const [, operator = '', before = '', middle = '', after = ''] = CRITERION.exec(text) ?? [];
    const fresh = middle === '' ? undefined : this.find(middle);
    return fresh === undefined ? undefined : operator + before + fresh + after;
  }

  /** A formula with the texts in it as they now are. */
  inFormula(formula: string): string {
    return formula.replace(LITERAL, (whole, raw: string) => {
      const fresh = this.findCriterion(raw.replaceAll('""', '"'));
      return fresh === undefined ? whole : `"${fresh.replaceAll('"', '""')}"`;
    });
  }
}

function plainText(unit: string): string {
  return unescapeTags(unit.replace(TAGS, '')).trim();
}
