import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { ConnectionError, type Kotobashi, ServiceError, type TermFinding } from '#client';
import { Failure } from '../base/failure.js';
import { type FilePair, readTranslated } from '../documents/bilingual/translated-file.js';
import { FileRefused } from '../documents/file-problems.js';
import type { Command } from './command.js';
import { CONNECTION_OPTIONS, connect, NotConnected } from './connection.js';

/** A finding with the place in its file. */
interface Finding extends Omit<TermFinding, 'index'> {
  readonly file: string;
  readonly place: string;
  readonly source: string;
  readonly target: string;
}

interface Checked {
  readonly pairs: number;
  readonly terms: number;
  readonly findings: readonly Finding[];
}

interface CheckOptions {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly field: string | undefined;
  readonly glossary: string | undefined;
}

/** Holds translated files against dictionary and glossaries of a running service: for build pipelines. */
export const checkCommand: Command = async (args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...CONNECTION_OPTIONS,
      from: { type: 'string' },
      to: { type: 'string' },
      field: { type: 'string' },
      glossary: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0) {
    console.error('Name the file to check: kotobashi check app.po');
    return 2;
  }
  try {
    const service = connect(values);
    const { from, to, field, glossary } = values;
    const checked: Checked[] = [];
    for (const path of positionals)
      checked.push(await checkFile(service, path, { from, to, field, glossary }));
    return report(checked, values.json);
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message);
    return 2;
  }
};

async function checkFile(service: Kotobashi, path: string, options: CheckOptions): Promise<Checked> {
  const { from, to, field, glossary } = options;
  const pairs = await readTranslated(basename(path), await readFile(path), {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  });
  const findings: Finding[] = [];
  let terms = 0;
  for (const some of byDirection(pairs)) {
    const [first] = some;
    if (first === undefined) continue;
    const checked = await service.terms.check(
      some.map(({ source, target }) => ({ source, target })),
      {
        from: first.from,
        to: first.to,
        ...(field !== undefined && { fieldId: field }),
        ...(glossary !== undefined && { glossaryIds: glossary.split(',') }),
      },
    );
    terms += checked.terms;
    findings.push(...checked.findings.flatMap((finding) => located(path, finding, some)));
  }
  return { pairs: pairs.length, terms, findings };
}

/** A memory may hold several directions. */
function byDirection(pairs: readonly FilePair[]): readonly (readonly FilePair[])[] {
  const groups = new Map<string, FilePair[]>();
  for (const pair of pairs) {
    const key = `${pair.from}>${pair.to}`;
    const group = groups.get(key) ?? [];
    group.push(pair);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function located(file: string, { index, ...finding }: TermFinding, pairs: readonly FilePair[]): Finding[] {
  const pair = pairs[index];
  if (pair === undefined) return [];
  const { place, source, target } = pair;
  return [{ file, place, ...finding, source, target }];
}

function report(checked: readonly Checked[], asJson: boolean): number {
  const sum = (count: (one: Checked) => number) => checked.reduce((total, one) => total + count(one), 0);
  const findings = checked.flatMap((one) => one.findings);
  const pairs = sum((one) => one.pairs);
  const terms = sum((one) => one.terms);
  if (asJson) console.log(JSON.stringify({ pairs, terms, findings }, undefined, 2));
  else {
    for (const finding of findings) console.log(inWords(finding));
    console.log(`${pairs} translations, ${terms} terms, ${findings.length} missing or wrong.`);
  }
  return findings.length === 0 ? 0 : 1;
}

function inWords({ file, place, found, toText, instead, target }: Finding): string {
  const fault = instead === undefined ? 'is not in' : `is written "${instead}" in`;
  return `${file}: ${place}: "${found}" has to be "${toText}", which ${fault} "${target}"`;
}

/** What the user can put right. */
function isExpected(error: unknown): error is Error {
  if (error instanceof Failure || error instanceof FileRefused || error instanceof NotConnected) return true;
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && error.code === 'ENOENT') ||
    error instanceof ServiceError ||
    error instanceof ConnectionError
  );
}
