#!/usr/bin/env node
/**
 * `node bin/large-pages.js FILE [ARGUMENT …]` runs a program with memory in large pages where the C library can be told so
 * (glibc 2.35 or later, read before a program starts). The weights of a model are read from end to end at every step: with
 * small pages a quarter of that time goes into finding them. Blocks of 256 KB or more are asked of the system and given back
 * to it one by one: what is only needed while a model is loaded does not stay behind as holes between its weights. Smaller
 * ones come from two arenas for all threads: each of twenty would keep what it has once needed. Elsewhere, or where the
 * variable is set already, it changes nothing.
 */
import './node-version.js';
import { spawn } from 'node:child_process';

const [file, ...rest] = process.argv.slice(2);
if (file === undefined) {
  console.error('Say which file to run: node bin/large-pages.js FILE [ARGUMENT …]');
  process.exit(2);
}
const child = spawn(process.execPath, [file, ...rest], {
  stdio: 'inherit',
  env: {
    GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=262144:glibc.malloc.arena_max=2',
    ...process.env,
  },
});
// A terminal interrupts both by itself; whoever asks this program to end means the other.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGTERM' ? 143 : 1);
});
