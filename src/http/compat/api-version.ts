import type { ApiInstance } from '../parts.js';

declare module 'fastify' {
  interface RouteConstraint {
    apiVersion?: ApiVersion;
  }
}

/** Which of Microsoft's interfaces a request is for: version 3, or one of those named by a day. */
export type ApiVersion = '3.0' | 'dated';

/**
 * LibreTranslate and Microsoft have paths of the same name. Microsoft's clients always say `api-version` in the query, so
 * that routes can be told apart by it; a route without this constraint takes what is left.
 */
export function distinguishApiVersions(app: ApiInstance): void {
  app.addConstraintStrategy({
    name: 'apiVersion',
    storage<Handler>() {
      const handlers = new Map<unknown, Handler>();
      return {
        get: (version: unknown) => handlers.get(version) ?? null,
        set: (version: unknown, handler: Handler) => {
          handlers.set(version, handler);
        },
      };
    },
    deriveConstraint({ url = '' }): ApiVersion | undefined {
      const version = /[?&]api-version=([^&]*)/.exec(url)?.[1];
      if (version === undefined) return undefined;
      return version === '3.0' ? '3.0' : 'dated';
    },
    validate: () => true,
    mustMatchWhenDerived: false,
  });
}
