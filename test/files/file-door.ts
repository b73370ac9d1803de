import { strFromU8, unzipSync } from 'fflate';
import type { ContractId } from '#src/base/ids.js';
import type { FileItemSummary } from '#src/files/file-results.js';
import { FileClient, type SentFile } from '../../bench/files/file-client.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';

/** A document as it came back. */
export interface DoneFile {
  readonly item: FileItemSummary;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** A part of an archive. */
  part(name: string): string;
}

/** A running service, and somebody who has files translated by it. */
export interface FileDoor {
  readonly app: TestApp;
  readonly tenant: Tenant;
  readonly contractId: ContractId;
  readonly client: FileClient;
  /** The files in one language, by the names under which they were sent. */
  translated(files: readonly SentFile[], to: string): Promise<ReadonlyMap<string, DoneFile>>;
}

export async function openFileDoor(): Promise<FileDoor> {
  const app = await testApp();
  const tenant = await app.tenant();
  const { id: contractId } = await app.service.contracts.create(tenant.organization.id, {
    name: 'files',
    kind: 'file',
    engine: 't4oo',
    charQuota: null,
  });
  const client = new FileClient(app.url, tenant.key);
  const translated = async (files: readonly SentFile[], to: string) => {
    const { items } = await client.ended(
      await client.submit(files, { contractId, targetLangs: JSON.stringify([to]) }),
    );
    const done = new Map<string, DoneFile>();
    for (const item of items) {
      const [bytes = new Uint8Array()] = Object.values(await client.download([item.translateItemId]));
      const part = (name: string) => strFromU8(unzipSync(bytes)[name] ?? new Uint8Array());
      done.set(item.originalName, { item, bytes, text: strFromU8(bytes), part });
    }
    return done;
  };
  return { app, tenant, contractId, client, translated };
}

/** The file that was sent under this name. */
export function fileOf(done: ReadonlyMap<string, DoneFile>, name: string): DoneFile {
  const found = done.get(name);
  if (found === undefined) throw new Error(`${name} did not come back.`);
  return found;
}
