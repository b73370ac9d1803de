import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '#src/settings/read-settings.js';
import { SETTINGS } from '#src/settings/table.js';

const folder = mkdtempSync(join(tmpdir(), 'kotobashi-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (content: string) => {
  const path = join(folder, 'settings.json');
  writeFileSync(path, content);
  return path;
};

describe('settings', () => {
  it('have defaults that are safe on a fresh machine', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      ratePerMinute: 60,
      replayCheck: true,
    });
  });

  it('come from the environment, then from a file', () => {
    const path = file('{"PORT": 9000, "KOTOBASHI_REPLAY_CHECK": false, "KOTOBASHI_LOG_LEVEL": "warn"}');
    expect(readSettings({ KOTOBASHI_CONFIG: path, KOTOBASHI_LOG_LEVEL: 'error' })).toMatchObject({
      port: 9000,
      replayCheck: false,
      logLevel: 'error',
    });
  });

  it.each([
    [{ PORT: 'many' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ KOTOBASHI_DEMO: 'yes' }, /KOTOBASHI_DEMO/],
    [{ KOTOBASHI_LOG_LEVEL: 'loud' }, /KOTOBASHI_LOG_LEVEL/],
    [{ KOTOBASHI_CONFIG: '/does/not/exist.json' }, /KOTOBASHI_CONFIG/],
  ])('that are wrong are named: %j', (environment, name) => {
    expect(() => readSettings(environment)).toThrow(name);
  });

  it('that are unknown in the file, or a file that is none, are named', () => {
    expect(() => readSettings({ KOTOBASHI_CONFIG: file('{"PROT": 1}') })).toThrow(/PROT/);
    expect(() => readSettings({ KOTOBASHI_CONFIG: file('[1]') })).toThrow(/object/);
    expect(() => readSettings({ KOTOBASHI_CONFIG: file('{"PORT": {}}') })).toThrow(/PORT/);
  });

  it('are all in docs/reference/settings.md (npx vitest run test/http/settings.test.ts --update=all writes it)', async () => {
    await expect(reference()).toMatchFileSnapshot('../../docs/reference/settings.md');
  });
});

function reference(): string {
  const rows = Object.values(SETTINGS).map(({ env, unit, fallback, about }) => {
    // A default that depends on the machine is told in words.
    const known =
      fallback === undefined || about.includes('Default:') ? '' : `\`${Number(fallback) || fallback}\``;
    return `| \`${env}\` | ${unit} | ${typeof fallback === 'boolean' ? `\`${Number(fallback)}\`` : known} | ${about} |`;
  });
  return `# Settings

Settings are read once, at the start, from the environment; \`KOTOBASHI_CONFIG\` may name a JSON file with the same
names, over which the environment wins. A wrong or unknown setting ends the start with a sentence that names it.

| name | unit | default | meaning |
|---|---|---|---|
${rows.join('\n')}
`;
}
