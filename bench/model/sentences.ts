import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BenchSentence {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly reference: string;
}

function lines(path: string): string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

/** `count` sentences of the general development set, half en→ja and half ja→en, spread over the whole set. */
export function readSentences(data: string, count: number): readonly BenchSentence[] {
  const [en, ja] = ['en', 'ja'].map((lang) => join(data, `flores-dev.${lang}`));
  if (en === undefined || ja === undefined || !existsSync(en) || !existsSync(ja)) {
    throw new Error(`${data} holds no flores-dev.en and flores-dev.ja: say where they are with --data DIR.`);
  }
  const [english, japanese] = [lines(en), lines(ja)];
  const half = Math.ceil(count / 2);
  const step = Math.max(1, Math.floor(english.length / half));
  const picked = Array.from({ length: half }, (_, i) => i * step).filter((i) => i < english.length);
  return picked
    .flatMap((i): BenchSentence[] => [
      { from: 'en', to: 'ja', text: english[i] ?? '', reference: japanese[i] ?? '' },
      { from: 'ja', to: 'en', text: japanese[i] ?? '', reference: english[i] ?? '' },
    ])
    .slice(0, count);
}

/** English sentences of about twenty words, for latency. */
export function twentyWords(data: string): readonly BenchSentence[] {
  const english = lines(join(data, 'flores-dev.en'));
  return english
    .filter((line) => Math.abs(line.split(' ').length - 20) <= 1)
    .slice(0, 20)
    .map((text) => ({ from: 'en', to: 'ja', text, reference: '' }));
}
