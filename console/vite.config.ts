import { defineConfig } from 'vite';

export default defineConfig({
  // Relative addresses: the page also works behind a proxy that adds a prefix.
  base: './',
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
});
