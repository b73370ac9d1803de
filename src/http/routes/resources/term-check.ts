import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import { listIds } from '../../../requests/body.js';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { forCallers, routesOf, success, wrapped } from '../../shapes.js';

const route = routesOf(forCallers('dictionary'));

const MOST_PAIRS = 1_000;
/** UTF-8 bytes of all pairs together: what a translation may hold, on both sides. */
const LARGEST_TOTAL_BYTES = 2 * 270 * 1024;
/** Of one text: what is looked at without a pause. */
const LONGEST_TEXT = 10_000;

const Text = Type.String({ maxLength: LONGEST_TEXT });

const CheckBody = Type.Object(
  {
    pairs: Type.Array(Type.Object({ source: Text, target: Text }), {
      minItems: 1,
      maxItems: MOST_PAIRS,
      description: 'Texts and their translations, whoever made them.',
    }),
    sourceLang: Type.String(),
    targetLang: Type.String(),
    fieldId: Type.Optional(
      Type.String({ description: 'Field id, for the glossaries that are bound in it; default 1.' }),
    ),
    t4ooGlossaryId: Type.Optional(
      listIds('Glossary ids joined by commas; `-1` for the dictionary alone; default: those bound.'),
    ),
  },
  { $id: 'TermCheckBody' },
);

const FindingShape = Type.Object({
  index: Type.Integer({ description: 'Position of the pair.' }),
  kind: Type.Enum(['missing', 'wrong'], {
    description: 'missing: the translation holds nothing of it; wrong: `instead` stands there.',
  }),
  fromText: Type.String(),
  toText: Type.String({ description: 'What the translation has to hold.' }),
  tier: Type.String({ description: 'dictionary, personal-glossary or group-glossary.' }),
  found: Type.String({ description: 'The form in which the term stood in the source.' }),
  instead: Type.Optional(Type.String()),
});

/** Holds translations against the caller's terms: for CAT tools and build pipelines. Nothing is translated or charged. */
export async function termCheckRoutes(
  app: ApiInstance,
  parts: Parts<'pipeline' | 'resolver'>,
): Promise<void> {
  app.post(
    '/api/v1/terms/check',
    route('Which terms are missing or wrong in given translations', {
      body: CheckBody,
      response: wrapped(
        Type.Object({
          terms: Type.Integer({ description: 'Terms that were looked for, in all pairs.' }),
          findings: Type.Array(FindingShape),
        }),
      ),
    }),
    async (request, reply) => {
      const { pairs } = request.body;
      const bytes = pairs.reduce((sum, pair) => sum + Buffer.byteLength(pair.source + pair.target), 0);
      if (bytes > LARGEST_TOTAL_BYTES) {
        throw new Failure('requestInvalid', {
          message: 'All pairs together may have 540 KB: send them in several requests.',
        });
      }
      const { from, to, terms } = await parts.resolver.terms(callerOf(request), request.body);
      if (terms === undefined) return success({ terms: 0, findings: [] });
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const checked = await parts.pipeline.checkTerms({ from, to, terms, pairs, signal: gone.signal });
      return success({ terms: checked.terms, findings: [...checked.findings] });
    },
  );
}
