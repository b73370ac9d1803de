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

export const LanguageShape = Type.Object({
  language: Type.String(),
  abbreviation: Type.String(),
  description: Type.String(),
});

/** How a caller proves who it is; for the OpenAPI document. */
export const SECURITY = [{ accessKey: [], nonce: [], signature: [] }, { bearer: [] }];
