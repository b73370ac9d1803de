import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What is kept of one translated sentence. */
export interface Answer {
  readonly text: string;
  /** Terms that were found, and whether the translation has each. */
  readonly terms: readonly boolean[];
  /** Checks that the translation does not pass. */
  readonly checks: readonly string[];
}

/** Translations already made, in a file with one of them a line: a run that was cut off goes on where it ended. */
export class Answers {
  readonly #file: string | undefined;
  readonly #known = new Map<string, Answer>();

  constructor(file: string | undefined) {
    this.#file = file;
    if (file === undefined || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      const [key, answer]: [string, Answer] = JSON.parse(line);
      this.#known.set(key, answer);
    }
  }

  async get(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const answer = await make();
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify([key, answer])}\n`);
    return answer;
  }
}
