import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { Failure } from '../failure.js';

const LONGEST_URL = 2048;

/** Addresses that belong to this machine or to the network it stands in (RFC 6890 and successors). */
const PRIVATE = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(address, bits, 'ipv4');
}
for (const [address, bits] of [
  // With it the unspecified address, loopback, and IPv4 addresses in their oldest IPv6 form.
  ['::', 96],
  // IPv4 behind translation and tunnels (NAT64, Teredo, 6to4): what stands behind cannot be judged here.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 23],
  ['2002::', 16],
  ['100::', 64],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(address, bits, 'ipv6');
}

/** Whether an address is one that callbacks must not reach; also looks into IPv4-mapped IPv6 addresses. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  return PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Checks a callback URL when it is registered. The delivery checks again, on the address it really connects to, because
 * the name may lead elsewhere by then.
 */
export async function checkCallbackUrl(text: string, allowPrivate: boolean): Promise<string> {
  if (text.length > LONGEST_URL) throw refused(`callbackUrl must have at most ${LONGEST_URL} characters.`);
  if (!URL.canParse(text))
    throw refused('callbackUrl must be a complete URL such as https://example.com/notify.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refused('callbackUrl must begin with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    throw refused('callbackUrl must not carry a user name or password.');
  if (allowPrivate) return url.href;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  for (const address of await addressesOf(host)) {
    if (isPrivateAddress(address))
      throw refused('callbackUrl leads to a private address, which this service does not call.');
  }
  return url.href;
}

async function addressesOf(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  try {
    return (await lookup(host, { all: true })).map((found) => found.address);
  } catch (cause) {
    throw refused('The host of callbackUrl could not be found.', cause);
  }
}

function refused(message: string, cause?: unknown): Failure {
  return new Failure(40201, { message, cause });
}
