import { lazily } from '../../base/lazily.js';

/** Remembers which paths exist, so that a wrong method (405) can be told from a wrong path (404). */
export class RouteTable {
  /** Patterns are made for the first wrong path. */
  readonly #routes: { readonly pattern: () => RegExp; readonly methods: readonly string[] }[] = [];

  add(url: string, methods: readonly string[]): void {
    const pattern = lazily(() => new RegExp(`^${url.split('/').map(patternOf).join('/')}/?$`));
    this.#routes.push({ pattern, methods });
  }

  /** Methods that a path takes; none when it does not exist. */
  methodsOf(path: string): readonly string[] {
    const methods = this.#routes
      .filter((route) => route.pattern().test(path))
      .flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  }
}

/** Of one part of a path; a name may have a word behind it, `:location([^:]+)::translateText`. */
function patternOf(part: string): string {
  if (part === '*') return '.*';
  const [name = '', word = ''] = part.split('::');
  if (!part.startsWith(':')) return escaped(part);
  return name === part ? '[^/]+' : `[^/:]+:${escaped(word)}`;
}

function escaped(text: string): string {
  return text.replace(/[.+?()[\]{}|^$\\]/g, '\\$&');
}
