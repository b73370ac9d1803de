import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { fileName } from '../../documents/names.js';
import { answers } from '../shapes.js';

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

/** What a route answers that sends a file, for the OpenAPI document. */
export function binaryContent(description: string, mediaTypes: readonly string[] = ['*/*']) {
  return {
    description,
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: Type.Unknown() }])),
  };
}

/** The answers of such a route. */
export function binaryAnswer(description: string, mediaTypes?: readonly string[]) {
  return answers(binaryContent(description, mediaTypes));
}
