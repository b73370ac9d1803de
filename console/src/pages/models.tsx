import { useCallback } from 'react';
import { useService, useWords } from '../context.js';
import { type FieldNames, fieldNames } from '../field-names.js';
import { useLoaded } from '../loaded.js';
import { Direction } from '../parts/direction.js';
import { FieldName } from '../parts/field-name.js';
import { Page } from '../parts/page.js';
import { WhenLoaded } from '../parts/when-loaded.js';
import { modelAddress, TRAIN } from '../route.js';
import type { Model } from '../service.js';

/** All models of the organization. */
export function ModelsPage() {
  const { texts } = useWords();
  const service = useService();
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) => {
        const models = await service.models(signal);
        return { models, names: await fieldNames(service, models, signal) };
      },
      [service],
    ),
  );
  return (
    <Page title={texts.list.title}>
      <WhenLoaded loaded={loaded}>
        {({ models, names }) =>
          models.length === 0 ? <NoModels /> : <ModelTable models={models} names={names} />
        }
      </WhenLoaded>
    </Page>
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
        {texts.train}
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
