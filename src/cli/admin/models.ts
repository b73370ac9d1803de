import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../base/failure.js';
import { interchangeFormat } from '../../interchange/format.js';
import { writePairs } from '../../interchange/write.js';
import { migrateQueue } from '../../queue/enqueue.js';
import { jobIdOf, modelIdOf } from '../../training/training-ids.js';
import { readUpload } from '../../training/upload.js';
import type { AdminAction, AdminArgs } from '../admin.js';
import { organizationOf, word } from './arguments.js';

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
      trainedModels.rename(organizationOf(args), midOf(args), second(args, 'The new name')),
  },
  'models delete': {
    usage: 'models delete <model id> --org <id>',
    run: ({ trainedModels }, args) => trainedModels.delete(organizationOf(args), midOf(args)),
  },
  'models export': {
    usage: 'models export <model id> <file> --org <id> [--format tsv|csv|tmx|xlsx]',
    run: async ({ trainedModels }, args) => {
      const file = second(args, 'The file');
      const format = interchangeFormat(args.flags.format, file);
      const { mid } = await trainedModels.model(organizationOf(args), midOf(args));
      await pipeline(
        writePairs(trainedModels.pairs(organizationOf(args), mid), format),
        createWriteStream(file),
      );
      return { mid, file };
    },
  },
  'models train': {
    usage: 'models train <model id> <file> --org <id> [--format tsv|csv|tmx|xlsx]   (again, with more pairs)',
    run: async ({ trainedModels, trainingRequests, pairReader, store }, args) => {
      const file = second(args, 'The file');
      const model = await trainedModels.model(organizationOf(args), midOf(args));
      const format = interchangeFormat(args.flags.format, file);
      const { firstLang, secondLang } = model;
      const upload = await readUpload(pairReader, await contentOf(file), format, firstLang, secondLang);
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

function second(args: AdminArgs, name: string): string {
  const text = args.words[1];
  if (text === undefined || text === '')
    throw new Failure('argumentMissing', { message: `${name} is missing.` });
  return text;
}

async function contentOf(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new Failure('requestInvalid', { message: `The file ${file} cannot be read.`, cause });
  }
}
