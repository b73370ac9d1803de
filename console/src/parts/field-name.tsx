import { useWords } from '../context.js';
import type { FieldNames } from '../field-names.js';

interface FieldNameProps {
  readonly lid: string;
  readonly names: FieldNames;
}

export function FieldName({ lid, names }: FieldNameProps) {
  const { locale } = useWords();
  const name = names.get(lid)?.[locale];
  if (name === undefined) return <code>{lid}</code>;
  return (
    <>
      {name} <small>{lid}</small>
    </>
  );
}
