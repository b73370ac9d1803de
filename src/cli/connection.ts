import { Kotobashi } from '#client';

/** Options of commands that talk to a running service. Keys come from the environment, which other users cannot read. */
export const CONNECTION_OPTIONS = {
  url: { type: 'string' },
  contract: { type: 'string' },
} as const;

export const CONNECTION_USAGE =
  '[--url http://127.0.0.1:8080] with KOTOBASHI_ACCESS_KEY and KOTOBASHI_SECRET_KEY';

/** What the user left out; the message says what to do. */
export class NotConnected extends Error {}

interface ConnectionOptions {
  readonly url?: string | undefined;
  readonly contract?: string | undefined;
}

/** Address of the service that the options or the environment name. */
export function addressOf({ url }: ConnectionOptions, environment: NodeJS.ProcessEnv = process.env): string {
  return url ?? environment.KOTOBASHI_URL ?? 'http://127.0.0.1:8080';
}

/** The contract that they name. */
export function contractOf(
  { contract }: ConnectionOptions,
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  return contract ?? environment.KOTOBASHI_CONTRACT;
}

/** The service, or undefined when the environment holds no keys. */
export function connectIfKeys(
  options: ConnectionOptions,
  environment: NodeJS.ProcessEnv = process.env,
): Kotobashi | undefined {
  const accessKey = environment.KOTOBASHI_ACCESS_KEY;
  const secretKey = environment.KOTOBASHI_SECRET_KEY;
  if (accessKey === undefined || secretKey === undefined) return undefined;
  const contractId = contractOf(options, environment);
  return new Kotobashi({
    baseUrl: addressOf(options, environment),
    authentication: { accessKey, secretKey },
    ...(contractId !== undefined && { contractId }),
  });
}

export function connect(options: ConnectionOptions): Kotobashi {
  const service = connectIfKeys(options);
  if (service !== undefined) return service;
  throw new NotConnected(
    'Set KOTOBASHI_ACCESS_KEY and KOTOBASHI_SECRET_KEY to the keys that the service printed or an operator gave you.',
  );
}
