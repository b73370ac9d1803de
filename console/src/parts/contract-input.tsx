import { useId } from 'react';
import { useWords } from '../context.js';
import { session } from '../session.js';

/** The interface has no list of contracts: their id is typed once and kept for this tab. */
export function ContractInput() {
  const { texts } = useWords();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{texts.contract.label}</label>
      <input
        id={id}
        name="contractId"
        required
        autoComplete="off"
        spellCheck={false}
        defaultValue={session.contract()}
        onChange={(event) => session.rememberContract(event.target.value.trim())}
        aria-describedby={`${id}-hint`}
      />
      <small id={`${id}-hint`}>{texts.contract.hint}</small>
    </div>
  );
}
