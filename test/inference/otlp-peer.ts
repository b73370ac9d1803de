/**
 * A collector of traces: OTLP over HTTP, by the protocol's own .proto. A body with a member that the protocol does not know, or of
 * another type, is refused.
 */
import { fileURLToPath } from 'node:url';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import Fastify from 'fastify';
import { listening, type Peer } from './peer.js';
import { PeerControl } from './peer-control.js';

const loaded = loadSync('opentelemetry/proto/collector/trace/v1/trace_service.proto', {
  includeDirs: [fileURLToPath(new URL('./spec', import.meta.url))],
  longs: String,
  enums: Number,
  bytes: String,
});
const service = loaded['opentelemetry.proto.collector.trace.v1.TraceService'] as ServiceDefinition;

/** Names of members that do not survive the way through the protocol's own encoding. */
function lost(sent: unknown, kept: unknown, path = ''): readonly string[] {
  if (Array.isArray(sent)) {
    return sent.flatMap((one, at) => lost(one, Array.isArray(kept) ? kept[at] : undefined, `${path}[${at}]`));
  }
  if (typeof sent !== 'object' || sent === null) return kept === undefined ? [path] : [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const isDefault =
      value === 0 || value === '' || value === false || (Array.isArray(value) && !value.length);
    const there = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
    const found = there.find(([other]) => other === name)?.[1];
    return isDefault && found === undefined ? [] : lost(value, found, `${path}.${name}`);
  });
}

export async function startTracePeer(): Promise<Peer> {
  const { Export } = service;
  if (Export === undefined) throw new Error('The protocol has no Export.');
  const control = new PeerControl();
  const app = Fastify({ bodyLimit: 2 ** 26, forceCloseConnections: true });
  app.post('/v1/traces', async (request, reply) => {
    const message = Export.requestDeserialize(Export.requestSerialize(request.body as object));
    const unknown = lost(request.body, message);
    if (unknown.length > 0) return reply.code(400).send({ message: `unknown: ${unknown.join()}` });
    control.note(request.body);
    return {};
  });
  return await listening(app, control, '/v1/traces');
}
