import type { Model } from '#client';
import { useWords } from '../context.js';
import { languageName } from '../text/texts.js';

/** From which language into which. */
export function Direction({ model }: { readonly model: Pick<Model, 'firstLang' | 'secondLang'> }) {
  const { locale } = useWords();
  const { firstLang, secondLang } = model;
  return (
    <>
      {languageName(firstLang, locale)} → {languageName(secondLang, locale)}{' '}
      <small>
        {firstLang} → {secondLang}
      </small>
    </>
  );
}
