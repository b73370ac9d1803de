import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { fileName } from '../files/names.js';
import { answers, StatusOnly } from './shapes.js';

/** Sends bytes that a browser saves under a name. */
export function attachment(
  reply: FastifyReply,
  content: Uint8Array,
  mediaType: string,
  name: string,
): FastifyReply {
  const escaped = encodeURIComponent(fileName(name)).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return reply
    .header('content-type', mediaType)
    .header('content-disposition', `attachment; filename*=UTF-8''${escaped}`)
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
}

/** The answers of a route that sends a file. */
export function binaryAnswer(description: string) {
  return { ...answers(StatusOnly), 200: Type.Any({ description }) };
}
