import { defineConfig } from '@playwright/test';

// The fixtures start the real binary with the bundle embedded, so run `make build` first or set EARNEST_BIN.
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/template.ts',
  // Artifacts of failed tests; parallel runs need separate folders.
  outputDir: process.env.EARNEST_E2E_RESULTS ?? 'test-results',
  // A test spends about half its time waiting for its page, so three workers keep two cores busy.
  workers: 3,
  fullyParallel: true,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['./e2e/support/summary.ts']],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing slows every test down; pass `--trace=retain-on-failure` when debugging.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
