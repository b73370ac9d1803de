#!/usr/bin/env node
import './node-version.js';

await import('../dist/cli/main.js');
