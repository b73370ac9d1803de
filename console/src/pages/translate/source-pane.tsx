import { memo, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useWords } from '../../context.js';
import type { ShownLine } from './live-translation.js';
import { Lines } from './sentence-mark.js';

interface SourcePaneProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly lang: string | undefined;
  readonly lines: readonly ShownLine[];
  readonly first: string;
  readonly onInput: () => void;
  readonly onPaste: () => void;
  /** The place of the caret in the text. */
  readonly onCaret: (at: number) => void;
}

/**
 * Where the text is typed. The field belongs to the browser alone: no keystroke waits for React, however long the text.
 * Marks are drawn in a copy behind the field, which follows when the typing pauses and is hidden until then, because its
 * marks would stand beside the words they mean.
 */
export const SourcePane = memo(function SourcePane(props: SourcePaneProps) {
  const { field, lang, lines, first, onInput, onPaste, onCaret } = props;
  const { texts } = useWords();
  const mirror = useRef<HTMLDivElement>(null);
  const follow = useCallback(() => {
    if (mirror.current && field.current) mirror.current.scrollTop = field.current.scrollTop;
  }, [field]);
  const typed = () => {
    mirror.current?.setAttribute('data-behind', '');
    onInput();
  };
  useLayoutEffect(() => {
    const text = lines.map(({ source }) => source).join('\n');
    if (field.current?.value === text) mirror.current?.removeAttribute('data-behind');
    follow();
  }, [lines, field, follow]);
  return (
    <div className="source-pane">
      <div className="mirror" ref={mirror} aria-hidden="true" lang={lang}>
        <Lines lines={lines} side="source" />
      </div>
      <textarea
        ref={field}
        aria-label={texts.translate.source}
        placeholder={texts.translate.placeholder}
        lang={lang}
        defaultValue={first}
        spellCheck={false}
        onInput={typed}
        onPaste={onPaste}
        onScroll={follow}
        onSelect={(event) => onCaret(event.currentTarget.selectionStart)}
      />
    </div>
  );
});
