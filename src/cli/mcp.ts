import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { isLoopback } from '../base/loopback.js';
import { listen, type McpHttpOptions } from '../mcp/http.js';
import { PARSE_ERROR, rpcFailure } from '../mcp/rpc-failure.js';
import { type McpParts, mcpServer } from '../mcp/tools.js';
import type { Command } from './command.js';
import {
  addressOf,
  CONNECTION_OPTIONS,
  connect,
  connectIfKeys,
  contractOf,
  NotConnected,
} from './connection.js';
import { ownVersion } from './own-version.js';
import { stopSignal } from './stop-signal.js';

/** Lets agents and editors translate: the Model Context Protocol over standard input and output, or over HTTP. */
export const mcpCommand: Command = async (args) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...CONNECTION_OPTIONS,
      http: { type: 'boolean', default: false },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8081' },
    },
  });
  const contractId = contractOf(values);
  const version = ownVersion();
  try {
    if (!values.http)
      return await overStdio({ service: connect(values), files: 'local', contractId, version });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      console.error('--port is a whole number from 0 to 65535.');
      return 2;
    }
    const own = isLoopback(values.host) ? connectIfKeys(values) : undefined;
    return await overHttp({ host: values.host, port, url: addressOf(values), own, contractId, version });
  } catch (error) {
    if (!(error instanceof NotConnected)) throw error;
    console.error(error.message);
    return 2;
  }
};

/** Until the agent closes its end. */
async function overStdio(parts: McpParts): Promise<number> {
  const server = mcpServer(parts);
  const ended = new Promise<void>((resolve) => process.stdin.once('end', resolve).once('close', resolve));
  const transport = new StdioServerTransport();
  server.server.onerror = (error) => {
    // The transport passes over what it cannot read, and whoever sent it would wait for an answer.
    if (!(error instanceof SyntaxError)) return;
    const sentence = 'The line is not valid JSON: check its quotes, commas and brackets.';
    process.stdout.write(`${JSON.stringify(rpcFailure(sentence, PARSE_ERROR))}\n`);
  };
  await server.connect(transport);
  await Promise.race([ended, stopSignal()]);
  await server.close();
  return 0;
}

async function overHttp(options: McpHttpOptions): Promise<number> {
  const { server, url } = await listen(options);
  console.log(`The Model Context Protocol is served at ${url}`);
  await stopSignal();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return 0;
}
