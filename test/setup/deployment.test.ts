import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type TestApp, testApp } from './app.js';

const require = createRequire(import.meta.url);
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
    const settings = readFileSync(`${DEPLOY}../docs/reference/settings.md`, 'utf8');
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

  it('fit the schemas of Kubernetes', () => {
    const manifests = readdirSync(`${DEPLOY}kubernetes`)
      .flatMap((name) => parseAllDocuments(readFileSync(`${DEPLOY}kubernetes/${name}`, 'utf8')))
      .map((document): { apiVersion: string; kind: string } => document.toJS())
      // Of the tool that joins the others, and in no cluster.
      .filter(({ kind }) => kind !== 'Kustomization');
    expect(manifests.length).toBeGreaterThan(5);
    for (const manifest of manifests) {
      const models = require(`kubernetes-models/${manifest.apiVersion}/${manifest.kind}`);
      const model = new models[manifest.kind](manifest);
      expect(() => model.validate()).not.toThrow();
      const wrong = new models[manifest.kind]({ ...manifest, metadata: { name: 1 } });
      expect(() => wrong.validate()).toThrow(/name/);
    }
  });

  it.for([
    ['HAProxy', 'haproxy', ['-c', '-q', '-f', `${DEPLOY}haproxy/haproxy.cfg`]],
    ['Kustomize', 'kubectl', ['kustomize', `${DEPLOY}kubernetes`]],
    ['systemd', 'systemd-analyze', ['verify', `${DEPLOY}systemd/kotobashi.service`]],
    ['systemd', 'systemd-analyze', ['verify', `${DEPLOY}systemd/kotobashi-worker.service`]],
  ] as const)('are read by %s, where it is there', ([name, command, args], context) => {
    const { status, stderr, error } = spawnSync(command, args);
    if (error !== undefined) context.skip(`${name} is not on this machine`);
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
