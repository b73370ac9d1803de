import { vi } from 'vitest';
import type { Command } from '#src/cli/command.js';

/** How a command ended, and what it wrote. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A command in this process, where the program is loaded already: a process of its own takes a second of a core to begin.
 * One at a time, because it reads and writes where everybody does.
 *
 * @param environment settings beside those of this process
 */
export async function runHere(
  command: Command,
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...words) => {
      stdout += `${words.join(' ')}\n`;
    }),
    vi.spyOn(console, 'error').mockImplementation((...words) => {
      stderr += `${words.join(' ')}\n`;
    }),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      stdout += String(text);
      return true;
    }),
  ];
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  try {
    return { code: await command(args), stdout, stderr };
  } finally {
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}
