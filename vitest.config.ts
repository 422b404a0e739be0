import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Started first, so that no long file runs alone at the end. */
const FIRST = [
  '/server/src/files/corpus.test.ts',
  '/server/src/files/corpus-server.test.ts',
  '/server/src/trust/',
  '/server/src/files/queue/remove-file.test.ts',
  '/server/src/files/rehearsal/rehearsal.test.ts',
  '/server/src/files/queue/queue.test.ts',
  '/server/src/files/outbound/',
  '/server/src/files/refused/added-columns.test.ts',
  '/server/src/files/partners/sender-mapping.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = FIRST.findIndex((part) => moduleId.includes(part));
      return found < 0 ? FIRST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** These replace modules and clocks, so each runs in its own process. */
const ALONE = ['web/src/**/*.test.{ts,tsx}'];

/** What takes minutes: `npm run test:slow`. One file at a time, since each loads its server as hard as it can. */
const SLOW = ['{domain,server}/src/**/*.slow.test.ts'];

/**
 * Domain, demo, server and page tests. Browser tests have their own runner (e2e/playwright.config.ts). One process runs
 * many test files without loading the sources again, which was a third of the work. Each server test file still has its
 * own database and server.
 */
export default defineConfig({
  test: {
    // For what hangs. How long a test takes is no matter of right or wrong: some wait for hundreds of files to be read,
    // on a machine that has other things to do.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    env: { TZ: 'Pacific/Apia' },
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{domain,contract,demo,server}/src/**/*.test.ts', 'lint/*.test.ts'],
          exclude: [...ALONE, ...SLOW, '**/node_modules/**'],
          globalSetup: ['server/src/testing/database-template.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        test: { name: 'slow', include: SLOW, globalSetup: ['server/src/testing/database-template.ts'] },
      },
    ],
  },
});
