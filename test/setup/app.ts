import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import type { Contract } from '#src/accounts/contracts.js';
import type { NewKey } from '#src/accounts/key-admin.js';
import type { Organization, User } from '#src/accounts/organization-admin.js';
import { composeLogger, composeService, type Service } from '#src/compose/service.js';
import type { ModelPort } from '#src/model/model-port.js';
import { readSettings, type Settings } from '#src/settings/read-settings.js';
import { type FreshDatabase, freshDatabase } from './database.js';
import { sharedModel } from './model.js';

/** An organization with one user, key and text contract per engine. */
export interface Tenant {
  readonly organization: Organization;
  readonly user: User;
  readonly key: NewKey;
  readonly contracts: Readonly<Record<Contract['engine'], Contract>>;
}

export interface CallOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' | 'PATCH';
  /** Sent as JSON; a string or buffer is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly nonce?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed when it is JSON. */
  readonly body: unknown;
}

/** The whole service on a database of its own, in this process; requests go through HTTP. */
export interface TestApp {
  readonly service: Service;
  readonly database: FreshDatabase;
  readonly url: string;
  /** A new organization with everything a client needs. */
  tenant(options?: { profile?: 'standard' | 'legacy' }): Promise<Tenant>;
  /** Signs as a client would and sends. */
  call(tenant: Tenant, path: string, options?: CallOptions): Promise<Answer>;
  /** Sends as it is. */
  send(path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * @param log takes what the service logs, as much of it as `logLevel` says
 * @param ownModel of this service alone; it is closed with it
 */
export async function testApp(
  settings: Partial<Settings> = {},
  log?: DestinationStream,
  ownModel?: ModelPort,
): Promise<TestApp> {
  const database = await freshDatabase(2);
  const folder = mkdtempSync(join(tmpdir(), 'kotobashi-app-'));
  const complete: Settings = {
    ...readSettings({}),
    port: 0,
    data: folder,
    databaseUrl: database.url,
    logLevel: 'silent',
    drainSeconds: 1,
    ...settings,
  };
  const model = ownModel ?? sharedModel(complete.models);
  const service = await composeService(complete, composeLogger(complete, log), { model });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const address = service.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The test service does not listen.');
  const url = `http://127.0.0.1:${address.port}`;
  let lastNonce = 0;

  const send: TestApp['send'] = async (path, options = {}) => {
    const raw = typeof options.body === 'string' || options.body instanceof Uint8Array;
    const response = await fetch(`${url}${path}`, {
      method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && {
        body: raw ? (options.body as string) : JSON.stringify(options.body),
      }),
    });
    const text = await response.text();
    const isJson = /json(;|$)/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
  };

  return {
    service,
    database,
    url,
    send,
    async tenant(options = {}) {
      const organization = await service.organizationAdmin.createOrganization(
        `org ${randomBytes(4).toString('hex')}`,
      );
      const user = await service.organizationAdmin.createUser(organization.id, 'user');
      const key = await service.keyAdmin.create(organization.id, user.id, { profile: options.profile });
      const contract = (engine: Contract['engine']) =>
        service.contracts.create(organization.id, { name: engine, kind: 'text', engine });
      return {
        organization,
        user,
        key,
        contracts: {
          t4oo: await contract('t4oo'),
          'real-time': await contract('real-time'),
          custom: await contract('custom'),
        },
      };
    },
    call(tenant, path, options = {}) {
      lastNonce = Math.max(Date.now(), lastNonce + 1);
      const nonce = options.nonce ?? String(lastNonce);
      const { accessKey, secretKey } = tenant.key;
      const signature = createHmac('sha256', secretKey).update(`${nonce}${path}`).digest('hex');
      return send(path, { ...options, headers: { accessKey, nonce, signature, ...options.headers } });
    },
    async close() {
      await service.close();
      await ownModel?.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
