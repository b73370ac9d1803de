import { readdirSync, rmSync } from 'node:fs';
import { dirname, relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('src/', import.meta.url));
/** Where chunks stand that several entries share. */
const SHARED = 'shared';

/** What a process or a thread begins with. All other files of `dist` are for whoever imports them one by one. */
const ENTRIES = [
  'cli/main',
  'model/thread/thread',
  'threads/thread',
  ...readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.task.ts'))
    .map((path) => path.replace(/\.ts$/, '')),
];

/** A file that became a part of another one still finds threads, tables and models from where it would stand by itself. */
const ownPlace: Plugin = {
  name: 'own-place',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith(SOURCE) && code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', `PLACE("${id.slice(SOURCE.length).replace(/\.ts$/, '.js')}")`)
      : undefined,
  renderChunk: (code, { fileName }) =>
    code.replaceAll(
      /PLACE\("(.+?)"\)/g,
      (_, path: string) => `new URL("./${relative(dirname(fileName), path)}", import.meta.url).href`,
    ),
  buildStart: () => rmSync(new URL(`dist/${SHARED}`, import.meta.url), { recursive: true, force: true }),
};

/**
 * Each process and each thread reads a dozen files instead of fifteen hundred, which was most of the time that it took to
 * start. Packages of many small files become a part of it too; all others are read from where they are installed.
 */
export default defineConfig({
  plugins: [ownPlace],
  ssr: {
    noExternal: ['typebox', 'drizzle-orm', 'jose', 'pinyin-pro', 'htmlparser2', 'entities', 'lru-cache'],
  },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(ENTRIES.map((name) => [name, `src/${name}.ts`])),
      output: { entryFileNames: '[name].js', chunkFileNames: `${SHARED}/[name]-[hash].js` },
    },
  },
});
