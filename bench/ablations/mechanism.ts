import { readFileSync } from 'node:fs';

/** One part of the runtime or of custom models that could be left out. */
export interface Mechanism {
  readonly name: string;
  /** Source files that are there for it alone. */
  readonly files: readonly string[];
}

/** What was measured of a mechanism; what does not apply is left out. */
export interface Finding extends Mechanism {
  /** Milliseconds of a sentence with it and without it. */
  readonly latency?: { readonly on: number; readonly off: number };
  /** chrF with it and without it, everything else being there. */
  readonly chrf?: { readonly on: number; readonly off: number };
  readonly setting: string;
}

export function linesOf({ files }: Mechanism): number {
  return files.reduce((sum, file) => sum + readFileSync(file, 'utf8').trimEnd().split('\n').length, 0);
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;

/** The table of `docs/notes/ablations.md`. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => {
    const { name, latency, chrf, setting } = finding;
    const times =
      latency === undefined
        ? ''
        : `${latency.off.toFixed(1)} → ${latency.on.toFixed(1)} ms (${(latency.off / latency.on).toFixed(2)} ×)`;
    const score =
      chrf === undefined
        ? ''
        : `${chrf.off.toFixed(2)} → ${chrf.on.toFixed(2)} (${signed(chrf.on - chrf.off)})`;
    return `| ${name} | ${linesOf(finding)} | ${times} | ${score} | ${setting} |`;
  });
  return [
    '| mechanism | lines | ms a sentence without → with | chrF without → with | measured on |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
