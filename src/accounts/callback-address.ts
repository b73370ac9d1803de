import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { Failure } from '../base/failure.js';

const LONGEST_URL = 2048;

/** Addresses that belong to this machine or to the network it stands in (RFC 6890 and successors). */
const PRIVATE_IPV4 = new BlockList();
/** Apart: a list takes an IPv4 address for its mapped form, and would find every one of them in the reserved range. */
const PRIVATE_IPV6 = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Answers every machine of a large cloud with its own configuration, from an address that is not private.
  ['168.63.129.16', 32],
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
  PRIVATE_IPV4.addSubnet(address, bits, 'ipv4');
}
for (const [address, bits] of [
  // Reserved; with it the unspecified address, loopback, and IPv4 addresses in their compatible, mapped and translated
  // forms: whoever means an IPv4 address can write one.
  ['::', 8],
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
  PRIVATE_IPV6.addSubnet(address, bits, 'ipv6');
}

/** Whether an address is one that callbacks must not reach. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  return family === 4 ? PRIVATE_IPV4.check(address, 'ipv4') : PRIVATE_IPV6.check(address, 'ipv6');
}

/** Where callbacks may go. */
export interface CallbackRules {
  readonly allowPrivate: boolean;
  /** Ports below 1024 that may be called: the others belong to services that are no receivers. */
  readonly lowPorts: ReadonlySet<number>;
}

const FIRST_UNPRIVILEGED_PORT = 1024;

/** Whether a URL names a port that callbacks may go to. */
function isAllowedPort(url: URL, { lowPorts }: Pick<CallbackRules, 'lowPorts'>): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return port >= FIRST_UNPRIVILEGED_PORT || lowPorts.has(port);
}

/**
 * Checks a callback URL when it is registered. The delivery checks again, on the address it really connects to, because
 * the name may lead elsewhere by then. One sentence for every reason: the answer must not tell a caller which names and
 * addresses exist in the network of the service.
 */
export async function checkCallbackUrl(text: string, rules: CallbackRules): Promise<string> {
  if (text.length > LONGEST_URL || !URL.canParse(text)) throw refused();
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused();
  if (url.username !== '' || url.password !== '' || !isAllowedPort(url, rules)) throw refused();
  if (rules.allowPrivate) return url.href;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if ((await addressesOf(host)).some(isPrivateAddress)) throw refused();
  return url.href;
}

async function addressesOf(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  try {
    return (await lookup(host, { all: true })).map((found) => found.address);
  } catch (cause) {
    throw refused(cause);
  }
}

function refused(cause?: unknown): Failure {
  return new Failure('argumentInvalid', {
    message: `callbackUrl is refused: send a complete https:// or http:// URL of at most ${LONGEST_URL} characters, without user name or password, that leads to a public address on an ordinary port.`,
    cause,
  });
}
