import type { FastifySchema } from 'fastify';
import Type from 'typebox';

/** Shapes that many answers share. */

const FailureAnswer = Type.Object(
  {
    status: Type.Literal('failure'),
    data: Type.Object({
      code: Type.Integer({ description: 'See the list of failure codes.' }),
      message: Type.String(),
      taskId: Type.String({ description: 'Id of the request, also in x-request-id.' }),
      index: Type.Optional(Type.Integer({ description: 'Position of the string that failed.' })),
      retryAfter: Type.Optional(Type.Integer({ description: 'Seconds to wait, also in Retry-After.' })),
    }),
  },
  { $id: 'Failure' },
);

/** The answers of a route: what it sends on success, and the failure body for everything else. */
export function answers<Shape>(success: Shape) {
  return { 200: success, '4xx': FailureAnswer, '5xx': FailureAnswer };
}

/** `{status: 'success'}` and nothing else. */
export const StatusOnly = Type.Object({ status: Type.Literal('success') });
export const SUCCESS = { status: 'success' as const };

/** `{status, data}` around one shape. */
export function successOf<Shape extends Type.TSchema>(data: Shape) {
  return Type.Object({ status: Type.Literal('success'), data });
}

/** The answers of a route that sends this. */
export function wrapped<Shape extends Type.TSchema>(data: Shape) {
  return answers(successOf(data));
}

export function success<Data>(data: Data) {
  return { ...SUCCESS, data };
}

export const LanguageShape = Type.Object({
  language: Type.String(),
  abbreviation: Type.String(),
  description: Type.String(),
});

/** What the routes of one subject have in common whose caller has to prove who it is; for the OpenAPI document. */
export function forCallers(tag: string) {
  return { tags: [tag], security: [{ accessKey: [], nonce: [], signature: [] }, { bearer: [] }] };
}

/**
 * Makes the options of routes of one subject: what they have in common, and what each does, takes and answers.
 *
 * @param noun what they are about, where routes of the same names are about other things
 */
export function routesOf<Subject extends FastifySchema>(subject: Subject, noun?: string) {
  return <Own extends FastifySchema>(summary: string, own: Own) => ({
    schema: { ...subject, summary: noun === undefined ? summary : `${summary} (${noun})`, ...own },
  });
}
