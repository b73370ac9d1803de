import { useWords } from '../../context.js';
import type { ShownLine } from './live-translation.js';
import { isDoubtful } from './sentence-mark.js';

/** Explains the marks that are there, and no others. */
export function Legend({ lines }: { readonly lines: readonly ShownLine[] }) {
  const { texts } = useWords();
  const sentences = lines.flatMap(({ translated }) => translated?.sentences ?? []);
  const kinds = [
    ['term', sentences.some(({ by, terms }) => by !== 'phrase-pair' && terms.some(({ applied }) => applied))],
    ['phrase', sentences.some(({ by }) => by === 'phrase-pair')],
    ['doubtful', sentences.some(isDoubtful)],
  ] as const;
  if (sentences.length === 0) return null;
  const present = kinds.filter(([, isThere]) => isThere);
  return (
    <small className="legend">
      {present.map(([kind]) => (
        <span key={kind} data-kind={kind}>
          {texts.translate.legend[kind]}
        </span>
      ))}
      {present.length === 0 && texts.translate.sentence.hint}
    </small>
  );
}
