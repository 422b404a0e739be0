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

/** Domain, demo, server and page tests. The browser tests are e2e's own (e2e/run.ts). */
export default defineConfig({
  test: {
    include: ['{domain,contract,demo,server,web}/src/**/*.test.{ts,tsx}'],
    globalSetup: ['server/src/testing/database-template.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    env: { TZ: 'Pacific/Apia' },
    maxWorkers: 3,
    sequence: { sequencer: WaitingFirst },
  },
});
