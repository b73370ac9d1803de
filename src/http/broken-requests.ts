import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { FAILURES } from '../failure.js';

/** Node's codes for requests that never became one, and the status each deserves. */
const STATUS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Answers bytes that are no HTTP request in the shape of every other failure, then closes the connection. */
export function answerBrokenRequests(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const taskId = randomUUID();
  const body = JSON.stringify({
    status: 'failure',
    data: { code: 40202, message: FAILURES[40202].message, taskId },
  });
  socket.end(
    [
      `HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${taskId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
