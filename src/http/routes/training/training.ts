import { basename, extname } from 'node:path';
import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import type { CustomField } from '../../../fields/custom.js';
import { interchangeFormat } from '../../../interchange/format.js';
import { MAX_SHEET_BYTES } from '../../../interchange/read.js';
import { documentedJob, type JobSummary, type ModelSummary } from '../../../training/trained-models.js';
import { jobIdOf, modelIdOf } from '../../../training/training-ids.js';
import { readUpload } from '../../../training/upload.js';
import { registerForms } from '../../body/file-form.js';
import { callerOf } from '../../caller/authentication.js';
import { traceOf } from '../../metrics/traced-requests.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, forCallers, routesOf, StatusOnly, SUCCESS } from '../../shapes.js';
import { givenLang, tableOfForm } from './form.js';
import { modelName } from './model-name.js';
import { detailBody, ExplainedModelShape, ModelShape } from './model-shapes.js';

const route = routesOf(forCallers('custom models'));

export const UPLOAD = {
  pairs: Type.Integer(),
  repeated: Type.Integer({
    description: 'Rows whose source stands in a later row too; the later one counts.',
  }),
  badRows: Type.Integer(),
  examples: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() })),
};

export const JobShape = Type.Object({
  jobStatus: Type.String({ description: 'queued, preparing, training, evaluating, finished or failed.' }),
  ...ModelShape.properties,
  errorCode: Type.Union([Type.Integer(), Type.Null()]),
  errorMessage: Type.Union([Type.String(), Type.Null()]),
  progress: Type.Optional(
    Type.Integer({ description: '0 to 100, over all stages; when the request carries x-explain: 1.' }),
  ),
  upload: Type.Optional(
    Type.Object(UPLOAD, {
      description:
        'What became of the rows of the file, bad rows with their line numbers; when the request carries x-explain: 1.',
    }),
  ),
});

/** Answers are bare: no status around them. */
export async function trainingRoutes(
  app: ApiInstance,
  parts: Parts<
    'contracts' | 'customFields' | 'forms' | 'languages' | 'pairReader' | 'trainedModels' | 'trainingRequests'
  >,
): Promise<void> {
  const { trainedModels, trainingRequests } = parts;
  await registerForms(app, MAX_SHEET_BYTES);

  app.post(
    '/api/v1/training/train',
    {
      bodyLimit: MAX_SHEET_BYTES + 64 * 1024,
      ...route('Train a model', {
        description:
          'multipart/form-data: file (xlsx, tmx, csv or tsv with 10 to 10,000 pairs), firstLang, secondLang, field, name (optional), contractId of a custom-model contract.',
        consumes: ['multipart/form-data'],
        response: answers(Type.Object({ name: Type.String(), jid: Type.String() })),
      }),
    },
    (request) =>
      parts.forms.read(request, async (form) => {
        const caller = callerOf(request);
        const text = (...names: string[]) =>
          names.map((name) => form.texts.get(name)).find((one) => one !== undefined);
        const file = await tableOfForm(form);
        const named = { contractId: text('contractId'), type: text('type') };
        const contract = await parts.contracts.resolve(caller, named, { kind: 'text', engine: 'custom' });
        const from = givenLang(text('firstLang', 'first_lang'), 'firstLang');
        const to = givenLang(text('secondLang', 'second_lang'), 'secondLang');
        if (!parts.languages.supports(from, to)) throw new Failure('directionUnsupported');
        const field = trainableField(parts, text('field'));
        const name = nameOf(text('name'), file.name);
        const format = interchangeFormat(undefined, file.name);
        const upload = await readUpload(parts.pairReader, file.content, format, from, to);
        const model = { name, field: field.lid, from, to, contractId: contract.id };
        const { traceparent } = traceOf(request).trace ?? {};
        const { jid } = await trainingRequests.create(caller, model, upload, traceparent);
        return { name, jid };
      }),
  );

  app.get(
    '/api/v1/training/models',
    route('All models of the organization', { response: answers(Type.Array(ModelShape)) }),
    async (request): Promise<ModelSummary[]> => [...(await trainedModels.models(callerOf(request).orgId))],
  );

  app.get(
    '/api/v1/training/model/:mid',
    route('One model', {
      description: 'With x-explain: 1 also its version, its evaluation and suggested terms.',
      params: Type.Object({ mid: Type.String() }),
      response: answers(ExplainedModelShape),
    }),
    async (request) => {
      const { orgId } = callerOf(request);
      const mid = modelIdOf(request.params.mid);
      if (request.headers['x-explain'] === '1') return detailBody(await trainedModels.detail(orgId, mid));
      return await trainedModels.model(orgId, mid);
    },
  );

  const ownModel = {
    params: Type.Object({ mid: Type.String() }),
    response: answers(StatusOnly),
  };
  app.put(
    '/api/v1/training/model/:mid',
    route('Rename a model of the organization', {
      ...ownModel,
      body: Type.Object({ name: Type.String({ description: '1 to 200 characters.' }) }),
    }),
    async (request) => {
      const { orgId } = callerOf(request);
      await trainedModels.rename(orgId, modelIdOf(request.params.mid), modelName(request.body.name));
      return SUCCESS;
    },
  );
  app.delete(
    '/api/v1/training/model/:mid',
    route('Delete a model of the organization with its pairs and jobs', { ...ownModel }),
    async (request) => {
      await trainedModels.delete(callerOf(request).orgId, modelIdOf(request.params.mid));
      return SUCCESS;
    },
  );

  const jobRoute = {
    params: Type.Object({ jid: Type.String() }),
    response: answers(JobShape),
  };
  app.get('/api/v1/training/job/:jid', route('One training job', { ...jobRoute }), async (request) => {
    const job = await trainedModels.job(callerOf(request).orgId, jobIdOf(request.params.jid));
    return request.headers['x-explain'] === '1' ? jobBody(job) : documentedJob(job);
  });
  app.delete(
    '/api/v1/training/job/:jid',
    route('Cancel a training job that has not ended', { ...jobRoute }),
    async (request) =>
      jobBody(await trainingRequests.cancel(callerOf(request).orgId, jobIdOf(request.params.jid))),
  );
}

export function jobBody(job: JobSummary) {
  return { ...job, upload: { ...job.upload, examples: [...job.upload.examples] } };
}

function trainableField({ customFields }: Parts<'customFields'>, lid: string | undefined): CustomField {
  if (lid === undefined || lid.trim() === '')
    throw new Failure('argumentMissing', {
      message: 'field is missing: send the lid of a field that can be trained.',
    });
  const field = customFields.find(lid.trim());
  if (field === undefined)
    throw new Failure('argumentInvalid', {
      message:
        'There is no such custom-model field: see GET /api/v1/training/fields/sourceLang/<sourceLang>/targetLang/<targetLang>.',
    });
  if (!field.trainable) {
    throw new Failure('argumentInvalid', {
      message: 'This field has fields below it: train under one of those.',
    });
  }
  return field;
}

/** Without a name the model is called after its file. */
function nameOf(text: string | undefined, fileName: string): string {
  return modelName(text?.trim() || basename(fileName, extname(fileName)).trim() || 'model');
}
