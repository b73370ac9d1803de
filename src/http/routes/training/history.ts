import Type from 'typebox';
import { interchangeFormat } from '../../../interchange/format.js';
import { MAX_SHEET_BYTES } from '../../../interchange/read.js';
import { modelIdOf } from '../../../training/training-ids.js';
import { previewUpload, readUpload } from '../../../training/upload.js';
import { registerForms } from '../../body/file-form.js';
import { callerOf } from '../../caller/authentication.js';
import { traceOf } from '../../metrics/traced-requests.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, forCallers, routesOf } from '../../shapes.js';
import { givenLang, tableOfForm } from './form.js';
import { JobShape, jobBody, UPLOAD } from './training.js';

const route = routesOf(forCallers('custom models'));

const PreviewShape = Type.Object({
  ...UPLOAD,
  rows: Type.Array(Type.Object({ fromText: Type.String(), toText: Type.String() }), {
    description: 'The first twenty pairs.',
  }),
  refusal: Type.Union([Type.String(), Type.Null()], {
    description: 'Why a training with this file would be refused; null when it would not.',
  }),
});
const ListedJob = Type.Object({
  jid: Type.String(),
  ...JobShape.properties,
  createdAt: Type.String(),
  finishedAt: Type.Union([Type.String(), Type.Null()]),
});
const VersionShape = Type.Object({
  version: Type.Integer(),
  jid: Type.String(),
  baseVersion: Type.String(),
  pairs: Type.Integer({ description: 'Pairs that it was trained with.' }),
  evaluation: Type.Object({ pairs: Type.Integer(), before: Type.Number(), after: Type.Number() }),
  createdAt: Type.String(),
});

/** Before and after a training: what a file holds, which trainings there were, which versions they made. */
export async function trainingHistoryRoutes(
  app: ApiInstance,
  {
    forms,
    pairReader,
    trainedModels,
    trainingRequests,
  }: Parts<'forms' | 'pairReader' | 'trainedModels' | 'trainingRequests'>,
): Promise<void> {
  const bodyLimit = MAX_SHEET_BYTES + 64 * 1024;
  await registerForms(app, MAX_SHEET_BYTES);

  app.post(
    '/api/v1/training/preview',
    {
      bodyLimit,
      ...route('What a training would be given; nothing is trained', {
        description: 'multipart/form-data: firstLang, secondLang, file (xlsx, tmx, csv or tsv).',
        consumes: ['multipart/form-data'],
        response: answers(PreviewShape),
      }),
    },
    (request) =>
      forms.read(request, async (form) => {
        const file = await tableOfForm(form);
        const from = givenLang(form.texts.get('firstLang'), 'firstLang');
        const to = givenLang(form.texts.get('secondLang'), 'secondLang');
        const format = interchangeFormat(undefined, file.name);
        const { report, rows, refusal } = await previewUpload(pairReader, file.content, format, from, to);
        return { ...report, examples: [...report.examples], rows: [...rows], refusal };
      }),
  );

  app.get(
    '/api/v1/training/jobs',
    route('The latest trainings of the organization', { response: answers(Type.Array(ListedJob)) }),
    async (request) =>
      (await trainedModels.jobs(callerOf(request).orgId)).map((job) => ({
        ...jobBody(job),
        jid: job.jid,
        createdAt: job.createdAt.toISOString(),
        finishedAt: job.finishedAt?.toISOString() ?? null,
      })),
  );

  const params = Type.Object({ mid: Type.String() });
  app.get(
    '/api/v1/training/model/:mid/versions',
    route('Versions of a model, newest first', { params, response: answers(Type.Array(VersionShape)) }),
    async (request) => {
      const found = await trainedModels.versions(callerOf(request).orgId, modelIdOf(request.params.mid));
      return found.map((version) => ({ ...version, createdAt: version.createdAt.toISOString() }));
    },
  );
  app.post(
    '/api/v1/training/model/:mid/train',
    {
      bodyLimit,
      ...route('Train a model again, with more pairs', {
        description: 'multipart/form-data: file. A pair with a known source replaces the old one.',
        consumes: ['multipart/form-data'],
        params,
        response: answers(Type.Object({ jid: Type.String() })),
      }),
    },
    async (request) => {
      const { orgId } = callerOf(request);
      const model = await trainedModels.model(orgId, modelIdOf(request.params.mid));
      return forms.read(request, async (form) => {
        const file = await tableOfForm(form);
        const format = interchangeFormat(undefined, file.name);
        const upload = await readUpload(pairReader, file.content, format, model.firstLang, model.secondLang);
        return trainingRequests.retrain(orgId, model.mid, upload, traceOf(request).trace?.traceparent);
      });
    },
  );
}
