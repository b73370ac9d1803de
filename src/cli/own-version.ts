import { readFileSync } from 'node:fs';

export function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const version = typeof manifest === 'object' && manifest !== null && Reflect.get(manifest, 'version');
  return typeof version === 'string' ? version : '0';
}
