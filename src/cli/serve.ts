import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type DemoCredentials, ensureDemo } from '../accounts/demo.js';
import { isLoopback } from '../base/loopback.js';
import { composeLogger } from '../compose/logger.js';
import { refuseDamaged, startModel, warmUp } from '../compose/model.js';
import type { Service } from '../compose/service.js';
import { readSettings, type Settings } from '../settings/read-settings.js';
import { ServerLock } from '../store/server-lock.js';
import type { Command } from './command.js';
import { adminDoor, listenAt, publicDoor } from './listen.js';
import { stopSignal } from './stop-signal.js';

/** Starts the service and stays until it is told to stop. */
export const serveCommand: Command = async (args) => {
  const { values } = parseArgs({ args: [...args], options: { demo: { type: 'boolean' } } });
  const settings = readSettings();
  const logger = composeLogger(settings);
  // Before anything is opened: a signal during the start must not leave a database behind.
  const stop = stopSignal();
  // First of all: threads read the weights while this one loads the rest of the program.
  const starting = startModel(settings, logger);
  try {
    refuseDamaged(starting.model);
    const { composeService } = await import('../compose/service.js');
    const service = await composeService(settings, logger, starting);
    // Servers on a database of their own may be many; the folder's database is for one.
    const lock = settings.databaseUrl === undefined ? await ServerLock.take(service.store) : 'not needed';
    try {
      if (lock === undefined) {
        console.error(
          `Another server already runs on the data folder ${settings.data}. Stop it, or set KOTOBASHI_DATA to a folder of its own.`,
        );
        return 1;
      }
      await Promise.all([service.app.ready(), service.pipeline.prepare(), starting.warm]);
      // Now that they were read: some faults show only then.
      refuseDamaged(starting.model);
      if (service.languages.list().length === 0) {
        console.error(
          `No model was found in ${settings.models}: nothing can be translated until there is one.`,
        );
      }
      if (settings.inference !== 'local') await warmUp(service.model, logger);
      await listen(service, settings, values.demo === true);
      logger.info(`stopping because of ${await stop}`);
      console.log('Stopping: open requests are finished first.');
    } finally {
      if (lock instanceof ServerLock) lock.close();
      await service.close();
    }
  } finally {
    await starting.close();
  }
  return 0;
};

/** Opens the doors, and says where they are and how to begin. */
async function listen(service: Service, settings: Settings, wantsDemo: boolean): Promise<void> {
  const scheme = settings.tlsCert === undefined ? 'http' : 'https';
  await listenAt(service.app, publicDoor(settings));
  const baseUrl = `${scheme}://${reachable(service.app.server.address())}`;
  if (settings.adminListen !== undefined) {
    await listenAt(service.adminApp, adminDoor(settings.adminListen));
    console.log(`The admin interface listens at ${settings.adminListen}.`);
  }
  console.log(`Kotobashi listens at ${baseUrl}   (interface: ${baseUrl}/docs)`);
  const path = join(settings.data, 'demo.json');
  const where = { baseUrl, adminToken: service.adminToken };
  const isAskedFor = wantsDemo || settings.demo === '1';
  const demo =
    isAskedFor || isTrial(settings) ? await ensureDemo(service, path, where, isAskedFor) : undefined;
  if (demo?.created) introduce(demo.credentials, path);
  else console.log(howToBegin(demo !== undefined, path));
  if (service.app.hasRoute({ method: 'GET', url: '/console' })) {
    const accessKey = isLoopback(settings.host) ? demo?.credentials.accessKey : undefined;
    console.log(openLine(`${baseUrl}/console/`, accessKey && service.signInCodes.issue(accessKey)));
  }
  console.log('Press Ctrl-C to stop.');
}

/** An address that works when pasted: nobody can connect to 0.0.0.0 everywhere. */
function reachable(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string')
    throw new Error('The service does not listen on a port.');
  const any = address.address === '0.0.0.0' || address.address === '::';
  const host = any ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `${host}:${address.port}`;
}

/** Somebody tries the service on his own machine: nobody else can reach it, and nothing else is in the database. */
function isTrial({ demo, host, databaseUrl }: Settings): boolean {
  return demo === 'auto' && databaseUrl === undefined && isLoopback(host);
}

/** Last before the service waits: the line that people look for. The code stands behind `#`, which no browser sends. */
function openLine(consoleUrl: string, code: string | undefined): string {
  return code === undefined
    ? `Open ${consoleUrl} and sign in with an access key.`
    : `\nOpen  ${consoleUrl}#code=${code}\n      (signs you in as the demo user: once, within ten minutes, on this machine)\n`;
}

function howToBegin(hasDemo: boolean, path: string): string {
  return hasDemo
    ? `The keys of the demo organization are in ${path}. A new key: kotobashi admin keys create (docs/guides/keys.md).`
    : 'A first key: kotobashi admin organizations create, users create, keys create, contracts create (docs/guides/keys.md).';
}

function introduce(demo: DemoCredentials, path: string): void {
  console.log('Created the organization "demo" with a user, an access key and one contract per engine.');
  console.log(`
  accessKey   ${demo.accessKey}
  secretKey   ${demo.secretKey}
  contracts   t4oo ${demo.contracts.t4oo}
              real-time ${demo.contracts['real-time']}
              custom ${demo.contracts.custom}
              file ${demo.contracts.file}
  (the secret is shown this once; also, with the admin token, in ${path})

Translate, signed:
  ${signedCurl(demo)}

Or with a token:
  ${tokenCurl(demo)}
`);
}

/** The nonce is made when the line runs: it has to be fresh. */
function signedCurl(demo: DemoCredentials): string {
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

function tokenCurl(demo: DemoCredentials): string {
  const body = JSON.stringify({ accessKey: demo.accessKey, secretKey: demo.secretKey });
  return `T=$(curl -sS ${demo.baseUrl}/api/v1/token -H 'Content-Type: application/json' -d '${body}' | sed 's/.*"encodedJWT":"\\([^"]*\\)".*/\\1/'); curl -sS ${demo.baseUrl}/api/v1/hello -H "Authorization: Bearer $T"`;
}
