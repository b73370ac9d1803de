import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import type { FileResult } from '#src/files/file-results.js';

export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface FileKey {
  readonly accessKey: string;
  readonly secretKey: string;
}

interface SentRequest extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>;
}

interface PostOptions {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const LONGEST_MS = 150_000;
const POLL_MS = 200;

/** Calls the operations on files as the public clients do: nonce and path are signed, the form is not. */
export class FileClient {
  readonly #url: string;
  readonly #key: FileKey;
  #nonce = 0;

  constructor(url: string, key: FileKey) {
    this.#url = url;
    this.#key = key;
  }

  /** @param path as it reads; it is signed before anything in it is encoded */
  async call(path: string, init: SentRequest = {}): Promise<Response> {
    // The time in milliseconds, as the public clients send it; never twice.
    this.#nonce = Math.max(Date.now(), this.#nonce + 1);
    const { accessKey, secretKey } = this.#key;
    const nonce = String(this.#nonce);
    const signature = createHmac('sha256', secretKey).update(nonce).update(path).digest('hex');
    const headers = { ...init.headers, accessKey, nonce, signature };
    return fetch(`${this.#url}${encodeURI(path)}`, { ...init, headers });
  }

  async post(
    files: readonly SentFile[],
    fields: Readonly<Record<string, string>>,
    { path = '/api/v1/file-translate', headers = {} }: PostOptions = {},
  ) {
    const form = new FormData();
    for (const { name, bytes } of files) form.append('files', new Blob([Uint8Array.from(bytes)]), name);
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const response = await this.call(path, { method: 'POST', body: form, headers });
    return { status: response.status, body: (await response.json()) as { status: string; data: never } };
  }

  /** Sends files that have to be accepted and answers their `translateId`. */
  async submit(files: readonly SentFile[], fields: Readonly<Record<string, string>>): Promise<string> {
    const answer = await this.post(files, { targetLangs: '["en"]', fieldId: '1', ...fields });
    if (answer.status !== 200) throw new Error(`Not accepted: ${JSON.stringify(answer)}`);
    const { translateId } = answer.body.data as { translateId: string };
    return translateId;
  }

  async result(translateId: string): Promise<FileResult> {
    const response = await this.call(`/api/v1/translate-result/${translateId}`);
    if (response.status !== 200) throw new Error(`No result: ${response.status}`);
    return ((await response.json()) as { data: FileResult }).data;
  }

  /** The result as soon as `isEnough`; by default when all of it has ended. */
  async ended(
    translateId: string,
    isEnough: (result: FileResult) => boolean = ({ done }) => done,
  ): Promise<FileResult> {
    for (const limit = Date.now() + LONGEST_MS; ; await sleep(POLL_MS)) {
      const found = await this.result(translateId);
      if (found.done || isEnough(found)) return found;
      if (Date.now() > limit) throw new Error(`It has not ended: ${JSON.stringify(found)}`);
    }
  }

  /** The list of ids stands as JSON in the query. */
  async download(ids: readonly string[]): Promise<Record<string, Uint8Array>> {
    const response = await this.call(`/api/v1/downloads?ids=${JSON.stringify(ids)}`);
    if (response.status !== 200) throw new Error(`No download: ${response.status}`);
    return unzipSync(new Uint8Array(await response.arrayBuffer()));
  }
}
