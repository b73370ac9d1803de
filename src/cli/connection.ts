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

/** The service that the options and the environment name. */
export function connect(
  options: { readonly url?: string | undefined; readonly contract?: string | undefined },
  environment: NodeJS.ProcessEnv = process.env,
): Kotobashi {
  const accessKey = environment['KOTOBASHI_ACCESS_KEY'];
  const secretKey = environment['KOTOBASHI_SECRET_KEY'];
  if (accessKey === undefined || secretKey === undefined) {
    throw new NotConnected(
      'Set KOTOBASHI_ACCESS_KEY and KOTOBASHI_SECRET_KEY to the keys that the service printed or an operator gave you.',
    );
  }
  const contractId = options.contract ?? environment['KOTOBASHI_CONTRACT'];
  return new Kotobashi({
    baseUrl: options.url ?? environment['KOTOBASHI_URL'] ?? 'http://127.0.0.1:8080',
    authentication: { accessKey, secretKey },
    ...(contractId !== undefined && { contractId }),
  });
}
