import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FORMATS } from '../base/engine.js';
import { INFERENCE_SETTINGS } from './inference.js';
import {
  choice,
  flag,
  integer,
  listenAddress,
  origins,
  path,
  ports,
  postgresUrl,
  renamed,
  text,
  webAddress,
} from './setting.js';

/** The form of the secrets that the service makes for its callers. */
const CLIENT_SECRET = /^[0-9a-f]{96}$/;
const MODELS = fileURLToPath(new URL('../../models', import.meta.url));

/** Longer than other files on purpose: one table. Every setting of the service. `docs/reference/settings.md` is held to this table by a test. */
export const SETTINGS = {
  host: text('HOST', '127.0.0.1', 'Address to listen on. `0.0.0.0` opens the service to the network.'),
  port: integer(
    'PORT',
    8080,
    { unit: 'port', least: 0, most: 65_535 },
    'Port to listen on. 0 takes a free one.',
  ),
  data: path(
    'KOTOBASHI_DATA',
    resolve('data'),
    'Folder for the bundled PostgreSQL, keys and the demo credentials. Default: `data` in the working folder.',
  ),
  databaseUrl: postgresUrl(
    'DATABASE_URL',
    'A PostgreSQL 15 or newer to use instead of the bundled one: `postgres://user:password@host:5432/database`.',
  ),
  models: path('KOTOBASHI_MODELS', MODELS, 'Folder with the models. Default: `models` of the installation.'),
  diskReserveMegabytes: integer(
    'KOTOBASHI_DISK_RESERVE_MB',
    256,
    { unit: 'MiB', least: 0, most: 10_000_000 },
    'Free space on the disk of the data folder below which nothing new is taken in, so that what was accepted can end. With `DATABASE_URL` the disk is that of the database, which tells only when it is full.',
  ),
  config: path(
    'KOTOBASHI_CONFIG',
    undefined,
    'A JSON file with settings, `{"PORT": "9000"}`. The environment wins over it.',
  ),
  masterKey: renamed(
    text(
      'KOTOBASHI_MASTER_KEY',
      undefined,
      'Base64 of the 32 bytes that encrypt secret keys at rest; further ones behind it still decrypt. Default: made at first start in `<data>/secret.key`.',
    ),
    // Clients have their own secret under this name; what they have was made by us, or is refused with a sentence.
    { env: 'KOTOBASHI_SECRET_KEY', unless: CLIENT_SECRET },
  ),
  masterKeyFile: renamed(
    path(
      'KOTOBASHI_MASTER_KEY_FILE',
      undefined,
      'A file that holds it instead, for example a mounted secret.',
    ),
    { env: 'KOTOBASHI_SECRET_KEY_FILE' },
  ),
  masterKeyCommand: renamed(
    text(
      'KOTOBASHI_MASTER_KEY_COMMAND',
      undefined,
      'A command that prints it instead, for example one that asks a key management service.',
    ),
    { env: 'KOTOBASHI_SECRET_KEY_COMMAND' },
  ),
  adminToken: text(
    'KOTOBASHI_ADMIN_TOKEN',
    undefined,
    'Bearer token of the admin interface, of 128 bits or more. Default: made at first start in `<data>/admin.token`.',
  ),
  adminListen: listenAddress(
    'KOTOBASHI_ADMIN_LISTEN',
    'Where the admin interface and `/metrics` are served instead of beside the public interface: a port on loopback, `host:port`, or the path of a socket.',
  ),
  metricsToken: text(
    'KOTOBASHI_METRICS_TOKEN',
    undefined,
    'Bearer token that `/metrics` asks for. Default: none.',
  ),
  demo: choice(
    'KOTOBASHI_DEMO',
    'auto',
    ['auto', '0', '1'],
    'Whether there is a demo organization with a key and contracts. `auto`: only after a first start on loopback with the bundled database; 1, or `serve --demo`: always.',
  ),
  tlsCert: path(
    'KOTOBASHI_TLS_CERT',
    undefined,
    'Certificate chain (PEM). With a key, the service speaks HTTPS.',
  ),
  tlsKey: path('KOTOBASHI_TLS_KEY', undefined, 'Private key (PEM) of the certificate.'),
  trustProxy: flag(
    'KOTOBASHI_TRUST_PROXY',
    false,
    'Whether a reverse proxy stands before the service: the last address in `X-Forwarded-For` is then the caller.',
  ),
  publicUrl: webAddress(
    'KOTOBASHI_PUBLIC_URL',
    'Where callers reach the service, for the addresses of files that it gives to clients of LibreTranslate. Default: the address of the connection.',
  ),
  corsOrigins: origins(
    'KOTOBASHI_CORS_ORIGINS',
    'Origins whose pages may call, joined by commas; `*` for all.',
  ),
  logLevel: choice(
    'KOTOBASHI_LOG_LEVEL',
    'info',
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    'Least weight of the lines that are logged.',
  ),
  poolSize: integer(
    'KOTOBASHI_POOL_SIZE',
    10,
    { unit: 'connections', least: 2, most: 500 },
    'Most PostgreSQL connections of one process.',
  ),
  nonceWindow: integer(
    'KOTOBASHI_NONCE_WINDOW',
    300,
    { unit: 'seconds', least: 1, most: 86_400 },
    'How far a nonce may lie from the clock of the service, in both directions.',
  ),
  replayCheck: flag(
    'KOTOBASHI_REPLAY_CHECK',
    true,
    'Whether a change whose nonce was already used is refused.',
  ),
  ratePerMinute: integer(
    'KOTOBASHI_RATE_PER_MINUTE',
    60,
    { unit: 'requests per minute', least: 1, most: 100_000_000 },
    'Synchronous phrase-pair translations per key, unless the contract says otherwise.',
  ),
  formats: choice(
    'KOTOBASHI_FORMATS',
    'keep',
    FORMATS,
    'Dates, times and units, unless the contract says otherwise: as the source writes them, or in the form of the target language. Values stay.',
  ),
  maxInFlight: integer(
    'KOTOBASHI_MAX_IN_FLIGHT',
    512,
    { unit: 'requests', least: 1, most: 100_000 },
    'Requests worked on at once; more are answered 503.',
  ),
  maxInFlightPerOrganization: integer(
    'KOTOBASHI_MAX_IN_FLIGHT_PER_ORGANIZATION',
    256,
    { unit: 'requests', least: 1, most: 100_000 },
    'Of these, requests of one organization (or, before it is known, one address).',
  ),
  requestDeadline: integer(
    'KOTOBASHI_REQUEST_DEADLINE',
    120,
    { unit: 'seconds', least: 1, most: 86_400 },
    'A synchronous translation that takes longer is answered 503 with a hint at the asynchronous way.',
  ),
  statementTimeout: integer(
    'KOTOBASHI_STATEMENT_TIMEOUT',
    60,
    { unit: 'seconds', least: 1, most: 86_400 },
    'A database statement that takes longer is given up.',
  ),
  bodyLimit: integer(
    'KOTOBASHI_BODY_LIMIT',
    4_194_304,
    { unit: 'bytes', least: 1024, most: 1_073_741_824 },
    'Largest JSON body.',
  ),
  dictionaryLimit: integer(
    'KOTOBASHI_DICTIONARY_LIMIT',
    50_000,
    { unit: 'entries', least: 1, most: 1_000_000 },
    'Most entries in the dictionary of one user.',
  ),
  deeplInterface: flag(
    'KOTOBASHI_DEEPL',
    true,
    'Whether clients of DeepL may call: see docs/reference/compatible-interfaces.md.',
  ),
  libreTranslateInterface: flag(
    'KOTOBASHI_LIBRETRANSLATE',
    true,
    'Whether clients of LibreTranslate may call: see docs/reference/compatible-interfaces.md.',
  ),
  googleInterface: flag(
    'KOTOBASHI_GOOGLE',
    true,
    'Whether clients of Google Translation may call: see docs/reference/compatible-interfaces.md.',
  ),
  microsoftInterface: flag(
    'KOTOBASHI_MICROSOFT',
    true,
    'Whether clients of Microsoft Translator may call: see docs/reference/compatible-interfaces.md.',
  ),
  callbackAllowPrivate: flag(
    'KOTOBASHI_CALLBACK_ALLOW_PRIVATE',
    false,
    'Whether callbacks may go to loopback, link-local and private addresses.',
  ),
  callbackLowPorts: ports(
    'KOTOBASHI_CALLBACK_LOW_PORTS',
    [80, 443],
    'Ports below 1024 that callbacks may go to, joined by commas.',
  ),
  callbackPause: integer(
    'KOTOBASHI_CALLBACK_PAUSE',
    5000,
    { unit: 'milliseconds', least: 1, most: 3_600_000 },
    'Pause after the first failed attempt to deliver a callback; it doubles with every further one, up to an hour.',
  ),
  workers: flag(
    'KOTOBASHI_WORKERS',
    true,
    'Whether `serve` also does the background work. 0 leaves it to `kotobashi worker` processes.',
  ),
  trainingsPerOrganization: integer(
    'KOTOBASHI_TRAININGS_PER_ORGANIZATION',
    1,
    { unit: 'jobs', least: 1, most: 100 },
    'Trainings of one organization that run at the same time; further ones wait their turn.',
  ),
  customModelMegabytes: integer(
    'KOTOBASHI_CUSTOM_MODEL_MEGABYTES',
    512,
    { unit: 'MiB', least: 16, most: 1_000_000 },
    'Trained models kept in memory; those not used for longest make room and are loaded again when asked for. One that is larger than this is kept alone.',
  ),
  workerLease: integer(
    'KOTOBASHI_WORKER_LEASE',
    30,
    { unit: 'seconds', least: 1, most: 3600 },
    'A worker that was not heard of for this long is taken for dead, and its work is taken over.',
  ),
  backlogJobs: integer(
    'KOTOBASHI_BACKLOG_JOBS',
    20_000,
    { unit: 'jobs', least: 1, most: 10_000_000 },
    'Asynchronous translations of one account that may wait or run at a time; more are answered with "busy".',
  ),
  backlogCharacters: integer(
    'KOTOBASHI_BACKLOG_CHARACTERS',
    50_000_000,
    { unit: 'characters', least: 1, most: 1_000_000_000_000 },
    'Characters of these translations together.',
  ),
  fileMegabytes: integer(
    'KOTOBASHI_FILE_MB',
    32,
    { unit: 'MiB', least: 1, most: 256 },
    'Largest file that is taken for translation.',
  ),
  backlogFiles: integer(
    'KOTOBASHI_BACKLOG_FILES',
    500,
    { unit: 'files', least: 1, most: 1_000_000 },
    'Files (times target languages) of one account that may wait or run at a time; more are answered with "busy".',
  ),
  fileThreads: integer(
    'KOTOBASHI_FILE_THREADS',
    2,
    { unit: 'threads', least: 1, most: 64 },
    'Threads that read and write documents.',
  ),
  fileMemoryMegabytes: integer(
    'KOTOBASHI_FILE_MEMORY_MB',
    1024,
    { unit: 'MiB', least: 128, most: 65_536 },
    'Memory that one of these threads may take; a document that needs more is refused.',
  ),
  shutdownDelay: integer(
    'KOTOBASHI_SHUTDOWN_DELAY',
    0,
    { unit: 'seconds', least: 0, most: 3600 },
    'How long the service goes on answering after it was told to stop, while `/readyz` says 503: as long as a load balancer needs to notice.',
  ),
  drainSeconds: integer(
    'KOTOBASHI_DRAIN_SECONDS',
    30,
    { unit: 'seconds', least: 0, most: 3600 },
    'How long open requests may take to finish when the service stops.',
  ),
  segmentCacheEntries: integer(
    'KOTOBASHI_SEGMENT_CACHE_ENTRIES',
    50_000,
    { unit: 'sentences', least: 0, most: 10_000_000 },
    'Translated sentences kept in memory. 0 turns the segment cache off.',
  ),
  segmentCacheMegabytes: integer(
    'KOTOBASHI_SEGMENT_CACHE_MB',
    64,
    { unit: 'MiB', least: 1, most: 65_536 },
    'Memory that the segment cache may take.',
  ),
  nearMatchPercent: integer(
    'KOTOBASHI_NEAR_MATCH_PERCENT',
    50,
    { unit: 'percent', least: 1, most: 100 },
    'Similarity from which a stored phrase pair helps the model with a sentence like it.',
  ),
  modelThreads: integer(
    'KOTOBASHI_MODEL_THREADS',
    availableParallelism(),
    { unit: 'threads', least: 1, most: 256 },
    'Threads that translate. Default: one per core that the process may use.',
  ),
  modelRows: integer(
    'KOTOBASHI_MODEL_ROWS',
    32,
    { unit: 'rows', least: 1, most: 512 },
    'Rows that share one decoder step of a thread: one for a greedy sentence, two for a search.',
  ),
  modelBeam: integer(
    'KOTOBASHI_MODEL_BEAM',
    0,
    { unit: 'hypotheses', least: 0, most: 8 },
    'Hypotheses that the search follows per sentence: more are better and slower. 0: what the manifest of the model says.',
  ),
  modelQueue: integer(
    'KOTOBASHI_MODEL_QUEUE',
    20_000,
    { unit: 'sentences', least: 1, most: 10_000_000 },
    'Sentences that may wait for the model; more are answered with "busy".',
  ),
  modelMemoryMegabytes: integer(
    'KOTOBASHI_MODEL_MEMORY_MB',
    2048,
    { unit: 'MiB', least: 1, most: 1_048_576 },
    'Weights that may be in memory, all threads together; idle models leave when others need their room.',
  ),
  ...INFERENCE_SETTINGS,
} as const;
