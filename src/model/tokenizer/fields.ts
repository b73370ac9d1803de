const VARINT = 0;
const FIXED64 = 1;
const LENGTH = 2;
const FIXED32 = 5;

/** Goes through the fields of a protocol-buffer message, one `next` at a time, and copies nothing. */
export class Fields {
  /** The number of the field read last. */
  number = 0;
  /** Its value, where it is a number. */
  value = 0;
  /** Where its bytes are, where it is a string or a message. */
  start = 0;
  end = 0;
  readonly #bytes: Buffer;
  #at = 0;
  #limit: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#limit = bytes.length;
  }

  /** Turns to the message that another reader of these bytes has just found. */
  within({ start, end }: Fields): this {
    this.#at = start;
    this.#limit = Math.min(end, this.#bytes.length);
    return this;
  }

  next(): boolean {
    if (this.#at >= this.#limit) return false;
    const key = this.#varint();
    this.number = key >>> 3;
    switch (key & 7) {
      case VARINT:
        this.value = this.#varint();
        break;
      case FIXED64:
        this.#at += 8;
        break;
      case LENGTH: {
        const length = this.#varint();
        this.start = this.#at;
        this.end = this.#at + length;
        this.#at = this.end;
        break;
      }
      case FIXED32:
        this.value = this.#bytes.readFloatLE(this.#at);
        this.#at += 4;
        break;
      default:
        throw new Error('This is not a SentencePiece model file.');
    }
    return true;
  }

  #varint(): number {
    let value = 0;
    for (let place = 1; ; place *= 128) {
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 0x7f) * place;
      if (byte < 0x80) return value;
    }
  }
}
