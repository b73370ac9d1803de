import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel } from '#src/model/folder/installed.js';
import type { Manifest } from '#src/model/folder/manifest.js';
import { type PieceFile, readPieces } from '../../trainer/graphs/pieces.js';
import { writeFolder } from '../../trainer/graphs/write.js';
import { FolderWeights } from './folder-weights.js';
import { optimumDecoder, optimumEncoder, optimumFirstDecoder, optimumNextDecoder } from './graphs.js';

/**
 * Writes the common encoder / decoder-with-past layout (as Hugging Face Optimum does) from a folder in our own
 * layout: for comparing runtimes on the same weights, and for using the model elsewhere. The decoder is one merged graph,
 * or split into one for the first step and one for all others, as older versions wrote it.
 */
export function exportOptimum(
  modelFolder: string,
  outFolder: string,
  form: 'merged' | 'split' = 'merged',
): Manifest {
  const { manifest } = readModel(modelFolder);
  const weights = new FolderWeights(modelFolder, manifest);
  const { architecture } = weights;
  const pieces = readPieces(readFileSync(join(modelFolder, manifest.tokenizer.file)));
  const { pad, eos, start } = manifest.tokens;
  const ids = { pad_token_id: pad, eos_token_id: eos, bos_token_id: eos, decoder_start_token_id: start };
  const config = {
    ...architecture,
    ...ids,
    model_type: 'm2m_100',
    architectures: ['M2M100ForConditionalGeneration'],
    is_encoder_decoder: true,
    num_hidden_layers: architecture.encoder_layers,
    use_cache: true,
  };
  const contents = new Map<string, Uint8Array>([
    ['onnx/encoder_model.onnx', optimumEncoder(weights).encode()],
    ...decoders(weights, form),
    ['config.json', json(config)],
    ['generation_config.json', json({ ...ids, max_length: architecture.max_position_embeddings })],
    ['tokenizer.json', json(unigramTokenizer(pieces))],
    [
      'tokenizer_config.json',
      json({ tokenizer_class: 'PreTrainedTokenizerFast', eos_token: '</s>', pad_token: '<pad>' }),
    ],
  ]);
  const { files: _, outputs: __, shortlist: ___, tables: ____, ...about } = manifest;
  return writeFolder(
    outFolder,
    {
      ...about,
      name: `${manifest.name}-optimum`,
      layout: 'optimum',
      tokenizer: { ...manifest.tokenizer, kind: 'huggingface', file: 'tokenizer.json' },
    },
    contents,
  );
}

function decoders(weights: FolderWeights, form: 'merged' | 'split'): [string, Uint8Array][] {
  if (form === 'merged') return [['onnx/decoder_model_merged.onnx', optimumDecoder(weights).encode()]];
  return [
    ['onnx/decoder_model.onnx', optimumFirstDecoder(weights).encode()],
    ['onnx/decoder_with_past_model.onnx', optimumNextDecoder(weights).encode()],
  ];
}

/** The tokenizer in the format of Hugging Face's libraries. */
function unigramTokenizer({ pieces, charsmap }: PieceFile): object {
  const replacement = '▁';
  return {
    version: '1.0',
    added_tokens: pieces.flatMap(({ text, kind }, id) =>
      kind === 'normal' || kind === 'byte'
        ? []
        : [
            {
              id,
              content: text,
              single_word: false,
              lstrip: false,
              rstrip: false,
              normalized: false,
              special: true,
            },
          ],
    ),
    normalizer: {
      type: 'Sequence',
      normalizers: [
        { type: 'Precompiled', precompiled_charsmap: Buffer.from(charsmap).toString('base64') },
        { type: 'Replace', pattern: { Regex: ' {2,}' }, content: ' ' },
        { type: 'Strip', strip_left: true, strip_right: true },
      ],
    },
    pre_tokenizer: { type: 'Metaspace', replacement, prepend_scheme: 'always', split: false },
    post_processor: null,
    decoder: {
      type: 'Sequence',
      decoders: [
        { type: 'ByteFallback' },
        { type: 'Metaspace', replacement, prepend_scheme: 'always', split: false },
      ],
    },
    model: {
      type: 'Unigram',
      unk_id: pieces.findIndex(({ kind }) => kind === 'unknown'),
      byte_fallback: true,
      vocab: pieces.map(({ text, score }) => [text, score]),
    },
  };
}

function json(value: object): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value)}\n`);
}
