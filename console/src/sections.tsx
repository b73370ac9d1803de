import type { ReactElement } from 'react';
import { FilePage } from './pages/file.js';
import { FilesPage } from './pages/files.js';
import { JobPage } from './pages/job.js';
import { ModelPage } from './pages/model.js';
import { ModelsPage } from './pages/models.js';
import { TrainPage } from './pages/train.js';
import { TranslatePage } from './pages/translate.js';
import type { IconName } from './parts/icon.js';
import type { Path, SectionId } from './route.js';

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
