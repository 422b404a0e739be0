import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Started first, so that no long file runs alone at the end. */
const FIRST = ['/server/src/trust/', '/server/src/files/', '/server/src/billing/'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = FIRST.findIndex((part) => moduleId.includes(part));
      return found < 0 ? FIRST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** Tests that take minutes: `npm run test:slow`. Single ones in other files have the tag `slow`. */
const SLOW = '**/*.slow.test.ts';
/** Slow tests that measure how a server answers under load, so that each has the machine to itself. */
const ALONE = ['server/src/trust/{fuzz,hostile-load,hung-and-stopped,slow-connections}.slow.test.ts'];
/** Slow tests that start, kill or fill processes of their own. */
const PROCESSES = [
  'server/src/{exports,trust}/**/*.slow.test.ts',
  'server/src/files/{applying,readers}/*.slow.test.ts',
];

const DATABASE = { globalSetup: ['server/src/testing/database-template.ts'] };
/** One process runs many test files without loading the sources again. */
const TOGETHER = { isolate: false };

/**
 * The parts of `test.ts` that vitest runs. Each server test file has its own database and server. Browser tests have
 * their own runner (e2e/playwright.config.ts).
 */
export default defineConfig({
  test: {
    // For what hangs. How long a test takes is no matter of right or wrong: the machine may have other things to do.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    env: { TZ: 'Pacific/Apia' },
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'slow' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'domain',
          include: ['{domain,contract,demo}/src/**/*.test.ts', 'lint/*.test.ts'],
          exclude: [SLOW],
          ...TOGETHER,
        },
      },
      {
        extends: true,
        test: { name: 'server', include: ['server/src/**/*.test.ts'], exclude: [SLOW], ...DATABASE, ...TOGETHER },
      },
      // These replace modules and clocks, so each runs in its own process.
      { extends: true, test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [`{domain,server}/src/${SLOW}`],
          exclude: PROCESSES,
          ...DATABASE,
          ...TOGETHER,
        },
      },
      { extends: true, test: { name: 'slow-processes', include: PROCESSES, exclude: ALONE, ...DATABASE } },
      { extends: true, test: { name: 'slow-alone', include: ALONE, ...DATABASE } },
    ],
  },
});
