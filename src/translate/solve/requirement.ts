import type { Lang } from '../../base/lang.js';
import { adjectivesOf } from '../names/written/adjectives-of-places.js';
import type { TermEntry } from '../pipeline-types.js';
import { type Change, misreads } from '../quantities/change.js';
import { checkQuantities } from '../quantities/checks/compare.js';
import type { Quantity } from '../quantities/quantity.js';
import { tellsVotes, type Votes } from '../quantities/votes.js';
import { containsTerm } from '../terms/presence.js';
import type { TargetForms } from '../terms/target-forms.js';

interface Stretch {
  /** UTF-16 offsets into the segment's text. */
  readonly start: number;
  readonly end: number;
  /** What is to stand in the translation. */
  readonly target: string;
  /** Marked for the model from the first search on; the others only after a plain sentence missed them. */
  readonly marked: boolean;
}

export interface TermRequirement extends Stretch {
  readonly kind: 'term';
  readonly entry: TermEntry;
  /** As it stood in the source. */
  readonly found: string;
  readonly forms: TargetForms;
}

export interface QuantityRequirement extends Stretch {
  readonly kind: 'quantity';
  readonly quantities: readonly Quantity[];
  /** The two of them are the amount of a change and its result. */
  readonly change?: Change;
  /** They say how a vote went. */
  readonly votes?: Votes;
}

export interface NameRequirement extends Stretch {
  readonly kind: 'name';
  /** Any of these will do; the first is the target. */
  readonly spellings: readonly string[];
  /** Whether a translation holds a customary form in the script of the target, which will do as well. */
  readonly isCustomary?: (translation: string) => boolean;
  /** Somebody who has a form in the script of the target. */
  readonly isPerson?: true;
}

/** A stretch of the source whose translation is settled: by the user (a term) or by rule (a quantity, a name). */
export type Requirement = TermRequirement | QuantityRequirement | NameRequirement;

/** Whether a translation meets it. Quantities are compared by value, names in any accepted spelling. */
export function isMet(requirement: Requirement, translation: string, to: Lang): boolean {
  switch (requirement.kind) {
    case 'term':
      return requirement.forms.accepted.some((form) => containsTerm(translation, form));
    case 'quantity':
      if (requirement.votes !== undefined) return tellsVotes(requirement.votes, translation, to);
      if (requirement.change !== undefined && misreads(requirement.change, translation, to)) return false;
      return checkQuantities(requirement.quantities, translation, to).lost.length === 0;
    case 'name': {
      const plain = withoutAccents(translation);
      if (requirement.isCustomary?.(translation) === true && !hasLatinPart(requirement.target, plain))
        return true;
      // 澳大利亚人 is met by "Australian".
      return requirement.spellings.some((spelling) =>
        [spelling, ...adjectivesOf(spelling)].some((form) => containsTerm(plain, withoutAccents(form))),
      );
    }
  }
}

/** サラ・Whitfield: one word of the name has stayed Latin. */
function hasLatinPart(name: string, translation: string): boolean {
  const words = name.replace(/[^\p{Script=Latin}.]+$/u, '').split(' ');
  return words.some((word) => !word.endsWith('.') && containsTerm(translation, word));
}

function withoutAccents(text: string): string {
  return /[À-ɏ]/u.test(text) ? text.normalize('NFD').replace(/[\u0300-\u036F]/gu, '') : text;
}
