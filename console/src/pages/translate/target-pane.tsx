import { type KeyboardEvent, type MouseEvent, memo, useRef } from 'react';
import { useWords } from '../../context.js';
import type { Shown } from './live-translation.js';
import { Lines } from './sentence-mark.js';

interface TargetPaneProps {
  readonly lang: string;
  readonly shown: Shown;
  readonly onSelect: (sentence: string) => void;
}

/** The translation. Every sentence can be opened: by pointer, or with arrow keys and Enter. */
export const TargetPane = memo(function TargetPane({ lang, shown, onSelect }: TargetPaneProps) {
  const { texts } = useWords();
  const pane = useRef<HTMLElement>(null);
  const open = (target: EventTarget) => {
    const id =
      target instanceof Element ? target.closest('[data-sentence]')?.getAttribute('data-sentence') : '';
    if (id) onSelect(id);
  };
  const onClick = (event: MouseEvent) => {
    // Somebody who marks words wants the words.
    if (getSelection()?.isCollapsed !== false) open(event.target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      open(event.target);
    } else {
      const sentences = [...(pane.current?.querySelectorAll<HTMLElement>('[data-sentence]') ?? [])];
      const { activeElement } = document;
      const at = activeElement instanceof HTMLElement ? sentences.indexOf(activeElement) : -1;
      sentences[Math.min(Math.max(at + step, 0), sentences.length - 1)]?.focus();
    }
    event.preventDefault();
  };
  return (
    <section
      ref={pane}
      className="target-pane"
      aria-label={texts.translate.target}
      aria-busy={shown.state === 'working'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys walk through its sentences
      tabIndex={0}
      lang={lang}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {shown.lines.length === 0 ? (
        <p className="faint">{texts.translate.empty}</p>
      ) : (
        <Lines lines={shown.lines} side="target" />
      )}
    </section>
  );
});

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
