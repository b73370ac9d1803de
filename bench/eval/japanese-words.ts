import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import kuromoji from 'kuromoji';
import type { WordSplitter } from './word-splitter.js';

/**
 * Japanese words by kuromoji with IPAdic, the dictionary of the published BLEU scores. Those were cut by MeCab;
 * kuromoji is a port of its lattice and differs on unknown words now and then.
 */
export async function japaneseSplitter(): Promise<WordSplitter> {
  const dicPath = join(dirname(fileURLToPath(import.meta.resolve('kuromoji/package.json'))), 'dict');
  const tokenizer = await new Promise<kuromoji.Tokenizer<kuromoji.IpadicFeatures>>((resolve, reject) => {
    kuromoji.builder({ dicPath }).build((error, built) => {
      if (error) reject(error);
      else resolve(built);
    });
  });
  return (text) =>
    tokenizer
      .tokenize(text.trim())
      .flatMap((token) => token.surface_form.split(/\s+/u))
      .filter((word) => word !== '');
}
