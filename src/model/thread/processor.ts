import { readFileSync } from 'node:fs';

/**
 * How the processor multiplies 8-bit numbers. `VNNI` (and AMX, which has it too) and `dot product` add up four products in 32 bits at once.
 * Without them a pair of products is added in 16 bits, which overflow when both are large: our own graphs never let them be, but for drafts, which are verified.
 */
export type ByteProducts = 'AMX' | 'VNNI' | '16-bit pairs' | 'dot product' | 'unknown';

export function byteProducts(): ByteProducts {
  if (process.platform !== 'linux') return 'unknown';
  const features = readFileSync('/proc/cpuinfo', 'utf8');
  if (process.arch === 'arm64') return /\basimddp\b/u.test(features) ? 'dot product' : 'unknown';
  if (process.arch !== 'x64') return 'unknown';
  if (/\bamx_int8\b/u.test(features)) return 'AMX';
  return /\bavx(?:512)?_vnni\b/u.test(features) ? 'VNNI' : '16-bit pairs';
}
