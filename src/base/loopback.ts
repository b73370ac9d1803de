const LOOPBACK = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1|\[::1\]|localhost)$/;

/** Whether an address or host name, as it is or as it stands in a URL, means this machine and nothing beyond it. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
