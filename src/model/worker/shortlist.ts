import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import proto from 'onnx-proto';
import type { Lang } from '../../lang.js';
import { LIST } from '../export/output.js';
import { BrokenModel } from '../folder/broken.js';
import type { Manifest } from '../folder/manifest.js';

/** The tokens that each target language uses, as its output graph holds them. */
export class Shortlists {
  private constructor(
    private readonly lists: ReadonlyMap<Lang, ReadonlySet<number>>,
    private readonly manifest: Manifest,
  ) {}

  static read(folder: string, manifest: Manifest): Shortlists {
    const lists = Object.entries(manifest.outputs ?? {}).map(([lang, file]): [Lang, ReadonlySet<number>] => {
      const { graph } = proto.onnx.ModelProto.decode(readFileSync(join(folder, file)));
      const bytes = graph?.initializer?.find(({ name }) => name === LIST)?.rawData;
      if (bytes === undefined || bytes === null)
        throw new BrokenModel(`${folder}: ${file} holds no list of tokens.`);
      return [lang, new Set(new Int32Array(Uint8Array.from(bytes).buffer))];
    });
    return new Shortlists(new Map(lists), manifest);
  }

  /**
   * Tokens of the target language's list, where a sentence can do with it: every token of its source is ordinary in
   * its own language, or is in the list and can be copied, and so are all required words of its marked terms.
   */
  fitting(source: readonly number[], from: Lang, to: Lang): ReadonlySet<number> | undefined {
    const list = this.lists.get(to);
    if (list === undefined) return undefined;
    const ordinary = this.lists.get(from);
    const { term, banned } = this.manifest.tokens;
    let required = false;
    for (const token of source) {
      if (token === term?.[1]) required = true;
      else if (token === term?.[2]) required = false;
      if (list.has(token) || banned.includes(token)) continue;
      if (required || ordinary?.has(token) !== true) return undefined;
    }
    return list;
  }
}
