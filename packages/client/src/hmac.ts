const encoder = new TextEncoder();

/** Lower-case hex of HMAC-SHA256, by the Web Crypto that Node, Deno, Bun and browsers share. */
export class Hmac {
  readonly #key: Promise<CryptoKey>;

  constructor(secret: string) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    this.#key = crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign', 'verify']);
    // Reported by the first signature; until then it must not count as unhandled.
    this.#key.catch(() => undefined);
  }

  async sign(message: string | Uint8Array<ArrayBuffer>): Promise<string> {
    return hex(await crypto.subtle.sign('HMAC', await this.#key, bytesOf(message)));
  }

  /** Compares in constant time. */
  async verify(message: string | Uint8Array<ArrayBuffer>, signature: string): Promise<boolean> {
    const bytes = fromHex(signature);
    return bytes !== undefined && crypto.subtle.verify('HMAC', await this.#key, bytes, bytesOf(message));
  }
}

export async function sha256(message: string | Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', bytesOf(message)));
}

function bytesOf(message: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return typeof message === 'string' ? encoder.encode(message) : message;
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}
