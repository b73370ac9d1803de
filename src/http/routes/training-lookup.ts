import Type from 'typebox';
import { Failure } from '../../failure.js';
import type { JobId, ModelId } from '../../ids.js';
import { callerOf } from '../authentication.js';
import type { ApiInstance, AppParts } from '../parts.js';
import { answers, SECURITY } from '../shapes.js';

const ModelShape = Type.Object({
  mid: Type.String(),
  userId: Type.String(),
  orgId: Type.String(),
  name: Type.String(),
  field: Type.String(),
  firstLang: Type.String(),
  secondLang: Type.String(),
});

const JobShape = Type.Object({
  jobStatus: Type.String({ description: 'queued, preparing, training, evaluating, finished or failed.' }),
  ...ModelShape.properties,
  errorCode: Type.Union([Type.Integer(), Type.Null()]),
  errorMessage: Type.Union([Type.String(), Type.Null()]),
});

/** Answers are bare: no status around them. */
export async function trainingLookupRoutes(app: ApiInstance, { trainedModels }: AppParts): Promise<void> {
  const tags = ['custom models'];
  const security = SECURITY;

  app.get(
    '/api/v1/training/models',
    {
      schema: {
        tags,
        security,
        summary: 'All models of the organization',
        response: answers(Type.Array(ModelShape)),
      },
    },
    async (request) => [...(await trainedModels.models(callerOf(request).orgId))],
  );

  app.get(
    '/api/v1/training/model/:mid',
    {
      schema: {
        tags,
        security,
        summary: 'One model',
        params: Type.Object({ mid: Type.String() }),
        response: answers(ModelShape),
      },
    },
    async (request) => {
      const { mid } = request.params;
      if (!isModelId(mid)) throw new Failure(40203, { message: 'A model id is M and 7 digits.' });
      return trainedModels.model(callerOf(request).orgId, mid);
    },
  );

  app.get(
    '/api/v1/training/job/:jid',
    {
      schema: {
        tags,
        security,
        summary: 'One training job',
        params: Type.Object({ jid: Type.String() }),
        response: answers(JobShape),
      },
    },
    async (request) => {
      const { jid } = request.params;
      if (!isJobId(jid)) throw new Failure(40203, { message: 'A job id is J and 8 digits.' });
      return trainedModels.job(callerOf(request).orgId, jid);
    },
  );
}

function isModelId(text: string): text is ModelId {
  return /^M\d{7}$/.test(text);
}

function isJobId(text: string): text is JobId {
  return /^J\d{8}$/.test(text);
}
