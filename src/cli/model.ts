import { parseArgs } from 'node:util';
import { composeModel } from '../compose/model.js';
import { findModels, type InstalledModel, verifyModel } from '../model/folder/installed.js';
import { readSettings } from '../settings/read-settings.js';
import type { Command } from './command.js';
import { benchModel, benchRows } from './model-bench.js';

const MEGABYTE = 1e6;

type Action = (args: readonly string[]) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = { list, check, bench };

/** Looks after the model directory. */
export const modelCommand: Command = async (args) => {
  const [name = '', ...rest] = args;
  const action = ACTIONS[name];
  if (action !== undefined) return action(rest);
  console.error(`Say what to do with models: ${Object.keys(ACTIONS).join(', ')}.`);
  return 2;
};

async function list(): Promise<number> {
  const { models } = readSettings();
  const { installed, refused } = findModels(models);
  for (const { manifest, bytes } of installed) {
    console.log(
      `${manifest.name} ${manifest.version}   ${(bytes / MEGABYTE).toFixed(1)} MB   ${manifest.licence}`,
    );
    console.log(`  ${manifest.description}`);
    const directions = manifest.directions.map(
      ({ from, to, via }) => `${from}→${to}${via ? ` (via ${via})` : ''}`,
    );
    console.log(`  ${directions.join('  ')}`);
    const scores = Object.entries(manifest.scores).map(([what, score]) => `${what} ${score}`);
    if (scores.length > 0) console.log(`  ${scores.join(', ')}`);
  }
  for (const { reason } of refused) console.log(`refused: ${reason}`);
  if (installed.length === 0) console.log(`There is no model in ${models}.`);
  return installed.length === 0 ? 1 : 0;
}

/** Files against the manifest, then a real translation in every direct direction. */
async function check(args: readonly string[]): Promise<number> {
  const settings = readSettings();
  const { installed, refused } = findModels(settings.models);
  const wanted = installed.filter(({ manifest }) => args.length === 0 || args.includes(manifest.name));
  let broken = refused.length;
  for (const { reason } of refused) console.log(`broken   ${reason}`);
  const model = composeModel(settings);
  try {
    for (const found of wanted) {
      const reason = await problemOf(found, model);
      if (reason !== undefined) broken++;
      console.log(
        reason === undefined
          ? `ok       ${found.manifest.name} ${found.manifest.version}`
          : `broken   ${reason}`,
      );
    }
  } finally {
    await model.close();
  }
  if (wanted.length === 0) console.log('There is no such model.');
  return broken > 0 || wanted.length === 0 ? 1 : 0;
}

async function problemOf(
  found: InstalledModel,
  model: ReturnType<typeof composeModel>,
): Promise<string | undefined> {
  try {
    await verifyModel(found);
    for (const { from, to, via } of found.manifest.directions) {
      if (via !== undefined) continue;
      const source = [{ kind: 'text', text: '2026' }] as const;
      const [result] = await model.translate([{ from, to, source }], {
        fairnessKey: 'check',
        priority: 'background',
      });
      if (result?.finish !== 'end') return `${found.manifest.name}: ${from}→${to} gives no translation.`;
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function bench(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { sentences: { type: 'string', default: '200' } },
  });
  const settings = readSettings();
  const sentences = Number(values.sentences);
  const model = composeModel(settings);
  try {
    for (const line of await benchModel(model, sentences)) console.log(line);
    if (model.directions().length === 0) return 0;
  } finally {
    await model.close();
  }
  const open = (modelRows: number) => composeModel({ ...settings, modelRows });
  for (const line of await benchRows(open, { sentences, present: settings.modelRows })) console.log(line);
  return 0;
}
