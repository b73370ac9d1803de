import { ModelService } from '#src/model/service.js';
import { MODELS } from '../model/service.js';

const open = new Map<string, ModelService>();

/**
 * The models of a folder, by default those that ship with the package, once per test process: its files run one after
 * the other, and loading the weights for each of them took a third of a run. One thread: as many test processes run beside
 * each other as there are cores. Nobody closes them; they end with the process.
 */
export function sharedModel(directory = MODELS): ModelService {
  const model = open.get(directory) ?? new ModelService({ directory, threads: 1 });
  open.set(directory, model);
  return model;
}

/** Threads of these models. */
export function sharedThreads(): number {
  return [...open.values()].reduce((sum, model) => sum + model.standing().threads, 0);
}
