import type { Answer, OperationCaller, RequestOptions } from './operation.js';
import { byteLength } from './split.js';
import { idsOf, signalOf } from './translation-body.js';

/** A text and its translation, whoever made it. */
export interface TranslatedPair {
  readonly source: string;
  readonly target: string;
}

export interface TermCheckOptions extends RequestOptions {
  readonly from: string;
  readonly to: string;
  /** Field whose bound glossaries count. Default: the general one. */
  readonly fieldId?: string;
  /** Glossaries by id instead of the bound ones; an empty list leaves the dictionary alone. */
  readonly glossaryIds?: readonly (number | string)[];
}

/** A term that a translation lacks or has wrong; `index` is the place of the pair. */
export type TermFinding = Answer<'POST /api/v1/terms/check'>['data']['findings'][number];

export interface TermCheck {
  /** Terms that were looked for. */
  readonly terms: number;
  readonly findings: readonly TermFinding[];
}

/** What the service takes in one request. */
const MOST_PAIRS = 1000;
const MOST_BYTES = 500 * 1024;

/** Holds translations against dictionary and glossaries. */
export class Terms {
  readonly #operations: OperationCaller;

  constructor(operations: OperationCaller) {
    this.#operations = operations;
  }

  /** Any number of pairs: what is too much for one request goes in several. */
  async check(pairs: readonly TranslatedPair[], options: TermCheckOptions): Promise<TermCheck> {
    const { from, to, fieldId, glossaryIds } = options;
    let terms = 0;
    const findings: TermFinding[] = [];
    for (const { first, batch } of batchesOf(pairs)) {
      const { answer } = await this.#operations.call('POST /api/v1/terms/check', {
        body: {
          pairs: batch,
          sourceLang: from,
          targetLang: to,
          ...(fieldId !== undefined && { fieldId }),
          ...(glossaryIds !== undefined && { t4ooGlossaryId: idsOf(glossaryIds) }),
        },
        repeatable: true,
        ...signalOf(options),
      });
      terms += answer.data.terms;
      for (const finding of answer.data.findings) findings.push({ ...finding, index: first + finding.index });
    }
    return { terms, findings };
  }
}

function* batchesOf(pairs: readonly TranslatedPair[]) {
  let first = 0;
  let bytes = 0;
  for (const [index, { source, target }] of pairs.entries()) {
    const size = byteLength([source, target]);
    if (index > first && (bytes + size > MOST_BYTES || index - first === MOST_PAIRS)) {
      yield { first, batch: pairs.slice(first, index) };
      first = index;
      bytes = 0;
    }
    bytes += size;
  }
  if (pairs.length > first) yield { first, batch: pairs.slice(first) };
}
