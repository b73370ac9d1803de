import Type from 'typebox';
import { Value } from 'typebox/value';
import { BrokenModel } from './broken.js';
import { MANIFEST_FORMAT, type Manifest, type ManifestTable } from './manifest.js';

const id = Type.Integer({ minimum: 0 });
const ids = Type.Record(Type.String(), id);
const count = Type.Integer({ minimum: 1 });
const text = Type.String({ minLength: 1 });

const place = Type.Object({ file: text, offset: id, bytes: count });
const table = Type.Object({ rows: place, scales: place });

const SCHEMA = Type.Object({
  format: Type.Literal(MANIFEST_FORMAT),
  name: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' }),
  version: text,
  layout: Type.Union([Type.Literal('kotobashi'), Type.Literal('optimum')]),
  description: Type.String(),
  licence: text,
  trainingData: Type.Array(Type.String()),
  scores: Type.Record(Type.String(), Type.Number()),
  directions: Type.Array(Type.Object({ from: text, to: text, via: Type.Optional(text) }), { minItems: 1 }),
  tokenizer: Type.Object({
    kind: Type.Union([Type.Literal('sentencepiece'), Type.Literal('huggingface')]),
    file: text,
    symbols: Type.Array(text),
  }),
  tokens: Type.Object({
    pad: id,
    eos: id,
    start: id,
    languages: ids,
    languagePlace: Type.Union([Type.Literal('source'), Type.Literal('target'), Type.Literal('none')]),
    sourceLanguages: Type.Optional(ids),
    domains: Type.Object({
      general: Type.Optional(id),
      it: Type.Optional(id),
      wiki: Type.Optional(id),
      dialogue: Type.Optional(id),
      news: Type.Optional(id),
      law: Type.Optional(id),
      business: Type.Optional(id),
      dictionary: Type.Optional(id),
    }),
    registers: Type.Optional(Type.Object({ polite: id, plain: id })),
    before: Type.Optional(Type.Tuple([id, id])),
    term: Type.Optional(Type.Tuple([id, id, id])),
    placeholders: Type.Array(id),
    banned: Type.Array(id),
  }),
  shape: Type.Object({
    width: count,
    heads: count,
    decoderLayers: count,
    vocabulary: count,
    positions: count,
  }),
  decode: Type.Object({
    beam: Type.Integer({ minimum: 1, maximum: 8 }),
    lengthPenalty: Type.Number({ minimum: 0 }),
    lengthFactor: Type.Number({ exclusiveMinimum: 0 }),
    lengthOffset: Type.Number({ minimum: 0 }),
  }),
  outputs: Type.Optional(Type.Record(Type.String(), text)),
  shortlist: Type.Optional(
    Type.Object({
      lexicalTable: text,
      outputs: Type.Record(Type.String(), text),
      singleSentence: Type.Record(Type.String(), text),
    }),
  ),
  tables: Type.Optional(
    Type.Object({ embedding: table, inputFactor: Type.Number(), draftHead: Type.Optional(table) }),
  ),
  files: Type.Record(
    Type.String(),
    Type.Object({ bytes: count, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  ),
});

/** What our own layout consists of. */
const GRAPHS = ['encoder.onnx', 'decoder.onnx', 'output.onnx'];

/** The one place where a manifest's bytes become a `Manifest`. */
export function parseManifest(folder: string, json: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new BrokenModel(`${folder}: manifest.json is not valid JSON.`, { cause });
  }
  if (hasOtherFormat(value)) {
    throw new BrokenModel(
      `${folder}: it was written by another version of Kotobashi; export the model again.`,
    );
  }
  if (!Value.Check(SCHEMA, value)) {
    const [error] = Value.Errors(SCHEMA, value);
    const where = error?.instancePath === '' ? '' : ` at ${error?.instancePath}`;
    throw new BrokenModel(`${folder}: manifest.json is wrong${where}: it ${error?.message}.`);
  }
  if (Object.keys(value.files).some((file) => file.split(/[\\/]/u).includes('..') || file.startsWith('/'))) {
    throw new BrokenModel(`${folder}: manifest.json names files outside its folder.`);
  }
  const { shortlist } = value;
  const needed = [
    ...(value.layout === 'kotobashi' ? GRAPHS : []),
    ...Object.values(value.outputs ?? {}),
    ...(shortlist === undefined
      ? []
      : [
          shortlist.lexicalTable,
          ...Object.values(shortlist.outputs),
          ...Object.values(shortlist.singleSentence),
        ]),
  ];
  const missing = needed.find((file) => value.files[file] === undefined);
  if (missing !== undefined) {
    throw new BrokenModel(`${folder}: manifest.json lists no file ${missing}; export the model again.`);
  }
  if (value.layout === 'kotobashi') checkTables(folder, value);
  return value;
}

function hasOtherFormat(value: unknown): boolean {
  return Value.Check(Type.Object({ format: Type.Integer() }), value) && value.format !== MANIFEST_FORMAT;
}

/** Each table has a row and a scale for every token, inside a file of the folder. */
function checkTables(folder: string, { tables, files, shape }: Manifest): void {
  const fits = ({ rows, scales }: ManifestTable, bytes: number) =>
    scales.bytes === 4 * shape.vocabulary &&
    rows.bytes === bytes &&
    [rows, scales].every(({ file, offset, bytes: length }) => offset + length <= (files[file]?.bytes ?? 0));
  const { embedding, draftHead } = tables ?? {};
  const { vocabulary } = shape;
  const perToken = draftHead === undefined ? 0 : Math.floor(draftHead.rows.bytes / vocabulary);
  if (
    embedding === undefined ||
    !fits(embedding, vocabulary * shape.width) ||
    (draftHead !== undefined && !fits(draftHead, vocabulary * perToken))
  ) {
    throw new BrokenModel(`${folder}: manifest.json names no table for all tokens; export the model again.`);
  }
}
