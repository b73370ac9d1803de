import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type CustomerKey, type Sent, SignedClient } from './signed-client.js';

/** A job as the customer remembers it. */
export interface Submitted {
  readonly queueId: string;
  /** One mark per text; it must come back exactly once and in its place. */
  readonly marks: readonly string[];
}

/** What became of the jobs, as far as the customer can see. */
export interface CustomerCount {
  readonly finished: number;
  /** Accepted, but without a result, or with a text missing. */
  readonly lost: number;
  /** A text twice in a result, or a job announced under two delivery ids. */
  readonly doubled: number;
  readonly callbacksMissing: number;
}

const RETRY_MS = 100;
const LOOK_MS = 50;

/** A customer who submits, asks for results, and runs a receiver for callbacks. Trusts nothing but answers with 200. */
export class Customer {
  readonly #client: SignedClient;
  readonly #receiver: Server;
  #receiverDown = false;
  #numbered = 0;
  /** Delivery ids by queue id, as they came in. */
  readonly deliveries = new Map<string, string[]>();

  private constructor(baseUrl: string, key: CustomerKey, observe?: (sent: Sent) => void) {
    this.#client = new SignedClient(baseUrl, key, observe);
    this.#receiver = createServer((request, response) => {
      if (this.#receiverDown) {
        request.socket.destroy();
        return;
      }
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { data }: { data: { queueId: string } } = JSON.parse(Buffer.concat(parts).toString());
        const id = String(request.headers['x-delivery-id']);
        this.deliveries.set(data.queueId, [...(this.deliveries.get(data.queueId) ?? []), id]);
        response.end();
      });
    });
  }

  static async open(baseUrl: string, key: CustomerKey, observe?: (sent: Sent) => void): Promise<Customer> {
    const customer = new Customer(baseUrl, key, observe);
    await new Promise<void>((resolve) => customer.#receiver.listen(0, '127.0.0.1', resolve));
    const address = customer.#receiver.address();
    if (address === null || typeof address === 'string') throw new Error('The receiver does not listen.');
    const callbackUrl = `http://127.0.0.1:${address.port}/`;
    while ((await customer.#call('PUT', '/api/v1/callback', { callbackUrl }))?.status !== 200)
      await sleep(RETRY_MS);
    return customer;
  }

  set receiverDown(down: boolean) {
    this.#receiverDown = down;
  }

  /** Undefined when there was no answer at all. */
  #call(method: string, path: string, body?: object): Promise<Answer | undefined> {
    return this.#client.call(method, path, body).catch(() => undefined);
  }

  /** Submits a job of so many texts, again and again until it is accepted. */
  async submit(texts: number): Promise<Submitted> {
    const job = this.#numbered++;
    const marks = Array.from({ length: texts }, (_, at) => `https://e.example/j${job}t${at}`);
    const body = this.#client.order(marks.map((mark) => `Please read ${mark} today.`));
    for (;;) {
      const answer = await this.#call('POST', '/api/v1/translate/async', body);
      if (answer?.status === 200) return { queueId: String(answer.data.queueId), marks };
      await sleep(RETRY_MS);
    }
  }

  /** Texts of the result in order; undefined while it is not there, null when it failed. */
  async result(queueId: string): Promise<readonly string[] | null | undefined> {
    const answer = await this.#call('GET', `/api/v1/translate/async/${queueId}`);
    if (answer?.status === 200 && Array.isArray(answer.data.translationResult)) {
      return answer.data.translationResult.map((entry: { translatedText: string }) => entry.translatedText);
    }
    const isFinal = answer !== undefined && answer.status >= 400 && answer.data.code !== 40104;
    return isFinal ? null : undefined;
  }

  /** Waits until everything accepted has its result and its callback, or the limit is over, and counts. */
  async count(submitted: readonly Submitted[], limitMs: number): Promise<CustomerCount> {
    const limit = Date.now() + limitMs;
    let finished = 0;
    let lost = 0;
    let doubled = 0;
    for (const { queueId, marks } of submitted) {
      let texts = await this.result(queueId);
      while (texts === undefined && Date.now() < limit) {
        await sleep(LOOK_MS);
        texts = await this.result(queueId);
      }
      if (texts === undefined || texts === null) {
        lost++;
        continue;
      }
      finished++;
      const found = texts.map(
        (text): readonly string[] => text.match(/https:\/\/e\.example\/j\d+t\d+/g) ?? [],
      );
      if (found.length !== marks.length || marks.some((mark, at) => !found[at]?.includes(mark))) lost++;
      if (found.length > marks.length || found.some((inText) => inText.length > 1)) doubled++;
    }
    while (Date.now() < limit && submitted.some(({ queueId }) => !this.deliveries.has(queueId))) {
      await sleep(LOOK_MS);
    }
    const ids = submitted.map(({ queueId }) => new Set(this.deliveries.get(queueId)));
    return {
      finished,
      lost,
      doubled: doubled + ids.filter((one) => one.size > 1).length,
      callbacksMissing: ids.filter((one) => one.size === 0).length,
    };
  }

  async close(): Promise<void> {
    this.#receiver.closeAllConnections();
    await new Promise((resolve) => this.#receiver.close(resolve));
  }
}
