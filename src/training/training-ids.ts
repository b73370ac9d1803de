import { Failure } from '../base/failure.js';
import type { JobId, ModelId } from '../base/ids.js';

export function modelIdOf(text: string): ModelId {
  if (!isModelId(text)) throw new Failure('idUnknown', { message: 'A model id is M and 7 digits.' });
  return text;
}

export function jobIdOf(text: string): JobId {
  if (!isJobId(text)) throw new Failure('idUnknown', { message: 'A job id is J and 8 digits.' });
  return text;
}

function isModelId(text: string): text is ModelId {
  return /^M\d{7}$/.test(text);
}

function isJobId(text: string): text is JobId {
  return /^J\d{8}$/.test(text);
}
