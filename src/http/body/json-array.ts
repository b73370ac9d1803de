import { Failure } from '../../base/failure.js';

/** A form field or query parameter that holds a JSON array. */
export function jsonArray(text: string, name: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // Said below.
  }
  throw new Failure('argumentInvalid', { message: `${name} must be a JSON array, for example ["en"].` });
}
