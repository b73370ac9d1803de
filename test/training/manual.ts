import type { SentencePair } from '#src/adaptation/sentence-pair.js';

/** A small manual with words of its own: no dictionary would translate them this way. */
const PARTS = [
  ['flux manifold', '流束多岐管'],
  ['thermal shroud', '熱遮蔽帯'],
  ['pilot nozzle', '先導噴口'],
  ['vent damper', '排気緩衝板'],
  ['relief spindle', '逃がし軸棒'],
  ['coolant gallery', '冷液回廊'],
  ['shear coupling', 'せん断継輪'],
  ['resolver plenum', '吸気集室'],
] as const;

const SENTENCES = [
  ['Inspect the {} for cracks before assembly.', '組立前に{}の亀裂を点検すること。'],
  ['Tighten the bolts of the {} to the specified torque.', '{}のボルトを規定トルクで締め付けること。'],
  ['Replace the {} every 500 operating hours.', '{}は運転500時間ごとに交換すること。'],
  ['Do not touch the {} while the engine is running.', '機関運転中は{}に触れないこと。'],
  ['Clean the {} with compressed air.', '{}を圧縮空気で清掃すること。'],
  ['Apply grease to the {} after cleaning.', '清掃後は{}にグリースを塗布すること。'],
  ['Is the {} free of grease?', '{}にグリースは付いていないか?'],
  ['Has the {} been cleaned?', '{}の清掃は済んだか?'],
] as const;

function pair(sentence: number, part: number): SentencePair {
  const [english = '', japanese = ''] = SENTENCES[sentence] ?? [];
  const [from = '', to = ''] = PARTS[part] ?? [];
  return { fromText: english.replace('{}', from), toText: japanese.replace('{}', to) };
}

/** Every sentence about every part, except those of `UNSEEN`. */
export const MANUAL_PAIRS: readonly SentencePair[] = SENTENCES.flatMap((_, sentence) =>
  PARTS.flatMap((_, part) => ((sentence + part) % 7 === 0 ? [] : [pair(sentence, part)])),
);

export const UNSEEN: readonly SentencePair[] = SENTENCES.flatMap((_, sentence) =>
  PARTS.flatMap((_, part) => ((sentence + part) % 7 === 0 ? [pair(sentence, part)] : [])),
);

export function asTsv(pairs: readonly SentencePair[]): string {
  return pairs.map(({ fromText, toText }) => `${fromText}\t${toText}`).join('\n');
}
