import { defineConfig } from '@playwright/test';

// The real binary, with the bundle inside, is started by the fixtures: `make build` first, or name one by EARNEST_BIN.
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/template.ts',
  // What failures leave behind; two runs at once need two places.
  outputDir: process.env.EARNEST_E2E_RESULTS ?? 'test-results',
  // A test waits for its page about half of its time, so that two cores are busy with three.
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
    // Recording slows every test down: ask for it with `--trace=retain-on-failure` when one fails.
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
