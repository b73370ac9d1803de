import { defineConfig } from 'drizzle-kit';

/** `npm run migration -- --name <what>` writes the next numbered migration from the compiled schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './dist/store/schema/index.js',
  out: './migrations',
  casing: 'snake_case',
});
