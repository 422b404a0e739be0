import { defineConfig } from 'vitest/config';

/** Domain, demo, server and page tests. The browser tests are e2e's own (e2e/run.ts). */
export default defineConfig({
  test: {
    include: ['{domain,contract,demo,server,web}/src/**/*.test.{ts,tsx}'],
    globalSetup: ['server/src/testing/database-template.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { TZ: 'Pacific/Apia' },
  },
});
