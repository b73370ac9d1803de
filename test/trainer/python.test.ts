import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const TRAINER = fileURLToPath(new URL('../../trainer/', import.meta.url));
/** Another Python than the one on the path, such as that of a virtual environment. */
const PYTHON = process.env.PYTHON ?? 'python3';
const MODULES = ['numpy', 'torch', 'safetensors', 'sentencepiece'];
const LIMIT_MS = 540_000;

/** Why the trainer's tests cannot run here; nothing when they can. */
function obstacle(): string | undefined {
  const asked = spawnSync(PYTHON, ['-c', `import ${MODULES.join(', ')}`], { encoding: 'utf8' });
  if (asked.error !== undefined) return `${PYTHON} could not be started`;
  return asked.status === 0 ? undefined : (asked.stderr.trim().split('\n').at(-1) ?? 'it failed');
}

const missing = obstacle();
if (missing !== undefined) {
  console.warn(
    `The tests of the trainer are left out: ${missing}. They need Python with ${MODULES.join(', ')}; PYTHON names another one.`,
  );
}

it.skipIf(missing !== undefined)(
  'the trainer passes its own tests',
  () => {
    const run = spawnSync(PYTHON, ['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'], {
      cwd: TRAINER,
      encoding: 'utf8',
    });
    expect(run.stderr).toMatch(/^Ran [1-9]\d* tests? in /m);
    expect(run.status, run.stderr).toBe(0);
  },
  LIMIT_MS,
);
