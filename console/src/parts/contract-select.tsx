import type { Contract } from '#client';
import { useWords } from '../context.js';
import { SelectField } from './field.js';

interface ContractSelectProps {
  /** Those that the caller may use here. */
  readonly contracts: readonly Contract[];
  readonly value: string;
  readonly onChange: (contractId: string) => void;
}

/** Under which contract; found for the caller, who chooses where there are several. */
export function ContractSelect({ contracts, value, onChange }: ContractSelectProps) {
  const { texts } = useWords();
  return (
    <SelectField
      label={texts.contract.select}
      required
      value={value}
      onChange={onChange}
      options={contracts.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
      {...(contracts.length === 0 && { problem: texts.contract.none, placeholder: '–' })}
    />
  );
}
