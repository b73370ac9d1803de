import { type FormEvent, useState } from 'react';
import { useWords } from '../context.js';
import type { ServiceFailure } from '../failure.js';
import { FailureNote } from '../parts/failure-note.js';
import { Page } from '../parts/page.js';
import { signIn } from '../service.js';

interface SignInProps {
  /** Why the last session ended, when the service ended it. */
  readonly refusal: ServiceFailure | undefined;
  readonly onEnter: (token: string) => void;
}

export function SignInPage({ refusal, onEnter }: SignInProps) {
  const { texts } = useWords();
  const [accessKey, setAccessKey] = useState('');
  const [secretKey, setSecretKey] = useState('');
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    setError(undefined);
    try {
      onEnter(await signIn(accessKey.trim(), secretKey.trim()));
    } catch (failure) {
      setError(failure);
      setWorking(false);
    }
  };

  return (
    <Page title={texts.signIn.title}>
      {refusal !== undefined && error === undefined && (
        <>
          <p>{texts.signIn.ended}</p>
          <FailureNote error={refusal} />
        </>
      )}
      <p>{texts.signIn.intro}</p>
      <form className="narrow" onSubmit={submit}>
        <div className="field">
          <label htmlFor="access-key">{texts.signIn.accessKey}</label>
          <input
            id="access-key"
            required
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={accessKey}
            onChange={(event) => setAccessKey(event.target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor="secret-key">{texts.signIn.secretKey}</label>
          <input
            id="secret-key"
            type="password"
            required
            autoComplete="off"
            value={secretKey}
            onChange={(event) => setSecretKey(event.target.value)}
          />
        </div>
        {error !== undefined && <FailureNote error={error} />}
        <button type="submit" disabled={working}>
          {texts.signIn.submit}
        </button>
      </form>
    </Page>
  );
}
