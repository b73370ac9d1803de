import type { Stretch } from '../word-diff.js';

interface MarkedTextProps {
  readonly stretches: readonly Stretch[];
  readonly lang: string;
  /** How changed words look: as what went, or as what came. */
  readonly kind: 'gone' | 'new';
}

export function MarkedText({ stretches, lang, kind }: MarkedTextProps) {
  let position = 0;
  return (
    <span lang={lang} className="text">
      {stretches.map(({ text, changed }) => {
        const key = position;
        position += text.length;
        return changed ? (
          <mark key={key} className={kind}>
            {text}
          </mark>
        ) : (
          <span key={key}>{text}</span>
        );
      })}
    </span>
  );
}
