import { useCallback } from 'react';
import type { TrainingField } from '#client';
import { useClient, useWords } from '../context.js';
import { useLoaded } from '../loaded.js';
import { FailureNote } from './failure-note.js';

interface FieldSelectProps {
  readonly from: string;
  readonly to: string;
}

interface Group {
  /** Undefined for fields of the top level. */
  readonly parent: TrainingField | undefined;
  readonly fields: readonly TrainingField[];
}

/** The fields that can be trained between two languages, under their parents. */
export function FieldSelect({ from, to }: FieldSelectProps) {
  const { locale, texts } = useWords();
  const client = useClient();
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) =>
        from === '' || to === '' ? [] : grouped(await client.training.fields(from, to, { signal })),
      [client, from, to],
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

function grouped(fields: readonly TrainingField[]): readonly Group[] {
  const trainable = fields.filter((field) => field.trainable);
  const parents = new Set(trainable.map(({ parent_lid }) => parent_lid));
  return Array.from(parents, (lid) => ({
    parent: fields.find((field) => field.lid === lid),
    fields: trainable.filter(({ parent_lid }) => parent_lid === lid),
  }));
}
