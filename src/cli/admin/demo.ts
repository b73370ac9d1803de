import { join } from 'node:path';
import { removeDemo } from '../../accounts/demo.js';
import { readSettings } from '../../settings/read-settings.js';
import type { AdminAction } from '../admin.js';

export const demoActions: Readonly<Record<string, AdminAction>> = {
  'demo remove': {
    usage: 'demo remove   (the demo organization with all that is its own, and data/demo.json)',
    run: ({ organizationAdmin }) => removeDemo(organizationAdmin, join(readSettings().data, 'demo.json')),
  },
};
