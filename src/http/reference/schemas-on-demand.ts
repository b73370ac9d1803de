import ajvCompiler from '@fastify/ajv-compiler';
import stringifyCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';

/** What the caller sent is judged as it is: nothing is converted, filled in or taken away. */
const AS_SENT = { coerceTypes: false, useDefaults: false, removeAdditional: false } as const;

/**
 * Schemas are compiled by Fastify's own compilers, but when a route is first used rather than at the start: hundreds of
 * them take half a second, and most belong to routes that are never called.
 */
export function compileSchemasOnDemand(app: Pick<FastifyInstance, CompilerSetters>): void {
  const validatorOf = ajvCompiler()({}, { customOptions: AS_SENT });
  const serializerOf = stringifyCompiler()({});
  app.setValidatorCompiler((route) => {
    let compiled: ReturnType<typeof validatorOf> | undefined;
    const validate: FastifyValidationResult = (data) => {
      compiled ??= validatorOf({ ...route });
      // Its schemas hold nothing asynchronous, so that the answer is there at once.
      const valid = compiled(data) === true;
      // Where Fastify looks for what is wrong.
      validate.errors = compiled.errors ?? null;
      return valid;
    };
    return validate;
  });
  app.setSerializerCompiler((route) => {
    let compiled: ReturnType<typeof serializerOf> | undefined;
    return (data) => {
      compiled ??= serializerOf({ httpStatus: '', ...route });
      return compiled(data);
    };
  });
}

type CompilerSetters = 'setValidatorCompiler' | 'setSerializerCompiler';
