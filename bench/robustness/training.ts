import { signedHeaders } from '../faults/signed-client.js';
import type { Tenant } from './service-process.js';

/** Sends a file of pairs to train on; returns the status of the answer. */
export async function sendTraining(url: string, tenant: Tenant): Promise<number> {
  const path = '/api/v1/training/train';
  const rows = Array.from(
    { length: 200 },
    (_, at) => `Open the panel number ${at}.\t${at}番のパネルを開きます。`,
  );
  const form = new FormData();
  form.set('firstLang', 'en');
  form.set('secondLang', 'ja');
  form.set('field', 'L100001');
  form.set('contractId', tenant.customContractId);
  form.set('file', new Blob([rows.join('\n')]), 'pairs.tsv');
  const headers = signedHeaders(tenant, path, String(Date.now()));
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: form });
  await response.text();
  return response.status;
}
