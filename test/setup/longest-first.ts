import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Files that take longest, from half a minute on, longest first: `npm run bench -- size` tells after a whole run. A fresh
 * clone does not know it, and a long file that begins last keeps one core busy alone.
 */
export const LONGEST: readonly string[] = [
  'jobs/cluster',
  'setup/package',
  'jobs/killed',
  'jobs/every-step',
  'jobs/faults',
  'files/bounds',
  'files/killed',
  'http/serve',
  'http/start',
  'http/meaning-kept',
  'console/errands',
  'training/renewals',
  'training/service',
  'http/openapi-walk',
  'model/cli',
  'http/values',
  'files/cli',
].map((name) => `test/${name}.test.ts`);

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
      return at === -1 ? LONGEST.length : at;
    };
    return others.toSorted((one, other) => rank(one) - rank(other));
  }
}
