import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../base/loopback.js';

/**
 * Where callers reach this service, for addresses in answers. Not what the Host header claims: whoever sends it could have
 * a caller fetch a file from, and show its ticket to, a host of his choice. Loopback is the exception, since it names
 * the caller's own machine.
 *
 * @param configured what the operator says
 */
export function publicAddress(request: FastifyRequest, configured: string | undefined): string {
  if (configured !== undefined) return configured;
  const { localAddress = '127.0.0.1', localPort = 80 } = request.raw.socket;
  if (isLoopback(request.hostname)) return `${request.protocol}://${request.host}`;
  const address = localAddress.replace(/^::ffff:/, '');
  const host = address.includes(':') ? `[${address}]` : address;
  return `${request.protocol}://${host}:${localPort}`;
}
