import { useWords } from '../../context.js';
import { Page } from '../../parts/page.js';
import { sectionAddress } from '../../route.js';
import { DeadLetters } from './dead-letters.js';
import { OrganizationView } from './organization.js';
import { Organizations } from './organizations.js';
import { Overview } from './overview.js';
import { OPERATIONS_VIEWS, type OperationsView } from './views.js';

interface OperationsPageProps {
  readonly view: OperationsView;
  /** The organization that is open. */
  readonly orgId?: string | undefined;
}

/** What the operator sees and does. */
export function OperationsPage({ view, orgId }: OperationsPageProps) {
  const { texts } = useWords();
  return (
    <Page title={texts.nav.sections.operations} intro={texts.operations.intro} width="wide">
      <nav className="tabs" aria-label={texts.operations.views}>
        {OPERATIONS_VIEWS.map((one) => (
          <a
            key={one}
            href={`${sectionAddress('operations')}/${one}`}
            aria-current={one === view ? 'page' : undefined}
          >
            {texts.operations.viewNames[one]}
          </a>
        ))}
      </nav>
      {view === 'now' && <Overview />}
      {view === 'organizations' &&
        (orgId === undefined ? <Organizations /> : <OrganizationView key={orgId} orgId={orgId} />)}
      {view === 'deliveries' && <DeadLetters />}
    </Page>
  );
}
