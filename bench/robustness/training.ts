import { signedHeaders } from '../faults/signed-client.js';
import type { Tenant } from './tenant.js';

const THINGS = [
  ...[
    ['panel', 'パネル'],
    ['valve', '弁'],
    ['filter', 'フィルター'],
    ['pump', 'ポンプ'],
    ['hose', 'ホース'],
  ],
  ...[
    ['cover', 'カバー'],
    ['belt', 'ベルト'],
    ['motor', 'モーター'],
    ['bolt', 'ボルト'],
    ['sensor', 'センサー'],
  ],
  ...[
    ['switch', 'スイッチ'],
    ['cable', 'ケーブル'],
    ['battery', '電池'],
    ['lamp', 'ランプ'],
    ['door', '扉'],
  ],
  ...[
    ['wheel', '車輪'],
    ['spring', 'ばね'],
    ['tank', 'タンク'],
    ['screen', '画面'],
  ],
] as const;

/** No two alike, of a small world, as the pairs of a manual are. */
function pair(at: number): string {
  const [one, other] = [THINGS[at % THINGS.length], THINGS[(at * 7 + 3) % THINGS.length]];
  return `Remove the ${one?.[0]} and check the ${other?.[0]} before step ${at}.\t手順${at}の前に${one?.[1]}を外し、${other?.[1]}を確認します。`;
}

/** A table of pairs as customers send it; `first` is the number of the first of them. */
export function trainingPairs(pairs: number, first = 0): string {
  return Array.from({ length: pairs }, (_, at) => pair(first + at)).join('\n');
}

/** Sends a file of pairs to train on. */
export function sendTraining(
  url: string,
  tenant: Tenant,
  pairs = 200,
): Promise<{ readonly status: number; readonly jid: string }> {
  const form = new FormData();
  form.set('firstLang', 'en');
  form.set('secondLang', 'ja');
  form.set('field', 'L100001');
  form.set('contractId', tenant.customContractId);
  return sendForm(url, tenant, '/api/v1/training/train', form, trainingPairs(pairs));
}

/** Trains a model again, with further pairs. */
export function sendRetraining(
  url: string,
  tenant: Tenant,
  mid: string,
  table: string,
): Promise<{ readonly status: number; readonly jid: string }> {
  return sendForm(url, tenant, `/api/v1/training/model/${mid}/train`, new FormData(), table);
}

async function sendForm(
  url: string,
  tenant: Tenant,
  path: string,
  form: FormData,
  table: string,
): Promise<{ readonly status: number; readonly jid: string }> {
  form.set('file', new Blob([table]), 'pairs.tsv');
  const headers = signedHeaders(tenant, path, String(Date.now()));
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: form });
  const { jid = '' }: { jid?: string } = JSON.parse(await response.text());
  return { status: response.status, jid };
}

/** What became of a training: `finished` and `failed` are its ends. */
export async function trainingJob(
  url: string,
  tenant: Tenant,
  jid: string,
): Promise<{ readonly jobStatus: string; readonly mid: string }> {
  const path = `/api/v1/training/job/${jid}`;
  const headers = signedHeaders(tenant, path, String(Date.now()));
  const response = await fetch(`${url}${path}`, { headers });
  const { jobStatus = '', mid = '' }: { jobStatus?: string; mid?: string } = JSON.parse(
    await response.text(),
  );
  return { jobStatus, mid };
}
