import { type FormEvent, useState } from 'react';
import type { ServiceError } from '#client';
import { useAction } from '../action.js';
import { signIn } from '../client.js';
import { useConnection, useWords } from '../context.js';
import { FailureNote } from '../parts/failure-note.js';
import { TextField } from '../parts/field.js';
import { Page } from '../parts/page.js';

interface SignInProps {
  /** Why the last session ended, when the service ended it. */
  readonly refusal: ServiceError | undefined;
  /** The link that was to sign in did not. */
  readonly isLinkRefused: boolean;
  readonly onEnter: (token: string) => Promise<void>;
}

export function SignInPage({ refusal, isLinkRefused, onEnter }: SignInProps) {
  const { texts } = useWords();
  const connection = useConnection();
  const [accessKey, setAccessKey] = useState('');
  const [secretKey, setSecretKey] = useState('');
  const { run, working, error } = useAction(async () => {
    await onEnter(await signIn(accessKey.trim(), secretKey.trim(), connection));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run();
  };
  return (
    <Page title={texts.signIn.title} intro={texts.signIn.intro}>
      {refusal !== undefined && error === undefined && (
        <>
          <p>{texts.signIn.ended}</p>
          <FailureNote error={refusal} />
        </>
      )}
      {isLinkRefused && refusal === undefined && <p className="note">{texts.signIn.codeRefused}</p>}
      <form className="narrow card" onSubmit={submit}>
        <TextField
          label={texts.signIn.accessKey}
          required
          autoCapitalize="off"
          spellCheck={false}
          value={accessKey}
          onChange={setAccessKey}
        />
        <TextField
          label={texts.signIn.secretKey}
          type="password"
          required
          value={secretKey}
          onChange={setSecretKey}
        />
        {error !== undefined && <FailureNote error={error} />}
        <button type="submit" disabled={working}>
          {working ? texts.signIn.working : texts.signIn.submit}
        </button>
        <details>
          <summary>{texts.signIn.where}</summary>
          <p>{texts.signIn.whereAnswer}</p>
        </details>
      </form>
    </Page>
  );
}
