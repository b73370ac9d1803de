import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type TestApp, testApp } from './app.js';

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url));
const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => ({ name, text: readFileSync(`${parentPath}/${name}`, 'utf8') }));
const of = (ending: string) => files.filter(({ name }) => name.endsWith(ending));

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('files for deployment', () => {
  it('are YAML and JSON without mistakes', () => {
    for (const { text } of of('.yaml')) {
      for (const document of parseAllDocuments(text, { merge: true })) expect(document.errors).toEqual([]);
    }
    for (const { text } of of('.json')) expect(JSON.parse(text)).toBeTypeOf('object');
  });

  it('set nothing that is no setting', () => {
    const settings = readFileSync(`${DEPLOY}../docs/settings.md`, 'utf8');
    const named = new Set(files.flatMap(({ text }) => text.match(/\bKOTOBASHI_[A-Z_]+\b/g) ?? []));
    expect(named.size).toBeGreaterThan(5);
    for (const name of named) expect(settings).toContain(`\`${name}\``);
  });

  it('ask only for metrics that the service has', async () => {
    const { body } = await app.send('/metrics');
    const offered = new Set(
      String(body)
        .match(/^# TYPE \S+/gm)
        ?.map((line) => line.slice('# TYPE '.length)),
    );
    const watching = files.filter(({ name }) => /alerts|dashboard|scaling/.test(name));
    const asked = watching.flatMap(({ text }) =>
      (text.match(/\b(?:kotobashi|nodejs|process)_\w+/g) ?? []).map((name) =>
        name.replace(/_(?:bucket|count)$/, ''),
      ),
    );
    expect(asked.length).toBeGreaterThan(10);
    for (const name of asked) expect(offered).toContain(name);
  });

  it('are read by HAProxy, where it is there', (context) => {
    if (spawnSync('haproxy', ['-v']).status !== 0) context.skip('HAProxy is not on this machine');
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', `${DEPLOY}haproxy/haproxy.cfg`]);
    expect([status, String(stderr)]).toEqual([0, '']);
  });

  it('read by Prometheus as rules, where promtool is there', (context) => {
    try {
      execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    } catch {
      context.skip('promtool is not on this machine');
    }
    const output = execFileSync('promtool', ['check', 'rules', `${DEPLOY}prometheus/alerts.yaml`], {
      encoding: 'utf8',
    });
    expect(output).toContain('SUCCESS: 8 rules found');
  });
});
