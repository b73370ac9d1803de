import type { ModelDetail } from '#client';
import { useWords } from '../context.js';
import { CopyButton } from './copy-button.js';

interface UseSectionProps {
  readonly model: ModelDetail;
  /** Empty where the caller has none. */
  readonly contractId: string;
}

/** How a program uses the model, to paste. */
export function UseSection({ model, contractId }: UseSectionProps) {
  const { texts } = useWords();
  const body = JSON.stringify(
    {
      fieldId: model.mid,
      sourceLang: model.firstLang,
      targetLang: model.secondLang,
      contractId: contractId || `<${texts.contract.label}>`,
      text: [texts.use.text],
    },
    undefined,
    2,
  );
  return (
    <section aria-labelledby="use">
      <h2 id="use">{texts.use.title}</h2>
      <p>{texts.use.intro}</p>
      <p className="copyable">
        <code>fieldId</code> <code>{model.mid}</code> <CopyButton text={model.mid} />
      </p>
      <h3>{texts.use.body}</h3>
      <pre>{body}</pre>
      <CopyButton text={body} />
    </section>
  );
}
