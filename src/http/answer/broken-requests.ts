import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { FAILURES } from '../../base/failure.js';

interface Answer {
  readonly status: string;
  readonly message: string;
}

const NO_HTTP: Answer = {
  status: '400 Bad Request',
  message: 'This is no valid HTTP/1.1 request: check its request line, headers and length.',
};

/** Node's codes for requests that never became one, and what each is told. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request did not arrive in time: send it again, without pauses.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The headers are too large: send 16 KB at most.',
  },
};

const NO_PROXY: Answer = {
  status: '405 Method Not Allowed',
  message: 'This service is no proxy: take its address out of the proxy settings of the client.',
};

/** Answers bytes that are no HTTP request in the shape of every other failure, then closes the connection. */
export function answerBrokenRequests(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  say(ANSWERS[error.code ?? ''] ?? NO_HTTP, socket);
}

/** Answers CONNECT, with which a client asks its proxy for a tunnel. */
export function refuseTunnels(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  say(NO_PROXY, socket);
}

function say({ status, message }: Answer, socket: Duplex): void {
  const taskId = randomUUID();
  const body = JSON.stringify({
    status: 'failure',
    data: { code: FAILURES.requestInvalid.code, message, taskId },
  });
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${taskId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Answers `Expect` headers other than `100-continue`, which nobody here can meet. */
export function answerExpectations(_request: IncomingMessage, response: ServerResponse): void {
  const taskId = randomUUID();
  const message = 'The Expect header asks for something that is not offered: leave it out.';
  response
    .writeHead(417, {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': taskId,
      connection: 'close',
    })
    .end(JSON.stringify({ status: 'failure', data: { code: 40202, message, taskId } }));
}
