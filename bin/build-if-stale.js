#!/usr/bin/env node
/**
 * Builds `dist/` when it is missing or older than what it is made from. No script of any package runs while packages
 * are installed (see `.npmrc`), so the first start builds. An installed package has no sources and needs no build.
 */
import './node-version.js';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = ['src', 'console', 'packages/client/src', 'bundle.config.ts', 'package-lock.json'];
/** Written last by the build. */
const BUILT = 'dist/console/index.html';

/** @param {string} path @returns {number} */
function newest(path) {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const built = existsSync(join(root, BUILT)) ? statSync(join(root, BUILT)).mtimeMs : 0;
const sources = SOURCES.map((name) => join(root, name)).filter((path) => existsSync(path));
if (existsSync(join(root, 'src')) && Math.max(0, ...sources.map(newest)) > built) {
  console.error('Building …');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    // What the program itself writes may go into a pipe.
    stdio: ['inherit', process.stderr, 'inherit'],
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
