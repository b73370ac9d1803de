import { useCallback, useState } from 'react';
import type { Contract, ModelDetail } from '#client';
import { trainingContracts } from '../account.js';
import { useClient, useWords } from '../context.js';
import { type FieldNames, fieldNames } from '../field-names.js';
import { useLoaded } from '../loaded.js';
import { Direction } from '../parts/direction.js';
import { EvaluationSection } from '../parts/evaluation.js';
import { FieldName } from '../parts/field-name.js';
import { ModelCare } from '../parts/model-care.js';
import { Page } from '../parts/page.js';
import { TermsSection } from '../parts/terms.js';
import { TrySection } from '../parts/try-it.js';
import { UseSection } from '../parts/use-it.js';
import { VersionsSection } from '../parts/versions.js';
import { WhenLoaded } from '../parts/when-loaded.js';

/** One model: what it is, what its training brought, how it is used. */
export function ModelPage({ mid }: { readonly mid: string }) {
  const client = useClient();
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) => {
        const [model, contracts] = await Promise.all([
          client.training.model(mid, { signal }),
          trainingContracts(client, signal),
        ]);
        return { model, contracts, names: await fieldNames(client, [model], signal) };
      },
      [client, mid],
    ),
  );
  return (
    <Page
      title={loaded.state === 'loaded' ? loaded.value.model.name : mid}
      actions={loaded.state === 'loaded' && <ModelCare model={loaded.value.model} onChanged={loaded.retry} />}
    >
      <WhenLoaded loaded={loaded}>{(value) => <Sections {...value} />}</WhenLoaded>
    </Page>
  );
}

interface SectionsProps {
  readonly model: ModelDetail;
  readonly names: FieldNames;
  readonly contracts: readonly Contract[];
}

function Sections({ model, names, contracts }: SectionsProps) {
  const { texts } = useWords();
  const [contractId, setContractId] = useState(contracts[0]?.id ?? '');
  // 0 until the first training has finished.
  const { version = 0, evaluation } = model;
  const isTrained = version > 0;
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
        <dd>{version}</dd>
      </dl>
      {!isTrained && <p className="note">{texts.model.untrained}</p>}
      {evaluation && <EvaluationSection model={model} evaluation={evaluation} />}
      {isTrained && (
        <>
          <TrySection
            model={model}
            contracts={contracts}
            contractId={contractId}
            onContract={setContractId}
          />
          <UseSection model={model} contractId={contractId} />
          <VersionsSection model={model} />
          <TermsSection model={model} />
        </>
      )}
    </>
  );
}
