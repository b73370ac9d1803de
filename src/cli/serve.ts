import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type DemoCredentials, ensureDemo } from '../accounts/demo.js';
import { composeLogger, composeService, warmUp } from '../compose.js';
import { readSettings } from '../config.js';
import type { Command } from './command.js';
import { stopSignal } from './stop-signal.js';

/** Starts the service and stays until it is told to stop. */
export const serveCommand: Command = {
  summary: 'start the service',
  usage: 'kotobashi serve   (settings by environment, see docs/settings.md)',
  async run(args) {
    parseArgs({ args: [...args] });
    const settings = readSettings();
    const logger = composeLogger(settings);
    // Before anything is opened: a signal during the start must not leave a database behind.
    const stop = stopSignal();
    const service = await composeService(settings, logger);
    try {
      if (service.languages.list().length === 0) {
        console.error(
          `No model was found in ${settings.models}: nothing can be translated until there is one.`,
        );
      }
      await warmUp(service.model, logger);
      const scheme = settings.tlsCert === undefined ? 'http' : 'https';
      await service.app.listen({ host: settings.host, port: settings.port });
      const baseUrl = `${scheme}://${reachable(service.app.server.address())}`;
      console.log(`Kotobashi listens at ${baseUrl}   (interface: ${baseUrl}/docs)`);
      if (service.app.hasRoute({ method: 'GET', url: '/console' })) {
        console.log(`Custom models in the browser: ${baseUrl}/console/   (sign in with an access key)`);
      }
      if (settings.demo) {
        const path = join(settings.data, 'demo.json');
        const demo = await ensureDemo(service, path, { baseUrl, adminToken: service.adminToken });
        if (demo !== undefined) introduce(demo.credentials, demo.created, path);
      }
      console.log('Press Ctrl-C to stop.');
      logger.info(`stopping because of ${await stop}`);
      console.log('Stopping: open requests are finished first.');
    } finally {
      await service.close();
    }
    return 0;
  },
};

/** An address that works when pasted: nobody can connect to 0.0.0.0 everywhere. */
function reachable(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string')
    throw new Error('The service does not listen on a port.');
  const any = address.address === '0.0.0.0' || address.address === '::';
  const host = any ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `${host}:${address.port}`;
}

function introduce(demo: DemoCredentials, created: boolean, path: string): void {
  if (created) {
    console.log('Created the organization "demo" with a user, an access key and one contract per engine.');
  }
  console.log(`
  accessKey   ${demo.accessKey}
  secretKey   ${demo.secretKey}
  contracts   t4oo ${demo.contracts.t4oo}
              real-time ${demo.contracts['real-time']}
              custom ${demo.contracts.custom}
  (also, with the admin token, in ${path})

Translate, signed:
  ${signedCurl(demo)}

Or with a token:
  ${tokenCurl(demo)}
`);
}

/** The nonce is made when the line runs: it has to be fresh. */
export function signedCurl(demo: DemoCredentials): string {
  const path = '/api/v1/translate';
  const body = JSON.stringify({
    fieldId: '1',
    text: ['このかばんはいくらですか。'],
    sourceLang: 'ja',
    targetLang: 'en',
    contractId: demo.contracts.t4oo,
  });
  return `N=$(date +%s)000; curl -sS ${demo.baseUrl}${path} -H 'Content-Type: application/json' -H 'accessKey: ${demo.accessKey}' -H "nonce: $N" -H "signature: $(printf %s "$N${path}" | openssl dgst -sha256 -hmac ${demo.secretKey} -r | cut -d' ' -f1)" -d '${body}'`;
}

export function tokenCurl(demo: DemoCredentials): string {
  const body = JSON.stringify({ accessKey: demo.accessKey, secretKey: demo.secretKey });
  return `T=$(curl -sS ${demo.baseUrl}/api/v1/token -H 'Content-Type: application/json' -d '${body}' | sed 's/.*"encodedJWT":"\\([^"]*\\)".*/\\1/'); curl -sS ${demo.baseUrl}/api/v1/hello -H "Authorization: Bearer $T"`;
}
