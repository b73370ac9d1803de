import { ConnectionError, errorOf } from './errors.js';
import type { Explanation, Finished } from './translation.js';

/** A sentence that is finished. */
export interface StreamedSentence extends Omit<Explanation['sentences'][number], 'targetStart'> {
  /** Of the text. */
  readonly index: number;
  /** Place among the sentences of the text. */
  readonly sentence: number;
}

const BUSY = 40104;
const CUT = 'The connection ended before the translation did.';

/** Reads server-sent events of a translation to their end. */
export async function readSentences(
  response: Response,
  onSentence: (sentence: StreamedSentence) => void,
  signal: AbortSignal | undefined,
): Promise<Finished> {
  for await (const { event, data } of eventsOf(response, signal)) {
    signal?.throwIfAborted();
    const body: unknown = JSON.parse(data);
    if (event === 'sentence') onSentence(body as StreamedSentence);
    if (event === 'result') return (body as { readonly data: Finished }).data;
    if (event === 'failure') throw failureOf(body);
  }
  throw new ConnectionError(CUT);
}

/** The status was sent before it failed: the code says which it would have been. */
function failureOf(body: unknown): Error {
  const failure = errorOf(500, body, null);
  return failure.code === BUSY ? errorOf(503, body, null) : failure;
}

interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

async function* eventsOf(response: Response, signal: AbortSignal | undefined): AsyncGenerator<ServerEvent> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        if (signal?.aborted) throw cause;
        throw new ConnectionError(CUT, { cause });
      });
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield eventOf(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(block: string): ServerEvent {
  const fields = { event: 'message', data: '' };
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) fields.event = line.slice('event: '.length);
    if (line.startsWith('data: ')) fields.data += line.slice('data: '.length);
  }
  return fields;
}
