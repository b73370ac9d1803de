import { defineConfig } from 'vite';

export default defineConfig({
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
