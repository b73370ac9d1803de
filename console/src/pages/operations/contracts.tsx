import { useState } from 'react';
import { searchOf } from '../../account.js';
import { useAction } from '../../action.js';
import { useOperator, useWords } from '../../context.js';
import { FormDialog } from '../../parts/dialog.js';
import { SelectField, TextField } from '../../parts/field.js';
import { NameAndId } from '../../parts/name-and-id.js';
import { Table } from '../../parts/table.js';
import type { Contract, Tenant } from './organization.js';
import { Enabled } from './organizations.js';

type Engine = Contract['engine'];
type Kind = Contract['kind'];
const ENGINES: readonly Engine[] = ['t4oo', 'real-time', 'custom'];
const KINDS: readonly Kind[] = ['text', 'file'];
type Search = NonNullable<Contract['search']>;
const SEARCHES: readonly Search[] = ['fast', 'best'];

/** The contracts of an organization with their limits. */
export function Contracts({ tenant }: { readonly tenant: Tenant }) {
  const { locale, texts } = useWords();
  const { contracts, reload, orgId } = tenant;
  const [edited, setEdited] = useState<Contract | 'new'>();
  const number = new Intl.NumberFormat(locale);
  return (
    <section aria-labelledby="contracts">
      <h2 id="contracts">{texts.operations.contracts}</h2>
      {contracts.length > 0 && (
        <Table
          labelledBy="contracts"
          rows={contracts}
          rowKey={({ id }) => id}
          columns={[
            {
              title: texts.operations.name,
              isHeading: true,
              cell: ({ id, name }) => <NameAndId name={name} id={id} />,
            },
            {
              title: texts.operations.engine,
              cell: ({ engine, kind }) =>
                texts.operations.engineFor(texts.operations.engines[engine], texts.operations.kinds[kind]),
            },
            {
              title: texts.operations.quota,
              isNumber: true,
              cell: ({ charQuota }) =>
                charQuota === null ? texts.operations.unlimited : number.format(charQuota),
            },
            {
              title: texts.operations.rate,
              isNumber: true,
              cell: ({ ratePerMinute }) =>
                ratePerMinute === null ? texts.operations.byDefault : number.format(ratePerMinute),
            },
            {
              title: texts.operations.search,
              cell: (contract) => texts.translate.searches[searchOf(contract)],
            },
            { title: texts.operations.state, cell: ({ enabled }) => <Enabled enabled={enabled} /> },
            {
              title: texts.operations.change,
              isTitleHidden: true,
              cell: (contract) => (
                <button type="button" className="quiet" onClick={() => setEdited(contract)}>
                  {texts.operations.change}
                </button>
              ),
            },
          ]}
        />
      )}
      <button type="button" className="quiet" onClick={() => setEdited('new')}>
        {texts.operations.newContract}
      </button>
      {edited !== undefined && (
        <ContractDialog
          orgId={orgId}
          contract={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onDone={() => {
            setEdited(undefined);
            reload();
          }}
        />
      )}
    </section>
  );
}

interface ContractDialogProps {
  readonly orgId: string;
  /** Undefined for a new one. */
  readonly contract: Contract | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function ContractDialog({ orgId, contract, onClose, onDone }: ContractDialogProps) {
  const { texts } = useWords();
  const { operations } = useOperator();
  const [name, setName] = useState(contract?.name ?? '');
  const [engine, setEngine] = useState<Engine>(contract?.engine ?? 't4oo');
  const [kind, setKind] = useState<Kind>(contract?.kind ?? 'text');
  const [quota, setQuota] = useState(contract?.charQuota?.toString() ?? '');
  const [rate, setRate] = useState(contract?.ratePerMinute?.toString() ?? '');
  const [search, setSearch] = useState<Search | null>(contract?.search ?? null);
  const [strict, setStrict] = useState(contract?.strict ?? false);
  const [enabled, setEnabled] = useState(contract?.enabled ?? true);
  const { run, working, error } = useAction(async () => {
    const terms = { charQuota: numberOf(quota), ratePerMinute: numberOf(rate), search, strict };
    if (contract === undefined) {
      await operations.call('POST /admin/v1/organizations/{orgId}/contracts', {
        params: { orgId },
        body: { name: name.trim(), kind, engine, ...terms },
      });
    } else {
      await operations.call('PUT /admin/v1/organizations/{orgId}/contracts/{contractId}', {
        params: { orgId, contractId: contract.id },
        body: { name: name.trim(), enabled, ...terms },
      });
    }
    onDone();
  });
  return (
    <FormDialog
      title={contract === undefined ? texts.operations.newContract : texts.operations.changeContract}
      action={texts.words.save}
      working={working}
      error={error}
      onClose={onClose}
      onSubmit={run}
    >
      <TextField label={texts.operations.name} required maxLength={200} value={name} onChange={setName} />
      {contract === undefined && (
        <div className="pair">
          <SelectField
            label={texts.operations.engine}
            value={engine}
            options={ENGINES.map((one) => ({ value: one, label: texts.operations.engines[one] }))}
            onChange={(value) => setEngine(ENGINES.find((one) => one === value) ?? 't4oo')}
          />
          <SelectField
            label={texts.operations.kind}
            value={kind}
            options={KINDS.map((one) => ({ value: one, label: texts.operations.kinds[one] }))}
            onChange={(value) => setKind(KINDS.find((one) => one === value) ?? 'text')}
          />
        </div>
      )}
      <TextField
        label={texts.operations.quota}
        hint={texts.operations.quotaHint}
        type="number"
        min={0}
        value={quota}
        onChange={setQuota}
      />
      <TextField
        label={texts.operations.rate}
        hint={texts.operations.rateHint}
        type="number"
        min={1}
        value={rate}
        onChange={setRate}
      />
      <SelectField
        label={texts.operations.search}
        hint={texts.operations.searchHint}
        placeholder={texts.operations.byEngine}
        value={search ?? ''}
        options={SEARCHES.map((one) => ({ value: one, label: texts.translate.searches[one] }))}
        onChange={(value) => setSearch(SEARCHES.find((one) => one === value) ?? null)}
      />
      <label className="check">
        <input type="checkbox" checked={strict} onChange={(event) => setStrict(event.target.checked)} />
        {texts.operations.strict}
      </label>
      {contract !== undefined && (
        <label className="check">
          <input type="checkbox" checked={enabled} onChange={(event) => setEnabled(event.target.checked)} />
          {texts.operations.enabled}
        </label>
      )}
    </FormDialog>
  );
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
