import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';

export let app: TestApp;
export let customer: Tenant;
/** For files of the test, gone after it. */
export let folder: string;

/** Gives the test file that calls it a service with a customer who may translate texts and files. */
export function withCustomer(): void {
  beforeAll(async () => {
    app = await testApp({ ratePerMinute: 10_000 });
    customer = await app.tenant();
    const files = { name: 'files', kind: 'file', engine: 't4oo' } as const;
    await app.service.contracts.create(customer.organization.id, files);
    folder = mkdtempSync(join(tmpdir(), 'kotobashi-client-'));
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** How programs of the customer are told where the service is and who they are. */
export function environment(): Readonly<Record<string, string>> {
  const { accessKey, secretKey } = customer.key;
  return {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    KOTOBASHI_URL: app.url,
    KOTOBASHI_ACCESS_KEY: accessKey,
    KOTOBASHI_SECRET_KEY: secretKey,
    KOTOBASHI_CONTRACT: customer.contracts.t4oo.id,
  };
}

export const SENTENCE = '今日は雨です。\n';
/** What its translation has to hold. */
export const RAIN = /rain/i;
