import { useCallback } from 'react';
import type { Contract } from '#client';
import { GENERAL, searchOf, subjectsOf } from '../account.js';
import { useClient, useWords } from '../context.js';
import { useLoaded } from '../loaded.js';
import { SubjectPicker } from './subject-picker.js';

interface MannerBarProps {
  readonly contracts: readonly Contract[];
  readonly contract: Contract;
  readonly fieldId: string;
  /** Absent where nothing is translated into Japanese. */
  readonly formality?: Formality | undefined;
  /** Absent where names keep their letters anyway. */
  readonly names?: NameMode | undefined;
  readonly onContract: (id: string) => void;
  readonly onField: (id: string) => void;
  readonly onFormality: (formality: Formality) => void;
  readonly onNames: (names: NameMode) => void;
}

export type Formality = Contract['formality'];

export type NameMode = Contract['names'];

const FORMALITIES: readonly Formality[] = ['auto', 'polite', 'plain'];
const NAME_MODES: readonly NameMode[] = ['customary', 'keep'];

/** Whether a language writes foreign names in letters of its own. */
export function writesNames(lang: string): boolean {
  return /^(?:ja|zh)/.test(lang);
}

/** The engine, by the contract that allows it, how it searches, what the text is about, the register of Japanese, and how names are written. */
export function MannerBar(props: MannerBarProps) {
  const { contracts, contract, fieldId, formality, names, onContract, onField, onFormality, onNames } = props;
  const { locale, texts } = useWords();
  const client = useClient();
  const { engine } = contract;
  const subjects = useLoaded(
    useCallback(
      (signal: AbortSignal) => subjectsOf(client, engine, locale, signal),
      [client, engine, locale],
    ),
  );
  const base = { id: GENERAL, name: texts.translate.baseModel, level: 1 };
  const search = searchOf(contract);
  const isAlone = (one: Contract) => contracts.filter((other) => other.engine === one.engine).length === 1;
  return (
    <div className="manner-bar">
      <select
        aria-label={texts.translate.engine}
        value={contract.id}
        onChange={({ target }) => onContract(target.value)}
      >
        {contracts.map((one) => (
          <option key={one.id} value={one.id}>
            {texts.translate.engines[one.engine]}
            {!isAlone(one) && ` · ${one.name}`}
          </option>
        ))}
      </select>
      {subjects.state === 'loaded' && engine !== 'real-time' && (
        <SubjectPicker
          label={engine === 'custom' ? texts.translate.model : texts.translate.field}
          subjects={engine === 'custom' ? [base, ...subjects.value] : subjects.value}
          value={fieldId}
          onChange={onField}
        />
      )}
      {formality !== undefined && (
        <select
          aria-label={texts.translate.formality}
          value={formality}
          onChange={({ target }) => onFormality(FORMALITIES.find((one) => one === target.value) ?? 'auto')}
        >
          {FORMALITIES.map((one) => (
            <option key={one} value={one}>
              {texts.translate.formalities[one]}
            </option>
          ))}
        </select>
      )}
      {names !== undefined && (
        <select
          aria-label={texts.translate.names}
          value={names}
          onChange={({ target }) => onNames(NAME_MODES.find((one) => one === target.value) ?? 'customary')}
        >
          {NAME_MODES.map((one) => (
            <option key={one} value={one}>
              {texts.translate.nameModes[one]}
            </option>
          ))}
        </select>
      )}
      <small title={texts.translate.searchHints[search]}>{texts.translate.searches[search]}</small>
    </div>
  );
}
