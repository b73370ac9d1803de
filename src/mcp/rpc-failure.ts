/** Codes of JSON-RPC 2.0. */
export const PARSE_ERROR = -32_700;
export const SERVER_ERROR = -32_000;

/** The answer to a message whose id nobody knows. */
export function rpcFailure(message: string, code: typeof PARSE_ERROR | typeof SERVER_ERROR) {
  return { jsonrpc: '2.0', error: { code, message }, id: null };
}
