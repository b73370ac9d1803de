import type { AdminAction } from '../admin.js';

export const secretActions: Readonly<Record<string, AdminAction>> = {
  'secrets re-encrypt': {
    usage: 'secrets re-encrypt   (all secret keys, with the first of the master keys)',
    run: async ({ keyAdmin }) => ({ reencrypted: await keyAdmin.reencrypt() }),
  },
};
