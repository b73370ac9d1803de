import Type from 'typebox';
import { MAX_SHEET_BYTES } from '../../../interchange/read.js';
import { jobIdOf, modelIdOf } from '../../../training/training-ids.js';
import { readUpload } from '../../../training/upload.js';
import { readTables, tableOf } from '../../body/table-body.js';
import { traceOf } from '../../metrics/traced-requests.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { success, wrapped } from '../../shapes.js';
import { Format, sendTable, TABLE_ANSWER } from '../resources/interchange-shapes.js';
import { modelName } from '../training/model-name.js';
import { detailBody, ModelDetailShape, ModelShape } from '../training/model-shapes.js';
import { JobShape, jobBody } from '../training/training.js';
import { Empty, Name, OrgParams, orgId, route } from './shapes.js';

const ModelParams = Type.Object({ orgId, mid: Type.String() });
const JobParams = Type.Object({ orgId, jid: Type.String() });

/** Custom models of an organization: look, rename, take away, export, train again. */
export async function adminModelRoutes(
  app: ApiInstance,
  { trainedModels, trainingRequests, pairReader }: Parts<'trainedModels' | 'trainingRequests' | 'pairReader'>,
): Promise<void> {
  const root = '/admin/v1/organizations/:orgId';
  readTables(app);

  app.get(
    `${root}/models`,
    route('List custom models', { params: OrgParams, response: wrapped(Type.Array(ModelShape)) }),
    async ({ params }) => success([...(await trainedModels.models(params.orgId))]),
  );
  app.get(
    `${root}/models/:mid`,
    route('A model with its evaluation', { params: ModelParams, response: wrapped(ModelDetailShape) }),
    async ({ params }) =>
      success(detailBody(await trainedModels.detail(params.orgId, modelIdOf(params.mid)))),
  );
  app.put(
    `${root}/models/:mid`,
    route('Rename a model', {
      params: ModelParams,
      body: Type.Object({ name: Name }),
      response: wrapped(ModelShape),
    }),
    async ({ params, body }) =>
      success(await trainedModels.rename(params.orgId, modelIdOf(params.mid), modelName(body.name))),
  );
  app.delete(
    `${root}/models/:mid`,
    route('Delete a model with its pairs', { params: ModelParams, response: Empty }),
    async ({ params }) => {
      await trainedModels.delete(params.orgId, modelIdOf(params.mid));
      return success(null);
    },
  );
  app.get(
    `${root}/models/:mid/export`,
    route('Export the pairs of a model', {
      params: ModelParams,
      querystring: Type.Object({ format: Format }),
      response: TABLE_ANSWER,
    }),
    async ({ params, query }, reply) => {
      const { mid } = await trainedModels.model(params.orgId, modelIdOf(params.mid));
      return sendTable(reply, trainedModels.pairs(params.orgId, mid), query.format, mid);
    },
  );
  app.post(
    `${root}/models/:mid/train`,
    {
      bodyLimit: MAX_SHEET_BYTES,
      ...route('Train a model again, with more pairs', {
        params: ModelParams,
        querystring: Type.Object({ format: Format }),
        response: wrapped(Type.Object({ jid: Type.String() })),
      }),
    },
    async (request) => {
      const { params, query, body } = request;
      const model = await trainedModels.model(params.orgId, modelIdOf(params.mid));
      const upload = await readUpload(
        pairReader,
        tableOf(body),
        query.format,
        model.firstLang,
        model.secondLang,
      );
      const { trace } = traceOf(request);
      return success(await trainingRequests.retrain(params.orgId, model.mid, upload, trace?.traceparent));
    },
  );
  app.get(
    `${root}/training-jobs/:jid`,
    route('One training job', { params: JobParams, response: wrapped(JobShape) }),
    async ({ params }) => success(jobBody(await trainedModels.job(params.orgId, jobIdOf(params.jid)))),
  );
  app.delete(
    `${root}/training-jobs/:jid`,
    route('Cancel a training job', { params: JobParams, response: wrapped(JobShape) }),
    async ({ params }) => success(jobBody(await trainingRequests.cancel(params.orgId, jobIdOf(params.jid)))),
  );
}
