import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The script of axe-core, for the page to run; it is large, and a page that has it needs it no second time. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const HAS_AXE = "typeof axe === 'object'";

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** What can be different in another colour scheme. */
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What the page runs to find what hinders people, less rules that cannot be judged there. */
export function axeRun(...withoutRules: readonly string[]): string {
  const rules = Object.fromEntries(withoutRules.map((rule) => [rule, { enabled: false }]));
  return run({ runOnly: RULES, rules });
}

/** The same page in other colours. */
export function axeColours(): string {
  return run({ runOnly: COLOUR_RULES });
}

function run(options: object): string {
  const all = JSON.stringify({ ...options, resultTypes: ['violations'] });
  return `axe.run(document, ${all}).then((found) => found.violations)`;
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
