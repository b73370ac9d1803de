import { spokenName } from '../names/written/spoken-name.js';
import { type ModelCall, unlessFailed, unlessTooLong } from './model-call.js';
import type { AdaptedSentenceTask, Solution } from './pieces.js';

interface LatinPerson {
  readonly at: number;
  readonly name: string;
}

/**
 * People whose names the model left in Latin letters, in katakana: beside エマ・クラーク no Sarah Wendell should stand. Not so
 * in Chinese and in texts about software, where people who translate leave such names as they are. The model is asked for the name alone, as it is spoken to; what does not sound like it is not taken.
 */
export async function withPeople(
  tasks: readonly AdaptedSentenceTask[],
  solutions: readonly Solution[],
  call: ModelCall,
): Promise<readonly Solution[]> {
  if (call.to !== 'ja' || call.domain === 'it') return solutions;
  const people = solutions.flatMap(({ text }, at): LatinPerson[] =>
    (tasks[at]?.required ?? []).flatMap((wanted) =>
      wanted.kind === 'name' && wanted.isPerson === true && text.includes(wanted.target)
        ? [{ at, name: wanted.target }]
        : [],
    ),
  );
  const names = [...new Set(people.map(({ name }) => name))];
  if (names.length === 0) return solutions;
  const requests = names.map((name) => ({
    from: 'en',
    to: call.to,
    source: [{ kind: 'text' as const, text: `Ms. ${name}` }],
    domain: call.domain,
    isRetry: true,
  }));
  const results = (await unlessTooLong(unlessFailed(call.translate(requests)))) ?? [];
  const forms = new Map(
    names.map((name, index) => {
      const target = results[index]?.target ?? [];
      const answer = target.map((part) => (part.kind === 'text' ? part.text : '')).join('');
      return [name, spokenName(answer, name)] as const;
    }),
  );
  return solutions.map((solution, at) => {
    const own = people.filter((person) => person.at === at);
    const text = own.reduce((written, { name }) => {
      const form = forms.get(name);
      return form === undefined
        ? written
        : written.replace(new RegExp(`(?<![（(]) ?${escaped(name)} ?(?![）)])`, 'gu'), form);
    }, solution.text);
    return { ...solution, text };
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
