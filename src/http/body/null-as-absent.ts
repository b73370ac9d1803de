import type { ApiInstance } from '../parts.js';

/**
 * Many clients write every member they know and `null` where they have nothing to say. `null` for an optional member of
 * a body therefore means that it is absent, unless `null` has a meaning of its own there.
 */
export function readNullAsAbsent(app: ApiInstance): void {
  app.addHook('onRoute', (route) => {
    const names = optionalNames(route.schema?.body);
    if (names.length === 0) return;
    const before = [route.preValidation ?? []].flat();
    route.preValidation = [
      async (request: { body: unknown }) => {
        if (!isRecord(request.body)) return;
        for (const name of names) if (request.body[name] === null) delete request.body[name];
      },
      ...before,
    ];
  });
}

/** Members of an object schema that may be left out and do not take `null` themselves. */
function optionalNames(schema: unknown): readonly string[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties)
    .filter(([name, member]) => !required.includes(name) && !takesNull(member))
    .map(([name]) => name);
}

function takesNull(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  return schema.type === 'null' || choices.some(takesNull);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
