import { useCallback } from 'react';
import { useService, useWords } from '../context.js';
import { type FieldNames, fieldNames } from '../field-names.js';
import { useLoaded } from '../loaded.js';
import { Direction } from '../parts/direction.js';
import { EvaluationSection } from '../parts/evaluation.js';
import { FieldName } from '../parts/field-name.js';
import { Page } from '../parts/page.js';
import { TermsSection } from '../parts/terms.js';
import { TrySection } from '../parts/try-it.js';
import { UseSection } from '../parts/use-it.js';
import { WhenLoaded } from '../parts/when-loaded.js';
import type { ModelDetail } from '../service.js';

/** One model: what it is, what its training brought, how it is used. */
export function ModelPage({ mid }: { readonly mid: string }) {
  const service = useService();
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) => {
        const model = await service.model(mid, signal);
        return { model, names: await fieldNames(service, [model], signal) };
      },
      [service, mid],
    ),
  );
  return (
    <Page title={loaded.state === 'loaded' ? loaded.value.model.name : mid}>
      <WhenLoaded loaded={loaded}>
        {({ model, names }) => <Sections model={model} names={names} />}
      </WhenLoaded>
    </Page>
  );
}

interface SectionsProps {
  readonly model: ModelDetail;
  readonly names: FieldNames;
}

function Sections({ model, names }: SectionsProps) {
  const { texts } = useWords();
  const isTrained = model.version > 0;
  return (
    <>
      <dl className="facts">
        <dt>{texts.list.id}</dt>
        <dd>
          <code>{model.mid}</code>
        </dd>
        <dt>{texts.model.languages}</dt>
        <dd>
          <Direction model={model} />
        </dd>
        <dt>{texts.model.field}</dt>
        <dd>
          <FieldName lid={model.field} names={names} />
        </dd>
        <dt>{texts.model.version}</dt>
        <dd>{model.version}</dd>
      </dl>
      {!isTrained && <p className="note">{texts.model.untrained}</p>}
      {model.evaluation !== null && <EvaluationSection model={model} evaluation={model.evaluation} />}
      {isTrained && (
        <>
          <TrySection model={model} />
          <UseSection model={model} />
          <TermsSection model={model} />
        </>
      )}
    </>
  );
}
