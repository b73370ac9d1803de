import type { FastifyRequest, FastifySchema } from 'fastify';
import Type from 'typebox';
import { MAX_FILE_BYTES } from '../../../interchange/read.js';
import type { EntryOwner } from '../../../resources/entries/entry-owner.js';
import { ENTRY_ACTIONS } from '../../../store/schema/index.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, routesOf, StatusOnly, SUCCESS, success, wrapped } from '../../shapes.js';
import { ImportQuery, importRequestOf, RejectedRow } from './interchange-shapes.js';

export const PairShape = {
  fromLang: Type.String(),
  fromText: Type.String(),
  toLang: Type.String(),
  toText: Type.String(),
};
const PageShape = Type.Object({
  total: Type.Integer({ description: 'All entries that fit.' }),
  entries: Type.Array(Type.Object({ id: Type.Integer(), ...PairShape })),
  lastChange: Type.Union(
    [
      Type.Object({
        action: Type.Enum([...ENTRY_ACTIONS]),
        entries: Type.Integer({ description: 'Entries that it added, changed or deleted.' }),
        at: Type.String(),
      }),
      Type.Null(),
    ],
    { description: 'What an undo would take back; null when there is nothing, or something came after it.' },
  ),
});
const PreviewShape = Type.Object({
  total: Type.Integer({ description: 'Rows that were read.' }),
  complete: Type.Boolean({
    description: 'False when the table has more than the 100,000 rows of a preview.',
  }),
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  repeated: Type.Integer({
    description: 'Rows whose source stands in a later row too; the later one counts.',
  }),
  rejectedCount: Type.Integer(),
  rejected: Type.Array(RejectedRow, { description: 'The first hundred rows that cannot be taken over.' }),
  rows: Type.Array(
    Type.Object({
      line: Type.Integer(),
      ...PairShape,
      before: Type.Union([Type.String(), Type.Null()], { description: 'The target that it would replace.' }),
    }),
    { description: 'The first hundred rows that would add or change an entry.' },
  ),
});
const Count = Type.String({ pattern: '^\\d{1,7}$' });
const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 500;

/** Where entries are served, and whose they are. */
export interface EntryPlace {
  /** Path of the dictionary or list. */
  readonly root: string;
  readonly noun: string;
  /** What its routes have in common with others. */
  readonly subject: FastifySchema;
  /** For the OpenAPI document: what stands in `root`. */
  readonly params: Type.TObject;
  /** The owner that a request means; unknown lists are a failure. */
  readonly ownerOf: (request: FastifyRequest) => Promise<EntryOwner>;
}

/** What dictionary, glossaries and phrase pairs have in common: search, preview of an import, undo. */
export function entryRoutes(
  app: ApiInstance,
  { entrySearch, importPreviews, undoLog }: Parts<'entrySearch' | 'importPreviews' | 'undoLog'>,
  { root, noun, subject, params, ownerOf }: EntryPlace,
): void {
  const route = routesOf({ ...subject, params }, noun);

  app.get(
    `${root}/entries`,
    route('Entries, newest first, page by page', {
      querystring: Type.Object({
        search: Type.Optional(
          Type.String({ maxLength: 255, description: 'Stands in the source or the target.' }),
        ),
        fromLang: Type.Optional(Type.String()),
        toLang: Type.Optional(Type.String()),
        offset: Type.Optional(Count),
        limit: Type.Optional(
          Type.String({ pattern: '^\\d{1,7}$', description: `At most ${LARGEST_LIMIT}.` }),
        ),
      }),
      response: wrapped(PageShape),
    }),
    async (request) => {
      const owner = await ownerOf(request);
      const { offset, limit, ...query } = request.query;
      const [page, last] = await Promise.all([
        entrySearch.page(owner, {
          ...query,
          offset: Number(offset ?? 0),
          limit: Math.min(Number(limit ?? DEFAULT_LIMIT), LARGEST_LIMIT),
        }),
        undoLog.last(owner),
      ]);
      return success({
        total: page.total,
        entries: [...page.entries],
        lastChange: last === undefined ? null : { ...last, at: last.at.toISOString() },
      });
    },
  );

  app.post(
    `${root}/import/preview`,
    {
      bodyLimit: MAX_FILE_BYTES,
      ...route('What an import would add, change and refuse; nothing is changed', {
        querystring: ImportQuery,
        response: wrapped(PreviewShape),
      }),
    },
    async (request) => {
      const owner = await ownerOf(request);
      const preview = await importPreviews.preview(owner, importRequestOf(request.query, request.body));
      return success({ ...preview, rejected: [...preview.rejected], rows: [...preview.rows] });
    },
  );

  app.post(
    `${root}/undo`,
    route('Take the last change back, as long as nothing came after it', { response: answers(StatusOnly) }),
    async (request) => {
      await undoLog.undo(await ownerOf(request));
      return SUCCESS;
    },
  );
}
