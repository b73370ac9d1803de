import { type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * The sentence that somebody points at shines in both panes. By attribute and past React: pointing happens sixty times a
 * second, and a long text has hundreds of sentences.
 */
export function useLitSentence(root: RefObject<HTMLElement | null>, selected: string | undefined) {
  const frame = useRef(0);
  const light = useCallback(
    (id: string | undefined) => {
      for (const lit of root.current?.querySelectorAll('[data-lit]') ?? []) lit.removeAttribute('data-lit');
      if (id === undefined) return;
      for (const found of root.current?.querySelectorAll(`[data-sentence="${id}"]`) ?? [])
        found.setAttribute('data-lit', '');
    },
    [root],
  );
  useEffect(() => light(selected), [light, selected]);
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => light(sentenceAt(clientX, clientY) ?? selected));
  };
  const onPointerLeave = () => {
    cancelAnimationFrame(frame.current);
    light(selected);
  };
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
