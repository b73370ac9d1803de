import { type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { LiveTranslation } from './live-translation.js';

/**
 * The sentence that somebody points at shines in both panes. By attribute and past React: pointing happens sixty times a
 * second, and a long text has hundreds of sentences. What is drawn anew under a pointer that rests is lit again.
 */
export function useLitSentence(
  root: RefObject<HTMLElement | null>,
  live: LiveTranslation,
  selected: string | undefined,
) {
  const frame = useRef(0);
  const pointed = useRef<string>(undefined);
  const light = useCallback(
    (id: string | undefined) => {
      for (const lit of root.current?.querySelectorAll('[data-lit]') ?? []) lit.removeAttribute('data-lit');
      if (id === undefined) return;
      for (const found of root.current?.querySelectorAll(`[data-sentence="${id}"]`) ?? [])
        found.setAttribute('data-lit', '');
    },
    [root],
  );
  const later = useCallback(
    (id: () => string | undefined) => {
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => {
        pointed.current = id();
        light(pointed.current ?? selected);
      });
    },
    [light, selected],
  );
  useEffect(() => light(selected), [light, selected]);
  useEffect(() => live.subscribe(() => later(() => pointed.current)), [live, later]);
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => later(() => sentenceAt(clientX, clientY));
  const onPointerLeave = () => later(() => undefined);
  return { light, onPointerMove, onPointerLeave };
}

/** The source is marked behind the field it is typed into: all that lies at a point is looked through. */
export function sentenceAt(x: number, y: number): string | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const id = element.closest('[data-sentence]')?.getAttribute('data-sentence');
    if (id) return id;
  }
  return undefined;
}
