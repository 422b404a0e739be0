import { spawn } from 'node:child_process';
import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPages } from './build-pages.ts';

/**
 * `npm test`: types, lint, format, unit and API tests, browser tests; installs everything that a fresh machine needs.
 * `npm test types`, `lint`, `format`, `unit` or `browser` runs one part. `npm run test:slow` runs tests that take
 * minutes: attacks, fuzzing, kills (`*.slow.test.ts`). Ends with one line `N passed, N failed`.
 */
const root = import.meta.dirname;
/**
 * The root project includes server and bench, which run in Node with the same settings; separate projects would read
 * the server's sources twice.
 */
const PROJECTS = ['domain', 'contract', 'web', 'demo', 'e2e', '.'];

type Outcome = { passed: number; failed: number };

/** Output of failed parts, repeated at the end, because logs are often kept by their ends. */
const failures: string[] = [];
const LINES_SAID_AGAIN = 150;
/** More test files than this do not fail by chance. */
const FEW = 3;

const GIB = 1024 ** 3;
/** Far more than the databases of a run take at once. */
const ROOM = 8 * GIB;

/**
 * Where tests put their databases and files: in memory where there is plenty, since each test file copies a database
 * and throws it away, which is a quarter of the work on a disk. PostgreSQL may have to be run from there, so a mount
 * that runs nothing will not do.
 */
function temporaryFolder(): string {
  const inMemory = '/dev/shm';
  if (process.env.TMPDIR || process.platform !== 'linux') return tmpdir();
  const options = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, folder]) => folder === inMemory)?.[3]
    ?.split(',');
  if (!options?.includes('rw') || options.includes('noexec')) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return Math.min(bavail * bsize, process.availableMemory()) > ROOM ? inMemory : tmpdir();
}

const env = { ...process.env, TMPDIR: temporaryFolder() };

// oxlint-disable-next-line no-control-regex -- terminal colors are taken out before lines are read
const withoutColors = (output: string): string => output.replace(/\u001b\[[0-9;]*m/g, '');

function sayAgain(label: string, output: string): void {
  const lines = withoutColors(output)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*[✓√↓-] /.test(line));
  failures.push(`\n── ${label}\n${lines.slice(-LINES_SAID_AGAIN).join('\n')}`);
}

function run(
  label: string,
  command: string,
  args: string[],
  options: { quiet?: boolean } = {},
): Promise<{ code: number; output: string }> {
  console.log(`\n── ${label}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      if (!options.quiet) process.stdout.write(chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const bin = (name: string): string => path.join(root, 'node_modules/.bin', name);

/** A part without a count counts as one check. */
async function asCheck(...asked: Parameters<typeof run>): Promise<Outcome> {
  const { code, output } = await run(...asked);
  if (code !== 0) sayAgain(`failed: ${asked[0]}`, output);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function types(): Promise<Outcome> {
  const sum = { passed: 0, failed: 0 };
  for (const name of PROJECTS) {
    const outcome = await asCheck(`types: ${name}`, bin('tsc'), ['-p', name], { quiet: true });
    sum.passed += outcome.passed;
    sum.failed += outcome.failed;
  }
  return sum;
}

const lint = (): Promise<Outcome> => asCheck('lint', bin('oxlint'), ['--type-aware', '--deny-warnings']);

const format = (): Promise<Outcome> => asCheck('format', bin('oxfmt'), ['--check']);

/**
 * The numbers of a test runner's JSON-free closing lines: vitest's `Tests  3 failed | 120 passed (123)`, Playwright's
 * `12 passed`, `1 failed`.
 */
function counted({ code, output }: { code: number; output: string }, pattern: RegExp): Outcome {
  const line = withoutColors(output)
    .split('\n')
    .filter((one) => pattern.test(one))
    .join(' ');
  const number = (word: string): number => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  const outcome = { passed: number('passed'), failed: number('failed') };
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

/**
 * Runs a test runner. A few failed files run once more: if they pass, the run passes and lists them as unsteady. An
 * unsteady test is a defect (decisions/0029), but must not block other work. `again` returns the arguments of the
 * second run from the output of the first; undefined for none.
 */
async function tested(
  label: string,
  args: readonly string[],
  pattern: RegExp,
  again: (output: string) => string[] | undefined,
): Promise<Outcome> {
  const first = await run(label, process.execPath, [...args]);
  const outcome = counted(first, pattern);
  if (first.code === 0) return outcome;
  const asked = again(withoutColors(first.output));
  const second = asked && (await run(`${label}: once more what failed`, process.execPath, [...args, ...asked]));
  if (second?.code !== 0) {
    sayAgain(`failed: ${label}`, second?.output ?? first.output);
    return outcome;
  }
  sayAgain(`unsteady, passed only the second time: ${label}`, first.output);
  return { passed: outcome.passed + outcome.failed, failed: 0 };
}

const few = (files: readonly string[]): string[] | undefined =>
  files.length > 0 && files.length <= FEW ? [...files] : undefined;
const filesIn = (output: string, pattern: RegExp): string[] => [
  ...new Set([...output.matchAll(pattern)].map(([, file = '']) => file)),
];

const vitest = (label: string, ...args: readonly string[]): Promise<Outcome> =>
  tested(label, ['node_modules/vitest/vitest.mjs', 'run', ...args], /^\s*Tests\s/, (output) =>
    few(filesIn(output, /^\s*FAIL\s.*?(\S+\.test\.tsx?)/gm)),
  );
const unit = (): Promise<Outcome> => vitest('unit and API tests', '--project=server', '--project=alone');
const slow = (): Promise<Outcome> => vitest('slow tests', '--project=slow', '--no-file-parallelism');

async function browser(): Promise<Outcome> {
  buildPages();
  return tested(
    'browser tests',
    ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts'],
    /^\s+\d+ (passed|failed|flaky)/,
    (output) => few(filesIn(output, /^\s+\d+\) (\S+\.spec\.ts)/gm)) && ['--last-failed'],
  );
}

const PARTS = { types, lint, format, unit, browser, slow } as const;
const QUICK = ['types', 'lint', 'format', 'unit', 'browser'] as const;
const wanted = process.argv.slice(2).filter((name): name is keyof typeof PARTS => name in PARTS);
const total: Outcome = { passed: 0, failed: 0 };
for (const name of wanted.length > 0 ? wanted : QUICK) {
  const outcome = await PARTS[name]();
  total.passed += outcome.passed;
  total.failed += outcome.failed;
}
for (const failure of failures) console.log(failure);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
