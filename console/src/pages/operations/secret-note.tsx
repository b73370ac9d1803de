import { useWords } from '../../context.js';
import { CopyButton } from '../../parts/copy-button.js';

interface SecretNoteProps {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly contractId?: string;
}

/** A key with its secret, which is shown this once. */
export function SecretNote({ accessKey, secretKey, contractId }: SecretNoteProps) {
  const { texts } = useWords();
  const facts = [
    [texts.signIn.accessKey, accessKey],
    [texts.signIn.secretKey, secretKey],
    ...(contractId === undefined ? [] : [[texts.contract.label, contractId] as const]),
  ] as const;
  return (
    <section className="card secret" aria-labelledby="secret">
      <h2 id="secret">{texts.operations.secretTitle}</h2>
      <p>{texts.operations.secretHint}</p>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="copyable">
            <dt>{name}</dt>
            <dd>
              <code>{value}</code> <CopyButton text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
