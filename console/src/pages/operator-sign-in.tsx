import { type FormEvent, useState } from 'react';
import type { ServiceError } from '#client';
import { useAction } from '../action.js';
import { clientOf } from '../client.js';
import { useConnection, useWords } from '../context.js';
import { FailureNote } from '../parts/failure-note.js';
import { TextField } from '../parts/field.js';
import { Page } from '../parts/page.js';

interface OperatorSignInProps {
  /** Why the service no longer takes the token that was used before. */
  readonly refusal: ServiceError | undefined;
  readonly onEnter: (adminToken: string) => void;
}

/** The door to operations. The token is tried before it is taken: a wrong one is said here, not on the page behind. */
export function OperatorSignInPage({ refusal, onEnter }: OperatorSignInProps) {
  const { texts } = useWords();
  const connection = useConnection();
  const [token, setToken] = useState('');
  const { run, working, error } = useAction(async () => {
    await clientOf(token.trim(), { connection }).operations.call('GET /admin/v1/organizations');
    onEnter(token.trim());
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run();
  };
  return (
    <Page title={texts.operatorSignIn.title} intro={texts.operatorSignIn.intro}>
      {refusal !== undefined && error === undefined && <p>{texts.operatorSignIn.ended}</p>}
      <form className="narrow card" onSubmit={submit}>
        <TextField
          label={texts.operatorSignIn.token}
          hint={texts.operatorSignIn.hint}
          type="password"
          required
          value={token}
          onChange={setToken}
        />
        {error !== undefined && <FailureNote error={error} />}
        <button type="submit" disabled={working}>
          {texts.operatorSignIn.submit}
        </button>
      </form>
    </Page>
  );
}
