import { defineConfig, type Plugin } from 'vite';

const PRELOAD_HELPER = '\0vite/preload-helper.js';

/** Pages that come later have no style sheet of their own: there is nothing to fetch ahead of them. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load();' : undefined),
};

export default defineConfig({
  plugins: [plainImports],
  // Relative addresses: the page also works behind a proxy that adds a prefix.
  base: './',
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // The first browsers with light-dark(), which the colours are written in.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy of the page allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
});
