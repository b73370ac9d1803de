import type { Lang } from '#src/base/lang.js';
import type { ModelPort } from '#src/model/model-port.js';
import { identify } from '#src/translate/detection/detect.js';
import { HanModel } from '#src/translate/detection/han.js';
import type { Piece } from '../../trainer/graphs/pieces.js';

export type Script = 'latin' | 'eastAsian';

/** A piece that means something when it stands alone. */
export interface PieceProbe {
  readonly script: Script;
  readonly piece: string;
  readonly word: string;
  /** A language in which the word stands. */
  readonly lang: Lang;
}

type Model = Pick<ModelPort, 'translate'>;

interface Text {
  readonly from: Lang;
  readonly to: Lang;
  readonly text: string;
}

/** Text of another language around a word that stays as it is. */
interface Carrier {
  readonly from: Lang;
  readonly around: (word: string) => string;
}

const PATTERNS: Readonly<Record<Script, RegExp>> = {
  latin: /^[\p{Script=Latin}\p{N}_]{2,}$/u,
  eastAsian: /^(?:\p{Script=Han}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,})$/u,
};
/** Words of one list: more make it longer, and what is lost in long lists is asked for again. */
const LIST_LENGTH = 24;
const LISTS: Readonly<
  Record<Script, { readonly from: Lang; readonly of: (words: readonly string[]) => string }>
> = {
  // Words that begin with a blank need nothing else between them, and every token takes time.
  latin: { from: 'ja', of: (words) => `名前:${words.join('、').replaceAll('、 ', ' ')}` },
  eastAsian: { from: 'en', of: (words) => `Names:${words.join(',')}.` },
};
/** Of the Latin sentences one may go wrong for another reason. */
const ALONE: Readonly<Record<Script, { readonly carriers: readonly Carrier[]; readonly least: number }>> = {
  latin: {
    carriers: [
      { from: 'ja', around: (word) => `この文書では「${word}」という名前を使います。` },
      { from: 'ja', around: (word) => `${word}を実行します。` },
      { from: 'zh-CN', around: (word) => `我们把它叫做“${word}”。` },
      { from: 'zh-CN', around: (word) => `请打开${word}。` },
    ],
    least: 3,
  },
  eastAsian: { carriers: [{ from: 'en', around: (word) => `We call it "${word}".` }], least: 1 },
};

/** The probes of a vocabulary, in use or not: all but marks, single letters and single kana. */
export function probesOf(pieces: readonly Piece[]): PieceProbe[] {
  const han = HanModel.bundled();
  return pieces.flatMap(({ kind, text: piece }): PieceProbe[] => {
    const word = piece.replaceAll('▁', '');
    if (kind !== 'normal' && kind !== 'unused') return [];
    if (PATTERNS.latin.test(word)) return [{ script: 'latin', piece, word, lang: 'en' }];
    if (!PATTERNS.eastAsian.test(word)) return [];
    return [{ script: 'eastAsian', piece, word, lang: identify(word, han)?.lang ?? 'ja' }];
  });
}

/**
 * Which of the words the model does not know. A piece that training has hardly seen comes out as something else, whatever
 * stands around it, so every word is first to be copied out of a list. Known words get lost there too, grammar above
 * all: those have a second chance beside others, are asked for alone, and the East Asian ones at last translated into
 * English and back.
 */
export async function unknownOf(model: Model, probes: readonly PieceProbe[]): Promise<PieceProbe[]> {
  let left = [...probes];
  for (const ask of [copiedOutOfLists, copiedOutOfLists, copiedAlone, returned]) {
    const known = await ask(model, left);
    left = left.filter((probe) => !known.has(probe));
  }
  return left;
}

async function copiedOutOfLists(model: Model, probes: readonly PieceProbe[]): Promise<Set<PieceProbe>> {
  const lists: { readonly words: readonly PieceProbe[]; readonly text: Text }[] = [];
  for (const lang of new Set(probes.map((probe) => probe.lang))) {
    const { from, of } = LISTS[lang === 'en' ? 'latin' : 'eastAsian'];
    const all = probes.filter((probe) => probe.lang === lang);
    for (let at = 0; at < all.length; at += LIST_LENGTH) {
      const words = all.slice(at, at + LIST_LENGTH);
      lists.push({ words, text: { from, to: lang, text: of(words.map(written)) } });
    }
  }
  const answers = await translated(
    model,
    lists.map(({ text }) => text),
  );
  return new Set(lists.flatMap(({ words }, at) => words.filter((probe) => shows(answers[at], probe))));
}

async function copiedAlone(model: Model, probes: readonly PieceProbe[]): Promise<Set<PieceProbe>> {
  const copies = new Map(probes.map((probe) => [probe, 0]));
  const asked = probes.flatMap((probe) =>
    ALONE[probe.script].carriers.map((carrier) => ({ probe, carrier })),
  );
  const answers = await translated(
    model,
    asked.map(({ probe, carrier: { from, around } }) => ({
      from,
      to: probe.lang,
      text: around(written(probe)),
    })),
  );
  for (const [at, { probe }] of asked.entries()) {
    if (shows(answers[at], probe)) copies.set(probe, (copies.get(probe) ?? 0) + 1);
  }
  return new Set(probes.filter((probe) => (copies.get(probe) ?? 0) >= ALONE[probe.script].least));
}

async function returned(model: Model, probes: readonly PieceProbe[]): Promise<Set<PieceProbe>> {
  const asked = probes.filter(({ script }) => script === 'eastAsian');
  const english = await translated(
    model,
    asked.map((probe) => ({ from: probe.lang, to: 'en', text: written(probe) })),
  );
  const back = await translated(
    model,
    asked.map(({ lang }, at) => ({ from: 'en', to: lang, text: english[at] ?? '' })),
  );
  return new Set(asked.filter((probe, at) => shows(back[at], probe)));
}

/** With the blank of its piece: without it the tokenizer takes another piece. */
function written({ piece }: PieceProbe): string {
  return piece.replaceAll('▁', ' ');
}

/** Of an East Asian word a Han character or two characters in a row are enough: what is grammar in it may go. */
function shows(answer = '', { script, word }: PieceProbe): boolean {
  if (script === 'latin') {
    return answer
      .toLowerCase()
      .split(/[^\p{L}\p{N}_]+/u)
      .includes(word.toLowerCase());
  }
  const parts = [...word.matchAll(/\p{Script=Han}|(?=(..))/gu)].map(([han, pair]) => pair ?? han);
  return parts.some((part) => answer.includes(part));
}

async function translated(model: Model, texts: readonly Text[]): Promise<string[]> {
  const results = await model.translate(
    texts.map(({ from, to, text }) => ({
      from,
      to,
      source: [{ kind: 'text', text }],
      decode: { beam: 1 },
    })),
    { fairnessKey: 'probe', priority: 'background' },
  );
  return results.map(({ target }) => target.map((part) => (part.kind === 'text' ? part.text : '')).join(''));
}
