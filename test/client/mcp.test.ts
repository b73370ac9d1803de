import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { app, customer, environment, folder, RAIN, SENTENCE, withCustomer } from './customer.js';

const PROGRAM = fileURLToPath(new URL('../../bin/kotobashi.js', import.meta.url));
const TOOLS = ['add_term', 'check_terms', 'find_terms', 'translate', 'translate_file'];

withCustomer();

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [first] = content as { readonly type: string; readonly text: string }[];
  return { text: first?.text ?? '', details: structuredContent, isError: isError === true };
}

describe('kotobashi mcp over standard input and output', () => {
  const client = new Client({ name: 'test', version: '1' });
  beforeAll(async () => {
    const env = environment();
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp'], env }),
    );
  });
  afterAll(() => client.close());

  it('offers its tools', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(TOOLS);
  });

  it('translates, with the sentences', async () => {
    const { text, details } = await call(client, 'translate', { text: SENTENCE.trim(), to: 'en' });
    expect(text).toMatch(RAIN);
    expect(details).toMatchObject({
      detectedLang: 'ja',
      sentences: [{ target: text, quality: expect.any(Number) }],
    });
  });

  it('adds a term, finds it, uses it and checks translations against it', async () => {
    const term = { fromLang: 'en', fromText: 'flange coupler', toLang: 'ja', toText: 'フランジ継手' };
    expect((await call(client, 'add_term', term)).isError).toBe(false);
    expect(await call(client, 'find_terms', { query: 'Flange' })).toMatchObject({
      details: { found: 1, terms: [term] },
    });
    const source = 'Fasten the flange coupler.';
    const { text } = await call(client, 'translate', { text: source, from: 'en', to: 'ja' });
    expect(text).toContain(term.toText);
    const pair = { source, from: 'en', to: 'ja' };
    expect(await call(client, 'check_terms', { ...pair, target: text })).toMatchObject({
      details: { findings: [] },
    });
    expect((await call(client, 'check_terms', { ...pair, target: '継ぎ手を締める。' })).text).toContain(
      term.toText,
    );
  });

  it('translates a file beside the original, and overwrites none', async () => {
    const path = join(folder, 'weather.txt');
    writeFileSync(path, SENTENCE);
    const { text } = await call(client, 'translate_file', { path, to: 'en' });
    expect(text).toBe(join(folder, 'weather_en.txt'));
    expect(readFileSync(text, 'utf8')).toMatch(RAIN);
    expect(await call(client, 'translate_file', { path, to: 'en' })).toMatchObject({ isError: true });
  });

  it('answers a line that is no JSON, and goes on', () => {
    const { stdout } = spawnSync(process.execPath, [PROGRAM, 'mcp'], {
      env: environment(),
      input: '{"jsonrpc": "2.0", \n{"jsonrpc": "2.0", "id": 7, "method": "ping"}\n',
      encoding: 'utf8',
    });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { jsonrpc: '2.0', error: { code: -32_700, message: expect.any(String) }, id: null },
      { jsonrpc: '2.0', id: 7, result: {} },
    ]);
  });

  it('tells the agent what the service refuses', async () => {
    expect(await call(client, 'translate', { text: 'a', from: 'en', to: 'xx' })).toMatchObject({
      isError: true,
    });
  });
});

describe('kotobashi mcp over HTTP', () => {
  const running: ChildProcess[] = [];
  afterAll(() => {
    for (const one of running) one.kill();
  });

  /** The address it prints. */
  function start(keys: boolean, ...args: readonly string[]): Promise<URL> {
    const { PATH, KOTOBASHI_URL, ...own } = environment();
    const env = { PATH, KOTOBASHI_URL, ...(keys && own) };
    const server = spawn(process.execPath, [PROGRAM, 'mcp', '--http', '--port', '0', ...args], { env });
    running.push(server);
    return new Promise((resolve, reject) => {
      let said = '';
      server.stdout.on('data', (part: Buffer) => {
        said += part.toString();
        const [, url] = / at (\S+)\n/.exec(said) ?? [];
        if (url !== undefined) resolve(new URL(url));
      });
      server.once('exit', () => reject(new Error('The server ended.')));
    });
  }

  it('serves its own user on loopback, files inside the request, and no web page', async () => {
    const url = await start(true);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(url));
    const content = Buffer.from(SENTENCE).toString('base64');
    const { details } = await call(client, 'translate_file', { name: 'weather.txt', content, to: 'en' });
    const { name, content: translated } = details as { readonly name: string; readonly content: string };
    expect(name).toBe('weather_en.txt');
    expect(Buffer.from(translated, 'base64').toString()).toMatch(RAIN);
    const hostile = await call(client, 'translate_file', {
      name: '../..\\C:\\weather\r\n.txt',
      content,
      to: 'en',
    });
    expect(hostile.details).toMatchObject({ name: 'weather_en.txt' });
    await client.close();
    const broken = await fetch(url, { method: 'POST', body: '{"jsonrpc": "2.0", ' });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_700 }, id: null });
    const page = await fetch(url, { method: 'POST', headers: { origin: 'https://example.com' }, body: '{}' });
    expect(page.status).toBe(403);
    expect((await fetch(url)).status).toBe(405);
  });

  it('acts in the name of the token that it is sent, and without keys of its own for nobody else', async () => {
    const url = await start(false);
    const nobody = await fetch(url, { method: 'POST', body: '{}' });
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const { accessKey, secretKey } = customer.key;
    const token = await app.send('/api/v1/token', { body: { accessKey, secretKey } });
    const { encodedJWT } = (token.body as { data: { encodedJWT: string } }).data;
    const client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${encodedJWT}` };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    expect((await call(client, 'translate', { text: 'Good morning.', to: 'ja' })).text).toMatch(
      /\p{Script=Hiragana}/u,
    );
    await client.close();
  });
});
