import { useCallback } from 'react';
import type { Model } from '#client';
import { useClient, useWords } from '../context.js';
import { type FieldNames, fieldNames } from '../field-names.js';
import { useLoaded } from '../loaded.js';
import { Direction } from '../parts/direction.js';
import { Empty } from '../parts/empty.js';
import { FieldName } from '../parts/field-name.js';
import { Icon } from '../parts/icon.js';
import { Page } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { RunningTrainings } from '../parts/trainings.js';
import { WhenLoaded } from '../parts/when-loaded.js';
import { modelAddress, TRAIN } from '../route.js';

/** All models of the organization. */
export function ModelsPage() {
  const { texts } = useWords();
  const client = useClient();
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) => {
        const models = await client.training.models({ signal });
        return { models, names: await fieldNames(client, models, signal) };
      },
      [client],
    ),
  );
  return (
    <Page
      title={texts.list.title}
      // Where there is no model yet, the page itself says what to do.
      {...(loaded.state === 'loaded' && loaded.value.models.length > 0 && { actions: <TrainLink /> })}
    >
      <RunningTrainings />
      <WhenLoaded loaded={loaded}>
        {({ models, names }) =>
          models.length === 0 ? <NoModels /> : <ModelTable models={models} names={names} />
        }
      </WhenLoaded>
    </Page>
  );
}

function TrainLink() {
  const { texts } = useWords();
  return (
    <a className="button" href={TRAIN}>
      <Icon name="plus" />
      {texts.training.title}
    </a>
  );
}

function NoModels() {
  const { texts } = useWords();
  return (
    <Empty title={texts.list.empty} hint={texts.list.emptyHint}>
      <TrainLink />
    </Empty>
  );
}

interface ModelTableProps {
  readonly models: readonly Model[];
  readonly names: FieldNames;
}

function ModelTable({ models, names }: ModelTableProps) {
  const { texts } = useWords();
  return (
    <Table
      label={texts.list.title}
      rows={models}
      rowKey={({ mid }) => mid}
      columns={[
        {
          title: texts.list.name,
          isHeading: true,
          cell: ({ mid, name }) => <a href={modelAddress(mid)}>{name}</a>,
        },
        { title: texts.list.id, cell: ({ mid }) => <code>{mid}</code> },
        { title: texts.list.languages, cell: (model) => <Direction model={model} /> },
        { title: texts.list.field, cell: ({ field }) => <FieldName lid={field} names={names} /> },
      ]}
    />
  );
}
