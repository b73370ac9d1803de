import { Failure } from '../../base/failure.js';
import { checkValue } from '../body/json-body.js';
import type { ApiInstance } from '../parts.js';

/** Members of one form, repeated ones counted each time. */
const MOST_MEMBERS = 10_000;

/** Reads bodies of HTML forms: a name that comes several times becomes a list. */
export function readFormBodies(app: ApiInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => {
      const members: Record<string, string | string[]> = Object.create(null);
      let count = 0;
      for (const [name, value] of new URLSearchParams(String(body))) {
        count += 1;
        if (count > MOST_MEMBERS) {
          throw new Failure('requestInvalid', {
            status: 413,
            message: 'The form has too many members: send several smaller ones.',
          });
        }
        const before = members[name];
        if (before === undefined) members[name] = value;
        else if (typeof before === 'string') members[name] = [before, value];
        else before.push(value);
      }
      checkValue(members);
      return members;
    },
  );
}
