#!/usr/bin/env node
import { existsSync } from 'node:fs';
import './node-version.js';

// Right after `npm ci` nothing is built yet; an installed package brings what it needs.
if (!existsSync(new URL('../dist/cli/main.js', import.meta.url))) await import('./build-if-stale.js');
if (process.exitCode) console.error('The program could not be built. Run "npm run build" to see why.');
else await import('../dist/cli/main.js');
