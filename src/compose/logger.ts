import { type DestinationStream, type Logger, pino } from 'pino';
import { loggedError } from '../base/logged-error.js';
import type { Settings } from '../settings/read-settings.js';

/** Names under which secrets could reach a log line. */
const REDACTED = ['secretKey', 'encodedJWT', 'adminToken', 'authorization', 'signature', 'password'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

/** Logs go to standard error unless somebody else wants them: standard output is for what a command answers. */
export function composeLogger(
  settings: Pick<Settings, 'logLevel'>,
  destination: DestinationStream = pino.destination(2),
): Logger {
  return pino({ level: settings.logLevel, redact: REDACTED, serializers: { err: loggedError } }, destination);
}
