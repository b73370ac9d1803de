import { useState } from 'react';
import { useWords } from '../context.js';
import type { ModelDetail } from '../service.js';
import { session } from '../session.js';

/** How a program uses the model, to paste. */
export function UseSection({ model }: { readonly model: ModelDetail }) {
  const { texts } = useWords();
  const body = JSON.stringify(
    {
      fieldId: model.mid,
      sourceLang: model.firstLang,
      targetLang: model.secondLang,
      contractId: session.contract() || `<${texts.contract.label}>`,
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

/** Browsers have a clipboard for pages over HTTPS and of the same machine; elsewhere the text is selected by hand. */
function CopyButton({ text }: { readonly text: string }) {
  const { texts } = useWords();
  const [copied, setCopied] = useState(false);
  if (!window.isSecureContext) return null;
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <button type="button" className="quiet" onClick={copy} aria-live="polite">
      {copied ? texts.copied : texts.copy}
    </button>
  );
}
