import { useCallback } from 'react';
import { useService, useWords } from '../context.js';
import { useLoaded } from '../loaded.js';
import type { Field } from '../service.js';
import { FailureNote } from './failure-note.js';

interface FieldSelectProps {
  readonly from: string;
  readonly to: string;
}

interface Group {
  /** Undefined for fields of the top level. */
  readonly parent: Field | undefined;
  readonly fields: readonly Field[];
}

/** The fields that can be trained between two languages, under their parents. */
export function FieldSelect({ from, to }: FieldSelectProps) {
  const { locale, texts } = useWords();
  const service = useService();
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) =>
        from === '' || to === '' ? [] : grouped(await service.fields(from, to, signal)),
      [service, from, to],
    ),
  );
  const groups = loaded.state === 'loaded' ? loaded.value : [];
  const isOpen = groups.length > 0;
  return (
    <div className="field">
      <label htmlFor="field">{texts.training.field}</label>
      <select id="field" name="field" required disabled={!isOpen} key={`${from} ${to}`}>
        <option value="">{isOpen ? texts.training.choose : texts.training.fieldFirst}</option>
        {groups.map(({ parent, fields }) => {
          const options = fields.map(({ lid, name }) => (
            <option key={lid} value={lid}>
              {name[locale]}
            </option>
          ));
          return parent === undefined ? (
            options
          ) : (
            <optgroup key={parent.lid} label={parent.name[locale]}>
              {options}
            </optgroup>
          );
        })}
      </select>
      {loaded.state === 'failed' && <FailureNote error={loaded.error} />}
    </div>
  );
}

function grouped(fields: readonly Field[]): readonly Group[] {
  const trainable = fields.filter((field) => field.trainable);
  const parents = new Set(trainable.map(({ parent_lid }) => parent_lid));
  return Array.from(parents, (lid) => ({
    parent: fields.find((field) => field.lid === lid),
    fields: trainable.filter(({ parent_lid }) => parent_lid === lid),
  }));
}
