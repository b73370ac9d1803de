import type { FastifySchemaValidationError } from 'fastify/types/schema.js';

/** Where Fastify found it, in the words of whoever sends it. */
const PLACES: Readonly<Record<string, string>> = {
  body: 'body',
  headers: 'headers',
  params: 'path',
  querystring: 'query string',
};

/** What JSON Schema calls a value, and how it is written. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string, in quotation marks',
  number: 'a number, without quotation marks',
  integer: 'a whole number, without quotation marks',
  boolean: 'true or false, without quotation marks',
  array: 'an array, in square brackets',
  object: 'an object, in braces',
  null: 'null',
};

const DIGITS = /^\^\\d\{1,(\d+)\}\$$/;

/** What a value that a schema refuses must be, from the error of its validator. */
export function schemaSentence(error: FastifySchemaValidationError, context = 'body'): string {
  const at = error.instancePath.slice(1).replaceAll('/', '.');
  const place = PLACES[context] ?? context;
  if (error.keyword === 'required') {
    const name = `${at === '' ? '' : `${at}.`}${error.params.missingProperty}`;
    return `${name} is missing: send it in the ${place} of the request.`;
  }
  return `${at === '' ? `The ${place}` : at} ${demand(error)}.`;
}

function demand({ keyword, params, message }: FastifySchemaValidationError): string {
  const limit = Number(params.limit);
  switch (keyword) {
    case 'type':
      return `must be ${TYPES[String(params.type)] ?? params.type}`;
    case 'enum':
      return `must be one of ${Array.isArray(params.allowedValues) ? params.allowedValues.join(', ') : ''}`;
    case 'minLength':
      return limit === 1 ? 'is empty: send at least one character' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `is too long: send at most ${limit} characters`;
    case 'minItems':
      return limit === 1 ? 'is empty: send at least one item' : `must hold at least ${limit} items`;
    case 'maxItems':
      return `holds too much: send at most ${limit} items at a time`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'pattern':
      return `must be ${patternInWords(String(params.pattern))}`;
    default:
      return message ?? 'is not as the interface at /docs describes it';
  }
}

function patternInWords(pattern: string): string {
  const [, digits] = DIGITS.exec(pattern) ?? [];
  if (digits !== undefined) return `a whole number of at most ${digits} digits`;
  return pattern.startsWith('^\\d{4}-') ? 'a day such as 2026-01-31' : `as ${pattern} says`;
}
