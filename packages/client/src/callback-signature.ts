import { Hmac } from './hmac.js';

export interface CallbackRequest {
  /** Headers as they came, names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it came, before it is parsed. */
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** What the service announces. */
export interface CallbackEvent {
  readonly event: string;
  /** The same over all attempts: use it to drop what you already have. */
  readonly deliveryId: string;
  readonly status: 'success' | 'failure';
  readonly data: Readonly<Record<string, unknown>>;
}

/** The request was not signed with this secret key. */
export class CallbackSignatureError extends Error {
  override readonly name = 'CallbackSignatureError';
}

/**
 * Checks the signature of a notification and reads it.
 *
 * @example
 * const event = await readCallback(secretKey, { headers: request.headers, body: rawBody });
 * if (event.event === 'translation.finished') console.log(event.data.queueId);
 */
export async function readCallback(
  secretKey: string,
  { headers, body }: CallbackRequest,
): Promise<CallbackEvent> {
  const nonce = headers.nonce ?? '';
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  if (!(await new Hmac(secretKey).verify(nonce + text, headers.signature ?? ''))) {
    throw new CallbackSignatureError('The notification is not signed with this secret key.');
  }
  const parsed: { status: 'success' | 'failure'; data: Record<string, unknown> } = JSON.parse(text);
  return {
    event: headers['x-event'] ?? '',
    deliveryId: headers['x-delivery-id'] ?? '',
    status: parsed.status,
    data: parsed.data,
  };
}
