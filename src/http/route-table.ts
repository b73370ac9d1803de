/** Remembers which paths exist, so that a wrong method (405) can be told from a wrong path (404). */
export class RouteTable {
  readonly #routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];

  add(url: string, methods: readonly string[]): void {
    const pattern = url
      .split('/')
      .map((part) =>
        part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.+?()[\]{}|^$\\]/g, '\\$&'),
      )
      .join('/');
    this.#routes.push({ pattern: new RegExp(`^${pattern}/?$`), methods });
  }

  /** Methods that a path takes; none when it does not exist. */
  methodsOf(path: string): readonly string[] {
    const methods = this.#routes
      .filter((route) => route.pattern.test(path))
      .flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  }
}
