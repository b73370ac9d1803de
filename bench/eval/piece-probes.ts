import type { Lang } from '#src/lang.js';
import type { ModelPort, TargetPart } from '#src/model/model-port.js';
import type { Piece } from '#src/model/tokenizer/pieces.js';
import { identify } from '#src/translate/text/detect.js';
import { HanModel } from '#src/translate/text/han.js';

/** What is asked of the model about a piece: to copy a word of another script, or to translate one and back. */
export type ProbeKind = 'copy' | 'translate';

export interface PieceProbe {
  readonly kind: ProbeKind;
  readonly word: string;
  readonly from: Lang;
}

const LATIN = /^[A-Za-z]{2,}$/u;
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}$/u;

/** The probes of a vocabulary: its pieces that are a word, or most of one, in use or not. */
export function probesOf(pieces: readonly Piece[]): PieceProbe[] {
  const han = HanModel.bundled();
  return pieces.flatMap(({ kind, text }): PieceProbe[] => {
    const word = text.replace('▁', '');
    if (kind !== 'normal' && kind !== 'unused') return [];
    if (LATIN.test(word)) return [{ kind: 'copy', word, from: 'ja' }];
    if (!EAST_ASIAN.test(word)) return [];
    return [{ kind: 'translate', word, from: identify(word, han)?.lang ?? 'ja' }];
  });
}

/** Which of the probes the model passes. */
export async function pass(
  model: Pick<ModelPort, 'translate'>,
  probes: readonly PieceProbe[],
): Promise<boolean[]> {
  const carried = probes.map((probe) => ({ ...probe, to: 'en', text: carrier(probe) }));
  const english = await translated(model, carried);
  const answers = [...english];
  const asked = probes.flatMap(({ kind, from }, at) => (kind === 'translate' ? [{ at, from }] : []));
  const back = await translated(
    model,
    asked.map(({ at, from }) => ({ from: 'en', to: from, text: english[at] ?? '' })),
  );
  for (const [place, { at }] of asked.entries()) answers[at] = back[place] ?? '';
  return probes.map(({ word }, at) => (answers[at] ?? '').toLowerCase().includes(word.toLowerCase()));
}

function carrier({ kind, word }: PieceProbe): string {
  return kind === 'copy' ? `この文書では「${word}」という名前を使います。` : word;
}

interface Text {
  readonly from: Lang;
  readonly to: Lang;
  readonly text: string;
}

async function translated(model: Pick<ModelPort, 'translate'>, texts: readonly Text[]): Promise<string[]> {
  const results = await model.translate(
    texts.map(({ from, to, text }) => ({
      from,
      to,
      source: [{ kind: 'text', text }],
      decode: { beam: 1 },
    })),
    { caller: 'probe', priority: 'background' },
  );
  return results.map(({ target }) => target.map(textOf).join(''));
}

function textOf(part: TargetPart): string {
  return part.kind === 'text' ? part.text : '';
}
