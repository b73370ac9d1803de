import { type FormEvent, useId, useState } from 'react';
import type { Contract, Kotobashi, ModelDetail } from '#client';
import { useClient, useWords } from '../context.js';
import { languageName } from '../text/texts.js';
import { type WordDiff, wordDiff } from '../word-diff.js';
import { ContractSelect } from './contract-select.js';
import { FailureNote } from './failure-note.js';
import { MarkedText } from './marked-text.js';

interface Translation {
  readonly text: string;
  readonly detectedLang: string;
}

type Outcome = PromiseSettledResult<Translation>;

interface Outcomes {
  readonly base: Outcome;
  readonly custom: Outcome;
}

interface TrySectionProps {
  readonly model: ModelDetail;
  readonly contracts: readonly Contract[];
  readonly contractId: string;
  readonly onContract: (contractId: string) => void;
}

/** One text by the base model and by the custom model, side by side. */
export function TrySection({ model, contracts, contractId, onContract }: TrySectionProps) {
  const { locale, texts } = useWords();
  const client = useClient();
  const id = useId();
  const [text, setText] = useState('');
  const [working, setWorking] = useState(false);
  const [outcomes, setOutcomes] = useState<Outcomes>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    const request = { text, targetLang: model.secondLang, contractId };
    const [base, custom] = await Promise.allSettled([
      // With the language named, a field would mean the newest model trained under it.
      translated(client, { ...request, fieldId: model.field, sourceLang: 'auto' }),
      translated(client, { ...request, fieldId: model.mid, sourceLang: model.firstLang }),
    ]);
    setOutcomes({ base, custom });
    setWorking(false);
  };

  return (
    <section aria-labelledby="try">
      <h2 id="try">{texts.tryIt.title}</h2>
      <form onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>{texts.tryIt.text(languageName(model.firstLang, locale))}</label>
          <textarea
            id={id}
            name="text"
            rows={3}
            required
            lang={model.firstLang}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <ContractSelect contracts={contracts} value={contractId} onChange={onContract} />
        <button type="submit" disabled={working}>
          {working ? texts.tryIt.working : texts.tryIt.submit}
        </button>
      </form>
      <div aria-live="polite">{outcomes && <SideBySide model={model} outcomes={outcomes} />}</div>
    </section>
  );
}

interface SideBySideProps {
  readonly model: ModelDetail;
  readonly outcomes: Outcomes;
}

function SideBySide({ model: { firstLang, secondLang }, outcomes: { base, custom } }: SideBySideProps) {
  const { locale, texts } = useWords();
  const diff: WordDiff = wordDiff(textOf(base), textOf(custom), secondLang);
  const isMistaken = base.status === 'fulfilled' && base.value.detectedLang !== firstLang;
  return (
    <div className="sides">
      <div data-side="base">
        <h3>{texts.tryIt.base}</h3>
        {base.status === 'fulfilled' ? (
          <MarkedText stretches={diff.before} lang={secondLang} kind="gone" />
        ) : (
          <FailureNote error={base.reason} />
        )}
        {isMistaken && (
          <p>
            <small>{texts.tryIt.detected(languageName(base.value.detectedLang, locale))}</small>
          </p>
        )}
      </div>
      <div data-side="custom">
        <h3>{texts.tryIt.custom}</h3>
        {custom.status === 'fulfilled' ? (
          <MarkedText stretches={diff.after} lang={secondLang} kind="new" />
        ) : (
          <FailureNote error={custom.reason} />
        )}
      </div>
    </div>
  );
}

function textOf(outcome: Outcome): string {
  return outcome.status === 'fulfilled' ? outcome.value.text : '';
}

interface Asked {
  readonly fieldId: string;
  readonly text: string;
  readonly sourceLang: string;
  readonly targetLang: string;
  readonly contractId: string;
}

async function translated(client: Kotobashi, { text, ...asked }: Asked): Promise<Translation> {
  const { answer } = await client.operations.call('POST /api/v1/translate', {
    body: { ...asked, text: [text], autoSplit: true },
    headers: { 'x-explain': '1' },
    repeatable: true,
  });
  return {
    text: answer.data.translationResult[0]?.translatedText ?? '',
    detectedLang: answer.data.explain?.[0]?.detectedLang ?? asked.sourceLang,
  };
}
