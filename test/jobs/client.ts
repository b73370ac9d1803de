import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answer, Tenant, TestApp } from '../setup/app.js';

/** `data` of an answer. */
export function dataOf(answer: Answer): Readonly<Record<string, unknown>> {
  const { body } = answer;
  if (typeof body !== 'object' || body === null || !('data' in body)) throw new Error(JSON.stringify(answer));
  return Object.fromEntries(Object.entries(body.data ?? {}));
}

/** A request for the phrase-pair engine. */
export function orderOf(tenant: Tenant, text: readonly string[]) {
  return { fieldId: '1', text, sourceLang: 'ja', targetLang: 'en', contractId: tenant.contracts.t4oo.id };
}

/** Submits a translation and expects it to be accepted. */
export async function submit(app: TestApp, tenant: Tenant, body: object): Promise<string> {
  const answer = await app.call(tenant, '/api/v1/translate/async', { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(dataOf(answer).queueId);
}

/** Asks until the translation has ended. */
export async function finished(app: TestApp, tenant: Tenant, queueId: string): Promise<Answer> {
  for (;;) {
    const answer = await app.call(tenant, `/api/v1/translate/async/${queueId}`);
    if (answer.status !== 202) return answer;
    expect(dataOf(answer).message).toBe('In progress...');
    await sleep(20);
  }
}
