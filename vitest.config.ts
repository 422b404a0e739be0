import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The stories of servers that are killed wait more than they work: begun first, they wait beside the others instead of after them. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/server/src/trust/');
    const sorted = await super.sort(files);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

/**
 * Domain, demo, server and page tests. The browser tests are e2e's own (e2e/run.ts).
 *
 * A process goes through many test files without loading the sources again, which was a third of the whole run: the domain is pure, and a server is given all it works
 * with. Each test file still has a database and a server of its own. Only the tests of pages replace modules and clocks, and have a process each.
 */
export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 240_000,
    env: { TZ: 'Pacific/Apia' },
    maxWorkers: 3,
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        extends: true,
        test: { name: 'server', include: ['{domain,contract,demo,server}/src/**/*.test.ts'], globalSetup: ['server/src/testing/database-template.ts'], isolate: false },
      },
      { extends: true, test: { name: 'pages', include: ['web/src/**/*.test.{ts,tsx}'] } },
    ],
  },
});
