import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Files that take longest, from a quarter of a minute on, longest first: `npm run bench -- size` tells after a whole run. A fresh
 * clone does not know it, and a long file that begins last keeps one core busy alone.
 */
export const LONGEST: readonly string[] = [
  'jobs/cluster',
  'training/service',
  'console/errands',
  'files/killed',
  'setup/package',
  'http/serve',
  'jobs/faults',
  'files/bounds',
  'jobs/killed',
  'files/forwarded',
  'http/openapi-walk',
  'http/values',
  'files/forwarded-look',
  'http/meaning-kept',
  'training/renewals',
  'files/cli',
  'http/start',
  'inference/chat',
  'model/cli',
  'inference/pool',
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
