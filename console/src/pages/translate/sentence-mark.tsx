import { memo } from 'react';
import { useWords } from '../../context.js';
import type { Texts } from '../../text/texts.js';
import type { ShownLine } from './live-translation.js';
import { markedParts } from './marks.js';
import type { AppliedTerm, Sentence, TranslatedLine } from './translated-line.js';

/** Below this the service itself says that a sentence should be read again. */
const DOUBTFUL_BELOW = 0.5;

export function isDoubtful({ quality }: Sentence): boolean {
  return quality !== undefined && quality < DOUBTFUL_BELOW;
}

export const sentenceId = (line: number, sentence: number) => `${line}:${sentence}`;

/** Where a term comes from, in words. */
export function originOf({ tier }: AppliedTerm, texts: Texts): string {
  const origins: Readonly<Record<string, string>> = texts.translate.origins;
  return origins[tier] ?? tier;
}

interface LinesProps {
  readonly lines: readonly ShownLine[];
  readonly side: 'source' | 'target';
}

/** The lines of a pane. */
export function Lines({ lines, side }: LinesProps) {
  return lines.map(({ source, translated, isStale, fresh }, at) => (
    <Line
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the text
      key={at}
      number={at}
      source={source}
      translated={translated}
      isStale={isStale}
      fresh={fresh}
      side={side}
    />
  ));
}

interface LineProps {
  readonly number: number;
  readonly source: string;
  readonly translated: TranslatedLine | undefined;
  readonly isStale: boolean;
  readonly fresh: ReadonlySet<number> | undefined;
  readonly side: 'source' | 'target';
}

/** A line of either pane with its sentences and marks. Drawn anew only when its own translation changes. */
const Line = memo(function Line({ number, source, translated, isStale, fresh, side }: LineProps) {
  const isTarget = side === 'target';
  if (!isTarget && (isStale || translated === undefined))
    return <div className="line">{source || <br />}</div>;
  const text = isTarget ? (translated?.target ?? '') : source;
  if (translated === undefined || text === '') {
    return (
      <div className="line">
        <br />
      </div>
    );
  }
  const pieces = [];
  let from = 0;
  for (const [at, sentence] of translated.sentences.entries()) {
    const start = isTarget ? sentence.targetStart : sentence.sourceStart;
    const length = (isTarget ? sentence.target : sentence.source).length;
    if (start > from) pieces.push(text.slice(from, start));
    from = start + length;
    pieces.push(
      <SentenceMark
        key={at}
        id={sentenceId(number, at)}
        text={text.slice(start, from)}
        sentence={sentence}
        isFresh={fresh?.has(at) ?? false}
        side={side}
      />,
    );
  }
  if (from < text.length) pieces.push(text.slice(from));
  return (
    <div className="line" data-stale={isTarget && isStale ? 'yes' : undefined}>
      {pieces}
    </div>
  );
});

interface SentenceMarkProps {
  readonly id: string;
  readonly text: string;
  readonly sentence: Sentence;
  /** It came while the rest of its line is still the old one. */
  readonly isFresh: boolean;
  readonly side: 'source' | 'target';
}

function SentenceMark({ id, text, sentence, isFresh, side }: SentenceMarkProps) {
  const { texts } = useWords();
  const isPhrase = sentence.by === 'phrase-pair';
  const parts = isPhrase ? [{ text }] : markedParts(text, sentence.terms, side);
  let position = 0;
  const content = parts.map((part) => {
    const key = position;
    position += part.text.length;
    if (part.term === undefined) return part.text;
    const { fromText, toText } = part.term;
    return (
      <mark key={key} className="term" title={`${fromText} → ${toText} · ${originOf(part.term, texts)}`}>
        {part.text}
      </mark>
    );
  });
  const className = `sentence${isPhrase ? ' phrase' : ''}${isDoubtful(sentence) ? ' doubtful' : ''}`;
  if (side === 'source') {
    return (
      <span className={className} data-sentence={id}>
        {content}
      </span>
    );
  }
  const description = [
    ...(isPhrase ? [texts.translate.byPhrase] : []),
    ...(isDoubtful(sentence) ? [texts.translate.doubtful] : []),
  ].join(' ');
  return (
    // A button would stand in the text like a block; a sentence has to break over lines.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <span
      role="button"
      tabIndex={-1}
      className={className}
      data-sentence={id}
      data-fresh={isFresh ? 'yes' : undefined}
      title={description === '' ? undefined : description}
    >
      {content}
    </span>
  );
}
