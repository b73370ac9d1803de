import { type FormEvent, useState } from 'react';
import { useAction } from '../../action.js';
import { useOperator, useWords } from '../../context.js';
import { CopyButton } from '../../parts/copy-button.js';
import { FailureNote } from '../../parts/failure-note.js';
import { SelectField, TextField } from '../../parts/field.js';
import { Page } from '../../parts/page.js';
import { sectionAddress } from '../../route.js';
import { SAMPLE_LANGUAGES, type SampleKey, type SampleLanguage, signedSample } from '../../signed-samples.js';
import { SecretNote } from './secret-note.js';

const ENGINES = ['t4oo', 'real-time', 'custom'] as const;
type Engine = (typeof ENGINES)[number];

/** From nothing to a signed request: an organization, a user, a contract, a key, and a program to paste. */
export function FirstStepsPage() {
  const { texts } = useWords();
  const { operations } = useOperator();
  const [organization, setOrganization] = useState('');
  const [user, setUser] = useState('');
  const [engine, setEngine] = useState<Engine>('t4oo');
  const [made, setMade] = useState<SampleKey>();
  const make = useAction(async () => {
    const org = await operations.call('POST /admin/v1/organizations', {
      body: { name: organization.trim() },
    });
    const params = { orgId: org.answer.data.id };
    const person = await operations.call('POST /admin/v1/organizations/{orgId}/users', {
      params,
      body: { name: user.trim() },
    });
    const contract = await operations.call('POST /admin/v1/organizations/{orgId}/contracts', {
      params,
      body: { name: texts.operations.engines[engine], kind: 'text', engine },
    });
    const key = await operations.call('POST /admin/v1/organizations/{orgId}/keys', {
      params,
      body: {
        userId: person.answer.data.id,
        label: user.trim(),
        defaultContractId: contract.answer.data.id,
      },
    });
    const { accessKey, secretKey } = key.answer.data;
    const url = new URL('..', document.baseURI).href.replace(/\/$/, '');
    setMade({ url, accessKey, secretKey, contractId: contract.answer.data.id });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.run();
  };
  return (
    <Page title={texts.nav.sections['first-steps']} intro={texts.steps.intro}>
      {made === undefined ? (
        <form className="narrow card" onSubmit={submit}>
          <TextField
            label={texts.steps.organization}
            hint={texts.steps.organizationHint}
            required
            maxLength={200}
            value={organization}
            onChange={setOrganization}
          />
          <TextField label={texts.steps.user} required maxLength={200} value={user} onChange={setUser} />
          <SelectField
            label={texts.steps.engine}
            hint={texts.steps.engineHint}
            value={engine}
            options={ENGINES.map((one) => ({ value: one, label: texts.operations.engines[one] }))}
            onChange={(value) => setEngine(ENGINES.find((one) => one === value) ?? 't4oo')}
          />
          {make.error !== undefined && <FailureNote error={make.error} />}
          <button type="submit" disabled={make.working}>
            {texts.steps.make}
          </button>
        </form>
      ) : (
        <Made made={made} />
      )}
    </Page>
  );
}

function Made({ made }: { readonly made: SampleKey }) {
  const { texts } = useWords();
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const sample = signedSample(language, made);
  return (
    <>
      <SecretNote accessKey={made.accessKey} secretKey={made.secretKey} contractId={made.contractId} />
      <section aria-labelledby="request">
        <h2 id="request">{texts.steps.request}</h2>
        <p>{texts.steps.requestHint}</p>
        <fieldset className="tabs" aria-label={texts.steps.language}>
          {SAMPLE_LANGUAGES.map((one) => (
            <button key={one} type="button" aria-pressed={one === language} onClick={() => setLanguage(one)}>
              {one}
            </button>
          ))}
        </fieldset>
        <pre>{sample}</pre>
        <CopyButton text={sample} />
      </section>
      <p>
        <a href={`${sectionAddress('operations')}/organizations`}>{texts.steps.next}</a>
      </p>
    </>
  );
}
