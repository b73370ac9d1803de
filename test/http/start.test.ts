import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { serveCommand } from '#src/cli/serve.js';
import { startSentence } from '#src/cli/start-sentence.js';
import { composeAccounts, composeLogger } from '#src/compose/accounts.js';
import { readSettings } from '#src/settings/read-settings.js';
import { type FreshDatabase, freshDatabase } from '../setup/database.js';
import { oldPostgres } from '../setup/old-postgres.js';
import { isWhole } from '../setup/sample.js';

/** Whole processes start, on a machine that may be busy. */
const LIMIT_MS = 300_000;
const PROGRAM = new URL('../../bin/kotobashi.js', import.meta.url).pathname;
const STRONG_TOKEN = randomBytes(32).toString('hex');
const MASTER_KEY = randomBytes(32).toString('base64');
const NOBODY = 65_534;
/** Runs a command in a place of its own, where the folder named first is a disk without room for a single file. */
const ON_A_FULL_DISK = [
  'unshare',
  '-rm',
  'sh',
  '-c',
  'mount -t tmpfs -o nr_inodes=1 none "$0" && exec "$@"',
] as const;
const canFillDisk = (): boolean => {
  const [command, ...args] = ON_A_FULL_DISK;
  return spawnSync(command, [...args, tmpdir(), 'true']).status === 0;
};

let folder: string;
let database: FreshDatabase;
let taken: Server;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-start-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'no-models'));
  writeFileSync(join(folder, 'file'), 'x');
  mkdirSync(join(folder, 'locked'), { mode: 0o555 });
  database = await freshDatabase(2);
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(async () => {
  taken.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly errors: string;
}

/** What a service would start with, but for what is wrong with it. */
function environmentWith(wrong: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return {
    KOTOBASHI_LOG_LEVEL: 'error',
    PORT: '0',
    DATABASE_URL: database.url,
    KOTOBASHI_DATA: join(folder, 'data'),
    KOTOBASHI_MASTER_KEY: MASTER_KEY,
    KOTOBASHI_ADMIN_TOKEN: STRONG_TOKEN,
    // Weights take seconds to read, and nothing is translated here.
    KOTOBASHI_INFERENCE: 'pool',
    KOTOBASHI_INFERENCE_POOL: 'http://127.0.0.1:9',
    KOTOBASHI_INFERENCE_SECRET_FILE: join(folder, 'inference.secret'),
    ...wrong,
  };
}

/** Starts the service as an operator would; it has to end by itself. */
async function start(
  wrong: Readonly<Record<string, string>>,
  options: { uid?: number; before?: readonly string[] } = {},
): Promise<Ended> {
  const [program = '', ...args] = [...(options.before ?? []), process.execPath, PROGRAM, 'serve'];
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...environmentWith(wrong) },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const [code] = await once(child, 'exit');
  return { code, errors };
}

/** The same command in this process, where the program is loaded already; gives the sentence that it ends with. */
async function refusal(wrong: Readonly<Record<string, string>>): Promise<string | undefined> {
  for (const [name, value] of Object.entries(environmentWith(wrong))) vi.stubEnv(name, value);
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = signals.map((signal) => process.listeners(signal));
  try {
    await serveCommand([]);
    return undefined;
  } catch (error) {
    return startSentence(error);
  } finally {
    vi.unstubAllEnvs();
    for (const [at, signal] of signals.entries()) {
      for (const listener of process.listeners(signal)) {
        if (!before[at]?.includes(listener)) process.off(signal, listener);
      }
    }
  }
}

it('says that a disk is full where the system does not say which file', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(startSentence(full)).toBe(
    'A file could not be written (ENOSPC): there is no space left on its disk. Make room and start again.',
  );
});

