import type { Lang } from '#src/lang.js';
import type { ModelPort } from '#src/model/model-port.js';
import type { Piece } from '#src/model/tokenizer/pieces.js';
import { identify } from '#src/translate/text/detect.js';
import { HanModel } from '#src/translate/text/han.js';

/** What is asked of the model about a piece: to copy a word of another script, or to translate one and back. */
export type ProbeKind = 'copy' | 'translate';

export interface PieceProbe {
  readonly kind: ProbeKind;
  readonly piece: string;
  readonly word: string;
  readonly from: Lang;
}

type Model = Pick<ModelPort, 'translate'>;

interface Text {
  readonly from: Lang;
  readonly to: Lang;
  readonly text: string;
}

const LATIN = /^[A-Za-z_]{2,}$/u;
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}$/u;
/** Sentences around a word that stays as it is. */
const CARRIERS: readonly { readonly from: Lang; readonly around: (word: string) => string }[] = [
  { from: 'ja', around: (word) => `この文書では「${word}」という名前を使います。` },
  { from: 'ja', around: (word) => `${word}を実行します。` },
  { from: 'zh-CN', around: (word) => `我们把它叫做“${word}”。` },
  { from: 'zh-CN', around: (word) => `请打开${word}。` },
];
/** Of these sentences: one may go wrong for another reason. */
const COPIES = 3;

/** The probes of a vocabulary: its pieces that are a word, or most of one, in use or not. */
export function probesOf(pieces: readonly Piece[]): PieceProbe[] {
  const han = HanModel.bundled();
  return pieces.flatMap(({ kind, text: piece }): PieceProbe[] => {
    const word = piece.replace('▁', '');
    if (kind !== 'normal' && kind !== 'unused') return [];
    if (LATIN.test(word)) return [{ kind: 'copy', piece, word, from: 'ja' }];
    if (!EAST_ASIAN.test(word)) return [];
    return [{ kind: 'translate', piece, word, from: identify(word, han)?.lang ?? 'ja' }];
  });
}

/** Which Latin words the model copies out of Japanese and Chinese sentences. */
export async function copied(model: Model, words: readonly string[]): Promise<boolean[]> {
  const counts = words.map(() => 0);
  for (const { from, around } of CARRIERS) {
    const texts = words.map((word) => ({ from, to: 'en', text: around(word) }));
    for (const [at, answer] of (await translated(model, texts)).entries()) {
      if (holds(answer, words[at])) counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return counts.map((count) => count >= COPIES);
}

/** Which words come back when they are translated into English and back. */
export async function returned(model: Model, words: readonly PieceProbe[]): Promise<boolean[]> {
  const english = await translated(
    model,
    words.map(({ from, word }) => ({ from, to: 'en', text: word })),
  );
  const back = await translated(
    model,
    words.map(({ from }, at) => ({ from: 'en', to: from, text: english[at] ?? '' })),
  );
  return words.map(({ word }, at) => holds(back[at], word));
}

function holds(answer = '', word = ''): boolean {
  return answer.toLowerCase().includes(word.toLowerCase());
}

async function translated(model: Model, texts: readonly Text[]): Promise<string[]> {
  const results = await model.translate(
    texts.map(({ from, to, text }) => ({
      from,
      to,
      source: [{ kind: 'text', text }],
      decode: { beam: 1 },
    })),
    { caller: 'probe', priority: 'background' },
  );
  return results.map(({ target }) => target.map((part) => (part.kind === 'text' ? part.text : '')).join(''));
}
