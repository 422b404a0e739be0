import { defineConfig } from '@playwright/test';
import { openChromium } from './browser.ts';

/**
 * The browser tests: one spec per screen, by role and label, against the real server with the small sample world. No
 * retries: a test that passes only sometimes is a defect. The pages must be built (`npm test browser` does it).
 */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: '../test-results',
  globalSetup: './servers.ts',
  fullyParallel: true,
  // A test waits for its page about a third of the time; on two cores another test runs then.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // For what hangs: the machine may have other things to do.
  timeout: 600_000,
  expect: { timeout: 180_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    trace: 'off',
    screenshot: 'off',
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    launchOptions: { ...(await openChromium()), args: ['--no-sandbox', '--disable-dev-shm-usage'] },
  },
});
