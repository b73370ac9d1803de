import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { WordEntry, WordList, WordPage } from '#client';
import { useReturn } from '../../connection.js';

/** Entries of one answer. */
const PAGE = 100;

export interface Entries {
  /** Undefined until the first answer. */
  readonly total: number | undefined;
  readonly lastChange: WordPage['lastChange'];
  readonly error: unknown;
  /** Undefined while it is on its way. */
  readonly at: (index: number) => WordEntry | undefined;
  readonly see: (first: number, last: number) => void;
  /** After a change: asks again for what is seen. */
  readonly reload: () => void;
}

interface Found {
  /** Which question it answers: pages of two questions are never mixed. */
  readonly by: object | undefined;
  readonly total: number | undefined;
  readonly lastChange: WordPage['lastChange'];
  readonly pages: ReadonlyMap<number, readonly WordEntry[]>;
  readonly error: unknown;
}

const NOTHING: Found = {
  by: undefined,
  total: undefined,
  lastChange: null,
  pages: new Map(),
  error: undefined,
};

/** The entries that fit a search, fetched page by page as they are looked at. */
export function useEntries(words: WordList, search: string): Entries {
  const [found, setFound] = useState<Found>(NOTHING);
  const [round, setRound] = useState(0);
  const question = useMemo(() => ({ words, search, round }), [words, search, round]);
  const asked = useRef<Map<number, AbortController>>(new Map());
  const seen = useRef(0);

  const ask = useCallback(
    (page: number) => {
      if (asked.current.has(page)) return;
      const controller = new AbortController();
      const { signal } = controller;
      asked.current.set(page, controller);
      const range = { offset: page * PAGE, limit: PAGE };
      question.words.page({ search: question.search, ...range }, { signal }).then(
        ({ total, lastChange, entries }) => {
          if (signal.aborted) return;
          setFound((before) => {
            const known = before.by === question ? before.pages : [];
            return {
              by: question,
              total,
              lastChange,
              error: undefined,
              pages: new Map([...known, [page, entries]]),
            };
          });
        },
        (error: unknown) => {
          if (!signal.aborted) setFound((before) => ({ ...before, error }));
        },
      );
    },
    [question],
  );

  useEffect(() => {
    ask(Math.floor(seen.current / PAGE));
    return () => {
      for (const controller of asked.current.values()) controller.abort();
      asked.current.clear();
    };
  }, [ask]);

  const see = useCallback(
    (first: number, last: number) => {
      seen.current = first;
      for (let page = Math.floor(first / PAGE); page * PAGE < last; page += 1) ask(page);
    },
    [ask],
  );
  const at = (index: number) => found.pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useReturn(reload);
  return { total: found.total, lastChange: found.lastChange, error: found.error, at, see, reload };
}

/** A value that follows another one when it has come to rest: a request a keystroke would be too many. */
export function useSettled<Value>(value: Value, restMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