/** What is wrong, and what the sentence about it must say. */
const WRONG: readonly (readonly [string, () => Readonly<Record<string, string>>, RegExp])[] = [
  ['a port in use', () => ({ PORT: String(port) }), /cannot listen at 127\.0\.0\.1:\d+: another program/],
  ['a port that is no number', () => ({ PORT: 'abc' }), /PORT must be a whole number/],
  ['an address of another machine', () => ({ HOST: '203.0.113.1' }), /no such address\. Set HOST/],
  [
    'a port in use for the operator',
    () => ({ KOTOBASHI_ADMIN_LISTEN: String(port) }),
    /127\.0\.0\.1:\d+: another program listens there\. Stop it, or set KOTOBASHI_ADMIN_LISTEN/,
  ],
  [
    'a port for the operator that there is not',
    () => ({ KOTOBASHI_ADMIN_LISTEN: '99999' }),
    /no such port\. Set KOTOBASHI_ADMIN_LISTEN/,
  ],
  [
    'a door for the operator that is none',
    () => ({ KOTOBASHI_ADMIN_LISTEN: '127.0.0.1:' }),
    /KOTOBASHI_ADMIN_LISTEN must be a port/,
  ],
  [
    'an origin that no browser sends',
    () => ({ KOTOBASHI_CORS_ORIGINS: 'https://shop.example/' }),
    /KOTOBASHI_CORS_ORIGINS must be \* or origins/,
  ],
  ['an unknown setting', () => ({ KOTOBASHI_FOO: '1' }), /KOTOBASHI_FOO is not a setting\. The settings/],
  [
    'a misspelt setting',
    () => ({ KOTOBASHI_LOGLEVEL: 'warn' }),
    /KOTOBASHI_LOGLEVEL is not a setting\. Did you mean KOTOBASHI_LOG_LEVEL\?/,
  ],
  ['a setting with our name in front', () => ({ KOTOBASHI_PORT: '80' }), /Did you mean PORT\?/],
  ['a value that is not offered', () => ({ KOTOBASHI_DEMO: 'yes' }), /KOTOBASHI_DEMO must be one of/],
  [
    'ports that are none',
    () => ({ KOTOBASHI_CALLBACK_LOW_PORTS: 'abc' }),
    /KOTOBASHI_CALLBACK_LOW_PORTS must hold numbers/,
  ],
  ['a weak admin token', () => ({ KOTOBASHI_ADMIN_TOKEN: 'secret' }), /KOTOBASHI_ADMIN_TOKEN can be guessed/],
  ['a bad key', () => ({ KOTOBASHI_MASTER_KEY: 'short' }), /KOTOBASHI_MASTER_KEY must hold the Base64/],
  ['a malformed DATABASE_URL', () => ({ DATABASE_URL: 'db.internal' }), /DATABASE_URL must be an address/],
  [
    'an unreachable database',
    () => ({ DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' }),
    /DATABASE_URL cannot be reached at 127\.0\.0\.1:1/,
  ],
  [
    'a wrong password of the database',
    () => ({ DATABASE_URL: database.url.replace(/:[^:@/]+@/, ':hidden@') }),
    /refuses this user or this password/,
  ],
  [
    'a database that is not there',
    () => ({ DATABASE_URL: database.url.replace(/\/[^/?]+(\?|$)/, '/nowhere$1') }),
    /no database of this name/,
  ],
  [
    'a file in the place of the data folder',
    () => ({ DATABASE_URL: '', KOTOBASHI_DATA: join(folder, 'file') }),
    /file cannot be used: a file stands where a folder must be/,
  ],
  [
    'a file in the place of the folder of models',
    () => ({ KOTOBASHI_MODELS: join(folder, 'file') }),
    /file cannot be used: a file stands where a folder must be\. Set .*KOTOBASHI_MODELS/,
  ],
  [
    'a data folder where there can be none',
    () => ({ DATABASE_URL: '', KOTOBASHI_DATA: '/proc/kotobashi' }),
    /\/proc\/kotobashi cannot be used: (?:there is no such file or folder|this user may not|a file stands)/,
  ],
  ['half a certificate', () => ({ KOTOBASHI_TLS_CERT: join(folder, 'file') }), /HTTPS needs both/],
  [
    'a certificate that is none',
    () => ({ KOTOBASHI_TLS_CERT: join(folder, 'file'), KOTOBASHI_TLS_KEY: join(folder, 'file') }),
    /no certificate \(PEM\)/,
  ],
  [
    'a configuration that is none',
    () => ({ KOTOBASHI_CONFIG: join(folder, 'file') }),
    /KOTOBASHI_CONFIG names/,
  ],
];

describe('a start that cannot succeed ends with one sentence', { timeout: LIMIT_MS }, () => {
  beforeAll(() => writeFileSync(join(folder, 'inference.secret'), STRONG_TOKEN));

  it.each(WRONG)('about %s', async (_what, environment, sentence) => {
    const said = await refusal(environment());
    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/hidden|\n/);
  });

  // A setting and a file; where a folder and a disk are wrong below, whole processes get further.
  it.each(WRONG.filter((_, at) => isWhole || at % 12 === 6))(
    'and the process with it: %s',
    async (_what, environment, sentence) => {
      const { code, errors } = await start(environment());
      expect(errors).toMatch(sentence);
      expect(errors).toMatch(/^kotobashi: [^\n]+\n$/);
      expect(errors).not.toContain('hidden');
      expect(code).toBe(1);
    },
  );

  it('about a model of which a file is cut off, or changed', async () => {
    const noise = join(inject('noiseModels'), 'noise');
    cpSync(noise, join(folder, 'damaged', 'noise'), { recursive: true });
    const weights = join(folder, 'damaged', 'noise', 'weights-0.bin');
    const whole = readFileSync(weights);
    const begin = { KOTOBASHI_MODELS: join(folder, 'damaged'), KOTOBASHI_INFERENCE: 'local' };
    writeFileSync(weights, whole.subarray(0, 1000));
    expect(await refusal(begin)).toMatch(/weights-0\.bin has 1000 bytes instead of \d+/);
    whole[1000] = (whole[1000] ?? 0) ^ 1;
    writeFileSync(weights, whole);
    // Found when it is read, a while after the start began: in a process, for nothing else may be said before.
    const { code, errors } = await start(begin);
    expect(errors).toMatch(
      /^kotobashi: [^\n]*weights-0\.bin was changed: its SHA-256 is [0-9a-f]{64} instead of [0-9a-f]{64}[^\n]*\n$/,
    );
    expect(code).toBe(1);
  });

  it('about a model that lost its manifest, or that it may not read', async () => {
    const models = join(folder, 'incomplete');
    const noise = join(models, 'noise');
    cpSync(join(inject('noiseModels'), 'noise'), noise, { recursive: true });
    rmSync(join(noise, 'manifest.json'));
    const begin = { KOTOBASHI_MODELS: models, KOTOBASHI_INFERENCE: 'local' };
    expect(await refusal(begin)).toMatch(/noise: the file manifest\.json is missing/);
    chmodSync(noise, 0o000);
    const isRoot = process.getuid?.() === 0;
    const { code, errors } = await start({ ...begin, DATABASE_URL: '' }, isRoot ? { uid: NOBODY } : {});
    chmodSync(noise, 0o755);
    expect(errors).toMatch(/^kotobashi: [^\n]*noise cannot be read \(EACCES\)[^\n]*\n$/);
    expect(code).toBe(1);
  });

  it('about a folder that it may not write to', async () => {
    const isRoot = process.getuid?.() === 0;
    const { code, errors } = await start(
      { DATABASE_URL: '', KOTOBASHI_DATA: join(folder, 'locked', 'data') },
      isRoot ? { uid: NOBODY } : {},
    );
    expect(errors).toMatch(
      /^kotobashi: \S*locked\/data cannot be used: this user may not read or write it\.[^\n]+\n$/,
    );
    expect(code).toBe(1);
  });

  it.skipIf(!canFillDisk())('about a disk without space', async () => {
    const full = join(folder, 'full');
    mkdirSync(full);
    const { code, errors } = await start(
      { DATABASE_URL: '', KOTOBASHI_DATA: join(full, 'data') },
      { before: [...ON_A_FULL_DISK, full] },
    );
    expect(errors).toMatch(/^kotobashi: \S*full\/data cannot be used: there is no space left[^\n]+\n$/);
    expect(code).toBe(1);
  });

  it('about a PostgreSQL that is too old', async () => {
    const old = await oldPostgres('13.14');
    const said = await refusal({ DATABASE_URL: old.url });
    old.close();
    expect(said).toMatch(/^The database is PostgreSQL 13\.14, and Kotobashi needs 15/);
  });

  it('about a master key that did not seal what is in the database', async () => {
    const settings = readSettings({ DATABASE_URL: database.url, KOTOBASHI_MASTER_KEY: MASTER_KEY });
    const accounts = await composeAccounts(settings, composeLogger({ logLevel: 'silent' }));
    const organization = await accounts.organizationAdmin.createOrganization('sealed');
    const user = await accounts.organizationAdmin.createUser(organization.id, 'user');
    await accounts.keyAdmin.create(organization.id, user.id);
    await accounts.close();
    const said = await refusal({ KOTOBASHI_MASTER_KEY: randomBytes(32).toString('base64') });
    expect(said).toMatch(/^The master key does not open/);
  });

  it('about a Node that is too old', async () => {
    const older = `data:text/javascript,${encodeURIComponent(
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })",
    )}`;
    const { code, errors } = await start({ NODE_OPTIONS: `--import=${older}` });
    expect(errors).toMatch(
      /^kotobashi: this is Node 18\.20\.4, and Kotobashi needs 20\.19 or newer\.[^\n]+\n$/,
    );
    expect(code).toBe(1);
  });
});

it('says which version it is', () => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { stdout, status } = spawnSync(process.execPath, [PROGRAM, '--version'], { encoding: 'utf8' });
  expect({ status, version: stdout.trim() }).toEqual({ status: 0, version: JSON.parse(manifest).version });
});

