import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Lang } from '../../base/lang.js';
import type { Direction } from '../model-port.js';
import { BrokenModel } from './broken.js';
import { MANIFEST_FORMAT, type Manifest } from './manifest.js';

/** The members of a Hugging Face `config.json` that matter here. */
interface Config {
  readonly model_type?: string;
  readonly _name_or_path?: string;
  readonly d_model: number;
  readonly decoder_attention_heads: number;
  readonly decoder_layers: number;
  readonly vocab_size: number;
  readonly max_position_embeddings?: number;
  readonly pad_token_id: number;
  readonly eos_token_id: number;
  readonly decoder_start_token_id?: number;
}

interface TokenizerJson {
  readonly added_tokens?: readonly { readonly id: number; readonly content: string }[];
}

/** Codes of other systems that clients of this service write differently. */
const CODES: Readonly<Record<string, Lang>> = {
  jap: 'ja',
  jpn: 'ja',
  eng: 'en',
  zh: 'zh-CN',
  zho: 'zh-CN',
  jpn_Jpan: 'ja',
  eng_Latn: 'en',
  zho_Hans: 'zh-CN',
  zho_Hant: 'zh-TW',
  kor_Hang: 'ko',
  fra_Latn: 'fr',
  deu_Latn: 'de',
  spa_Latn: 'es',
  por_Latn: 'pt',
  ita_Latn: 'it',
  rus_Cyrl: 'ru',
  vie_Latn: 'vi',
  tha_Thai: 'th',
  ind_Latn: 'id',
  arb_Arab: 'ar',
};

/** True for a folder that Optimum could have written. */
export function looksLikeOptimum(folder: string): boolean {
  return existsSync(join(folder, 'config.json')) && existsSync(join(folder, 'tokenizer.json'));
}

/**
 * A manifest for an Optimum folder that brings none: everything comes from the folder's own files, languages
 * from its name (`opus-mt-ja-en`) or from the language tokens of its tokenizer (M2M100, NLLB).
 */
export function deriveManifest(folder: string): Manifest {
  const config: Config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
  const tokenizer: TokenizerJson = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8'));
  const tags = languageTags(tokenizer);
  const many = config.model_type === 'm2m_100';
  const directions = many ? allDirections([...tags.keys()]) : namedDirection(folder, config);
  if (directions.length === 0) {
    throw new BrokenModel(
      `${folder}: its languages are not clear; name the folder like opus-mt-ja-en or add a manifest.json.`,
    );
  }
  const special = (tokenizer.added_tokens ?? [])
    .map(({ id }) => id)
    .filter((id) => id !== config.eos_token_id);
  return {
    format: MANIFEST_FORMAT,
    name: basename(folder),
    version: fingerprint(folder),
    layout: 'optimum',
    description: `${config.model_type ?? 'sequence-to-sequence'} model in the Optimum layout`,
    licence: 'see the folder',
    trainingData: [],
    scores: {},
    directions,
    tokenizer: {
      kind: 'huggingface',
      file: 'tokenizer.json',
      symbols: (tokenizer.added_tokens ?? []).map(({ content }) => content),
    },
    tokens: {
      pad: config.pad_token_id,
      eos: config.eos_token_id,
      start: config.decoder_start_token_id ?? config.pad_token_id,
      languages: many ? Object.fromEntries(tags) : {},
      languagePlace: many ? 'target' : 'none',
      ...(many ? { sourceLanguages: Object.fromEntries(tags) } : {}),
      domains: {},
      placeholders: [],
      banned: [...new Set([config.pad_token_id, ...special])],
    },
    shape: {
      width: config.d_model,
      heads: config.decoder_attention_heads,
      decoderLayers: config.decoder_layers,
      vocabulary: config.vocab_size,
      positions: config.max_position_embeddings ?? 512,
    },
    decode: { beam: 1, lengthPenalty: 1, lengthFactor: 3, lengthOffset: 16 },
    files: {},
  };
}

/** Language → token, from `__ja__` (M2M100) and `jpn_Jpan` (NLLB). */
function languageTags(tokenizer: TokenizerJson): ReadonlyMap<Lang, number> {
  const tags = new Map<Lang, number>();
  for (const { id, content } of tokenizer.added_tokens ?? []) {
    const [, code] = /^__([a-z]{2,3})__$/u.exec(content) ?? /^([a-z]{3}_[A-Z][a-z]{3})$/u.exec(content) ?? [];
    if (code === undefined || (code.includes('_') && CODES[code] === undefined)) continue;
    tags.set(CODES[code] ?? code, id);
  }
  return tags;
}

function allDirections(languages: readonly Lang[]): Direction[] {
  return languages.flatMap((from) => languages.filter((to) => to !== from).map((to) => ({ from, to })));
}

function namedDirection(folder: string, config: Config): Direction[] {
  for (const name of [basename(folder), config._name_or_path ?? '']) {
    const [, from, to] = /opus-mt(?:-tc-[a-z]+)?-([a-z]{2,3})-([a-z]{2,3})$/u.exec(name) ?? [];
    if (from !== undefined && to !== undefined) return [{ from: CODES[from] ?? from, to: CODES[to] ?? to }];
  }
  return [];
}

/** Changes when any file of the folder does. */
function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const path of paths) {
    const { size, mtimeMs } = statSync(join(folder, path));
    hash.update(`${path}:${size}:${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 12);
}
