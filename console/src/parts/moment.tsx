import { useWords } from '../context.js';

/** A moment as people here write it. */
export function Moment({ at }: { readonly at: string }) {
  const { locale } = useWords();
  const text = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(at),
  );
  return <time dateTime={at}>{text}</time>;
}
