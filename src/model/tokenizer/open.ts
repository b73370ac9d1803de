import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../folder/manifest.js';
import { HuggingFaceTokenizer } from './huggingface.js';
import { SentencePieceTokenizer } from './sentencepiece.js';
import type { Tokenizer } from './tokenizer.js';

/** The tokenizer that a manifest names. */
export async function openTokenizer(folder: string, manifest: Manifest): Promise<Tokenizer> {
  const bytes = await readFile(join(folder, manifest.tokenizer.file));
  if (manifest.tokenizer.kind === 'sentencepiece') return new SentencePieceTokenizer(bytes, manifest);
  return new HuggingFaceTokenizer(JSON.parse(bytes.toString('utf8')), manifest);
}
