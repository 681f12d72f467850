import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Where `earnest serve` listens, for `npm run dev`; EARNEST_DEV names another place.
const server = process.env.EARNEST_DEV ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    // The browsers that know light-dark(); older ones would need it rewritten, which breaks with Mantine's switch.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The policy allows no data: script or font, so nothing is put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page needs is one file; its size is watched by a test.
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: { '/dash': server, '/api': server, '/docs': server, '/openapi.json': server },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
  },
});