describe('names in the environment that are none of the settings', () => {
  it.each([
    ['of the client', { KOTOBASHI_URL: 'http://x', KOTOBASHI_ACCESS_KEY: 'x', KOTOBASHI_CONTRACT: '1' }],
    [
      'of services beside it in Kubernetes',
      {
        KOTOBASHI_SERVICE_HOST: '10.0.0.1',
        KOTOBASHI_SERVICE_PORT_HTTP: '80',
        KOTOBASHI_PORT: 'tcp://10.0.0.1:80',
        KOTOBASHI_PORT_80_TCP_ADDR: '10.0.0.1',
        KOTOBASHI_ADMIN_PORT: 'tcp://10.0.0.2:80',
      },
    ],
    ['without a value', { KOTOBASHI_FOO: '' }],
  ])('do not disturb: %s', (_whose, environment) => {
    expect(readSettings(environment)).toMatchObject({ port: 8080 });
  });

  it('the secret of a client under the former name of the master key is not taken for it', () => {
    const warnings: string[] = [];
    const read = (value: string) =>
      readSettings({ KOTOBASHI_SECRET_KEY: value }, (warning) => warnings.push(warning)).masterKey;
    expect(read(randomBytes(48).toString('hex'))).toBeUndefined();
    expect(warnings).toEqual([]);
    expect(read(MASTER_KEY)).toBe(MASTER_KEY);
    expect(warnings).toEqual([expect.stringContaining('is now called KOTOBASHI_MASTER_KEY')]);
  });
});
