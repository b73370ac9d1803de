import type { ModelDetail } from '#client';
import { useWords } from '../context.js';

/** Terms that the pairs suggest. */
export function TermsSection({ model }: { readonly model: ModelDetail }) {
  const { locale, texts } = useWords();
  const { terms = [], firstLang, secondLang } = model;
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  return (
    <section aria-labelledby="terms">
      <h2 id="terms">{texts.terms.title}</h2>
      {terms.length === 0 ? (
        <p>{texts.terms.none}</p>
      ) : (
        <>
          <p>{texts.terms.intro}</p>
          <div className="scroll">
            <table aria-labelledby="terms">
              <thead>
                <tr>
                  <th scope="col">{texts.terms.from}</th>
                  <th scope="col">{texts.terms.to}</th>
                  <th scope="col" className="number">
                    {texts.terms.count}
                  </th>
                  <th scope="col" className="number">
                    {texts.terms.share}
                  </th>
                </tr>
              </thead>
              <tbody>
                {terms.map(({ fromText, toText, count, share }) => (
                  <tr key={fromText}>
                    <td lang={firstLang}>{fromText}</td>
                    <td lang={secondLang}>{toText}</td>
                    <td className="number">{count}</td>
                    <td className="number">{percent.format(share)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}
