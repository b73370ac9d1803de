/** Every table of the product, one file per aggregate. */
export * from './audit.js';
export * from './bindings.js';
export * from './callbacks.js';
export * from './contracts.js';
export * from './dictionary.js';
export * from './files.js';
export * from './glossaries.js';
export * from './idempotency.js';
export * from './imports.js';
export * from './keys.js';
export * from './models.js';
export * from './organizations.js';
export * from './phrases.js';
export * from './translations.js';
export * from './undo.js';
export * from './usage.js';
export * from './workers.js';
