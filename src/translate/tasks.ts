import type { Task } from './candidate.js';
import { rulesOf } from './engines/rules.js';
import type { RoadContext, Segment } from './port.js';
import { rewriteWords } from './segment.js';
import type { TermMatch, TermMatcher } from './terms/matcher.js';
import { commonYears } from './text/eras.js';

/** A sentence with its terms, and with common years for Japanese ones unless a term asks for the era. */
export function taskFor(context: RoadContext, segment: Segment, matcher: TermMatcher | undefined): Task {
  const task = { segment, terms: chooseTerms(context, segment, matcher) };
  if (segment.from !== 'ja') return task;
  const common = rewriteWords(segment, commonYears);
  const terms = chooseTerms(context, common, matcher);
  return terms.length < task.terms.length ? task : { segment: common, terms };
}

function chooseTerms(context: RoadContext, segment: Segment, matcher: TermMatcher | undefined): TermMatch[] {
  const found = matcher?.find(segment.text, segment.shields) ?? [];
  return found.slice(0, rulesOf(context.engine).maxTermsPerSentence);
}
