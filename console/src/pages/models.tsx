import { useCallback } from 'react';
import type { Model } from '#client';
import { useClient, useWords } from '../context.js';
import { type FieldNames, fieldNames } from '../field-names.js';
import { useLoaded } from '../loaded.js';
import { Direction } from '../parts/direction.js';
import { FieldName } from '../parts/field-name.js';
import { Icon } from '../parts/icon.js';
import { Page } from '../parts/page.js';
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
    <div className="empty">
      <p>
        <strong>{texts.list.empty}</strong>
      </p>
      <p>{texts.list.emptyHint}</p>
      <a className="button" href={TRAIN}>
        {texts.training.title}
      </a>
    </div>
  );
}

interface ModelTableProps {
  readonly models: readonly Model[];
  readonly names: FieldNames;
}

function ModelTable({ models, names }: ModelTableProps) {
  const { texts } = useWords();
  return (
    <table className="stacked">
      <thead>
        <tr>
          <th scope="col">{texts.list.name}</th>
          <th scope="col">{texts.list.id}</th>
          <th scope="col">{texts.list.languages}</th>
          <th scope="col">{texts.list.field}</th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <tr key={model.mid}>
            <th scope="row">
              <a href={modelAddress(model.mid)}>{model.name}</a>
            </th>
            <td>
              <code>{model.mid}</code>
            </td>
            <td>
              <Direction model={model} />
            </td>
            <td>
              <FieldName lid={model.field} names={names} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
