import type { ReactElement } from 'react';
import { FilePage } from './pages/file.js';
import { FilesPage } from './pages/files.js';
import { JobPage } from './pages/job.js';
import { ModelPage } from './pages/model.js';
import { ModelsPage } from './pages/models.js';
import { isOperationsView } from './pages/operations/views.js';
import { TrainPage } from './pages/train.js';
import { TranslatePage } from './pages/translate.js';
import { isPlaceKind } from './pages/words/place.js';
import type { IconName } from './parts/icon.js';
import { lazyPage } from './parts/lazy-page.js';
import type { Path, SectionId } from './route.js';

const WordsPage = lazyPage(async () => (await import('./pages/words/words-page.js')).WordsPage);
const WorkPage = lazyPage(async () => (await import('./pages/work.js')).WorkPage);
const UsagePage = lazyPage(async () => (await import('./pages/usage.js')).UsagePage);
const OperationsPage = lazyPage(
  async () => (await import('./pages/operations/operations-page.js')).OperationsPage,
);
const FirstStepsPage = lazyPage(
  async () => (await import('./pages/operations/first-steps.js')).FirstStepsPage,
);

/** Whose pages they are: those of whoever signed in with a key, or those that need the admin token. */
export type Door = 'account' | 'operator';

/** An entry of the navigation with the pages below it. */
export interface Section {
  readonly id: SectionId;
  readonly door: Door;
  readonly icon: IconName;
  /** The page for an address, as far as it belongs to this section. */
  readonly page: (path: Path) => ReactElement | undefined;
}

/** The navigation, in its order. A page is added here and nowhere else. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'translate',
    door: 'account',
    icon: 'translate',
    page: ([first, ...rest]) => (first === 'translate' && rest.length === 0 ? <TranslatePage /> : undefined),
  },
  {
    id: 'files',
    door: 'account',
    icon: 'files',
    page: ([first, id, ...rest]) => {
      if (first !== 'files' || rest.length > 0) return undefined;
      return id === undefined ? <FilesPage /> : <FilePage key={id} id={id} />;
    },
  },
  {
    id: 'words',
    door: 'account',
    icon: 'words',
    page: ([first, kind = 'dictionary', listId, ...rest]) => {
      if (first !== 'words' || rest.length > 0 || !isPlaceKind(kind)) return undefined;
      return <WordsPage kind={kind} listId={listId === undefined ? undefined : Number(listId)} />;
    },
  },
  {
    id: 'models',
    door: 'account',
    icon: 'models',
    page: ([first, id, ...rest]) => {
      if (rest.length > 0) return undefined;
      if (first === 'train' && id === undefined) return <TrainPage />;
      if (first === 'jobs' && id !== undefined) return <JobPage key={id} jid={id} />;
      if (first !== 'models') return undefined;
      return id === undefined ? <ModelsPage /> : <ModelPage key={id} mid={id} />;
    },
  },
  {
    id: 'work',
    door: 'account',
    icon: 'work',
    page: ([first, ...rest]) => (first === 'work' && rest.length === 0 ? <WorkPage /> : undefined),
  },
  {
    id: 'usage',
    door: 'account',
    icon: 'usage',
    page: ([first, ...rest]) => (first === 'usage' && rest.length === 0 ? <UsagePage /> : undefined),
  },
  {
    id: 'first-steps',
    door: 'operator',
    icon: 'steps',
    page: ([first, ...rest]) =>
      first === 'first-steps' && rest.length === 0 ? <FirstStepsPage /> : undefined,
  },
  {
    id: 'operations',
    door: 'operator',
    icon: 'operations',
    page: ([first, view = 'now', orgId, ...rest]) => {
      if (first !== 'operations' || rest.length > 0 || !isOperationsView(view)) return undefined;
      return <OperationsPage view={view} orgId={orgId} />;
    },
  },
];

/** Where somebody arrives. */
const START: SectionId = 'translate';

/** The section and page of an address; none where there is no such page. */
export function placeOf(path: Path): { readonly section: Section; readonly page: ReactElement } | undefined {
  const asked = path.length === 0 ? [START] : path;
  for (const section of SECTIONS) {
    const page = section.page(asked);
    if (page !== undefined) return { section, page };
  }
  return undefined;
}
