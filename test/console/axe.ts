import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The script of axe-core, for the page to run. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** What the page runs to find what hinders people, less rules that cannot be judged there. */
export function axeRun(...withoutRules: readonly string[]): string {
  const rules = Object.fromEntries(withoutRules.map((rule) => [rule, { enabled: false }]));
  const options = JSON.stringify({ runOnly: RULES, rules, resultTypes: ['violations'] });
  return `axe.run(document, ${options}).then((found) => found.violations)`;
}

export interface Violation {
  readonly id: string;
  readonly impact?: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** Rules of WCAG A and AA that are broken in a way that matters. */
export function barriersOf(violations: readonly Violation[]): readonly string[] {
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
