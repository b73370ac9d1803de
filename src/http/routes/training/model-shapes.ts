import Type from 'typebox';
import type { ModelDetail } from '../../../training/trained-models.js';

/** A custom model as both doors show it: the interface and the administration. */

export const ModelShape = Type.Object({
  mid: Type.String(),
  userId: Type.String(),
  orgId: Type.String(),
  name: Type.String(),
  field: Type.String(),
  firstLang: Type.String(),
  secondLang: Type.String(),
});

const Example = Type.Object({
  source: Type.String(),
  reference: Type.String(),
  before: Type.String(),
  after: Type.String(),
});

const Trained = Type.Object({
  version: Type.Integer({ description: '0 until the first training has finished.' }),
  baseVersion: Type.Union([Type.String(), Type.Null()]),
  evaluation: Type.Union(
    [
      Type.Object({
        pairs: Type.Integer({ description: 'Held-out pairs that were translated.' }),
        before: Type.Number({ description: 'chrF on held-out pairs without the training.' }),
        after: Type.Number(),
        examples: Type.Array(Example),
      }),
      Type.Null(),
    ],
    { description: 'What the training brought on pairs that it did not see.' },
  ),
  terms: Type.Array(
    Type.Object({
      fromText: Type.String(),
      toText: Type.String(),
      count: Type.Integer(),
      share: Type.Number(),
    }),
    {
      description: 'Words that the pairs translate the same way again and again: suggestions for a glossary.',
    },
  ),
});

export const ModelDetailShape = Type.Object({ ...ModelShape.properties, ...Trained.properties });

/** The seed's shape; the rest is there when the request carries `x-explain: 1`. */
export const ExplainedModelShape = Type.Object({
  ...ModelShape.properties,
  ...Type.Partial(Trained).properties,
});

export function detailBody({ evaluation, terms, ...model }: ModelDetail) {
  return {
    ...model,
    evaluation: evaluation && { ...evaluation, examples: [...evaluation.examples] },
    terms: [...terms],
  };
}
