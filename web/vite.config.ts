import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Where `earnest serve` listens during `npm run dev`.
const server = process.env.EARNEST_DEV ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    // Browsers that support light-dark(); rewriting it for older ones breaks Mantine's scheme switch.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The content security policy forbids data: URLs for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file contains the code that every page needs; a test checks its size.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Nearly every page needs what saves changes, and what that rests on. One file is smaller than several.
        codeSplitting: {
          groups: [
            {
              name: 'changes',
              test: /src\/(api\/(versions|ticketChanges)|drafts|changedFields|ui\/useDraft)\.ts|useMutation|mutationObserver/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/dash': server, '/api': server, '/docs': server, '/openapi.json': server },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
    isolate: false, // loading the modules again for each file would take most of the time
    testTimeout: 60_000, // slowness on a busy machine is not a failure
  },
});
