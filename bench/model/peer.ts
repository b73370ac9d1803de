import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { AutoModelForSeq2SeqLM, env, Tensor } from '@huggingface/transformers';
import { readModel } from '#src/model/folder/installed.js';
import type { Manifest } from '#src/model/folder/manifest.js';
import { openTokenizer } from '#src/model/tokenizer/open.js';
import type { Tokenizer } from '#src/model/tokenizer/tokenizer.js';
import { textOf } from '../eval/kept-marks.js';
import { exportOptimum } from '../optimum/export.js';
import type { BenchSentence } from './sentences.js';

type PeerModel = Awaited<ReturnType<typeof AutoModelForSeq2SeqLM.from_pretrained>>;

/**
 * transformers.js on the same int8 weights, in the layout that it reads. It gets the token ids of our own
 * tokenizer, so that only the runtimes differ. Its session options are its own defaults, but for the number of threads: by itself it
 * takes as many as the machine has cores, which are too many where the process may use only some of them.
 */
export class Peer {
  private constructor(
    private readonly model: PeerModel,
    private readonly tokenizer: Tokenizer,
    private readonly manifest: Manifest,
    private readonly folder: string,
  ) {}

  static async open(modelFolder: string): Promise<Peer> {
    const root = mkdtempSync(join(tmpdir(), 'kotobashi-peer-'));
    exportOptimum(modelFolder, join(root, 'same'));
    env.allowRemoteModels = false;
    env.localModelPath = root;
    const model = await AutoModelForSeq2SeqLM.from_pretrained('same', {
      dtype: 'fp32',
      local_files_only: true,
      session_options: { intraOpNumThreads: availableParallelism() },
    });
    const { manifest } = readModel(modelFolder);
    return new Peer(model, await openTokenizer(modelFolder, manifest), manifest, root);
  }

  async translate(sentence: BenchSentence): Promise<string> {
    const [answer = ''] = await this.translateBatch([sentence]);
    return answer;
  }

  /** Padded to the longest, one decoder step for all until the last one ends. */
  async translateBatch(sentences: readonly BenchSentence[]): Promise<readonly string[]> {
    const { pad, eos, start } = this.manifest.tokens;
    const { lengthFactor, lengthOffset } = this.manifest.decode;
    const sources = sentences.map(({ from, to, text }) =>
      this.tokenizer.encode({ source: [{ kind: 'text', text }], from, to }),
    );
    const length = Math.max(...sources.map((source) => source.length));
    const grid = (value: (source: readonly number[], i: number) => number) =>
      new Tensor(
        'int64',
        BigInt64Array.from(
          sources.flatMap((source) => Array.from({ length }, (_, i) => value(source, i))),
          BigInt,
        ),
        [sources.length, length],
      );
    const output = await this.model.generate({
      inputs: grid((source, i) => source[i] ?? pad),
      attention_mask: grid((source, i) => (i < source.length ? 1 : 0)),
      max_new_tokens: Math.ceil(lengthOffset + lengthFactor * length),
      num_beams: 1,
      do_sample: false,
    });
    if (!(output instanceof Tensor))
      throw new Error('transformers.js answered with something else than a tensor.');
    const rows: bigint[][] = output.tolist();
    return rows.map((row) => {
      const ids = row.map(Number).filter((id) => id !== pad);
      if (ids[0] === start) ids.shift();
      const end = ids.indexOf(eos);
      return textOf(this.tokenizer.decode(end === -1 ? ids : ids.slice(0, end)));
    });
  }

  async close(): Promise<void> {
    await this.model.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
