import { migrateQueue } from '../../queue/enqueue.js';
import { jobIdOf, modelIdOf } from '../../training/training-ids.js';
import { readUpload } from '../../training/upload.js';
import type { AdminAction, AdminArgs } from '../admin.js';
import { organizationOf, word } from './arguments.js';
import { readTable, tableFile, writeTable } from './table-files.js';

/** Custom models: what the admin interface offers, on the command line. */
export const modelActions: Readonly<Record<string, AdminAction>> = {
  'models list': {
    usage: 'models list --org <id>',
    run: ({ trainedModels }, args) => trainedModels.models(organizationOf(args)),
  },
  'models show': {
    usage: 'models show <model id> --org <id>   (with the evaluation and suggested terms)',
    run: ({ trainedModels }, args) => trainedModels.detail(organizationOf(args), midOf(args)),
  },
  'models rename': {
    usage: 'models rename <model id> <new name> --org <id>',
    run: ({ trainedModels }, args) =>
      trainedModels.rename(organizationOf(args), midOf(args), word(args, 'The new name', 1)),
  },
  'models delete': {
    usage: 'models delete <model id> --org <id>',
    run: ({ trainedModels }, args) => trainedModels.delete(organizationOf(args), midOf(args)),
  },
  'models export': {
    usage: 'models export <model id> <file> --org <id> [--format tsv|csv|tmx|xlsx]',
    run: async ({ trainedModels }, args) => {
      const { mid } = await trainedModels.model(organizationOf(args), midOf(args));
      return { mid, file: await writeTable(args, trainedModels.pairs(organizationOf(args), mid)) };
    },
  },
  'models train': {
    usage: 'models train <model id> <file> --org <id> [--format tsv|csv|tmx|xlsx]   (again, with more pairs)',
    run: async ({ trainedModels, trainingRequests, pairReader, store }, args) => {
      const { path, format } = tableFile(args);
      const model = await trainedModels.model(organizationOf(args), midOf(args));
      const { firstLang, secondLang } = model;
      const upload = await readUpload(pairReader, await readTable(path), format, firstLang, secondLang);
      await migrateQueue(store.pool);
      return await trainingRequests.retrain(organizationOf(args), model.mid, upload);
    },
  },
  'models job': {
    usage: 'models job <job id> --org <id>',
    run: ({ trainedModels }, args) =>
      trainedModels.job(organizationOf(args), jobIdOf(word(args, 'The job id'))),
  },
  'models cancel': {
    usage: 'models cancel <job id> --org <id>',
    run: ({ trainingRequests }, args) =>
      trainingRequests.cancel(organizationOf(args), jobIdOf(word(args, 'The job id'))),
  },
};

const midOf = (args: AdminArgs) => modelIdOf(word(args, 'The model id'));
