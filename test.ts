import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPages } from './build-pages.ts';

/**
 * `npm test` runs every quick part: types, lint, format, domain, server, web, browser. `npm run test:slow` runs what
 * takes minutes: stories of rare orders of events, attacks, fuzzing, kills (`*.slow.test.ts`, tests with the tag `slow`,
 * browser tests tagged `@slow`). Both install what a fresh machine needs and end with one line `N passed, N failed`.
 *
 * Parts can be named, and narrowed to a folder or to files:
 * `npm test -- domain`, `npm test -- server/billing`, `npm test -- browser plans`, `npm run test:slow -- server/files`.
 */
const root = import.meta.dirname;

type Outcome = { passed: number; failed: number };

/** Output of failed parts, repeated at the end, because logs are often kept by their ends. */
const failures: string[] = [];
const LINES_SAID_AGAIN = 150;

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
  failures.push(`\n── failed: ${label}\n${lines.slice(-LINES_SAID_AGAIN).join('\n')}`);
}

function run(
  command: string,
  args: readonly string[],
  options: { quiet?: boolean } = {},
): Promise<{ code: number; output: string }> {
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
async function check(label: string, ...asked: Parameters<typeof run>): Promise<Outcome> {
  const { code, output } = await run(...asked);
  if (code !== 0) sayAgain(label, output);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

const sum = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((all, { passed }) => all + passed, 0),
  failed: outcomes.reduce((all, { failed }) => all + failed, 0),
});

/**
 * The root project includes server and bench, which run in Node with the same settings; separate projects would read
 * the server's sources twice. Largest first.
 */
const PROJECTS = ['.', 'web', 'contract', 'domain', 'e2e', 'demo'];

/** One thread for each of two projects at a time takes a third less processor time than many threads for one. */
async function types(): Promise<Outcome> {
  const folder = path.join(root, 'node_modules/.cache/types');
  mkdirSync(folder, { recursive: true });
  const outcomes: Outcome[] = [];
  const waiting = PROJECTS.values();
  const work = async (): Promise<void> => {
    for (const project of waiting) {
      const known = path.join(folder, `${project === '.' ? 'root' : project}.tsbuildinfo`);
      const args = ['-p', project, '--singleThreaded', '--incremental', '--tsBuildInfoFile', known];
      outcomes.push(await check(`types: ${project}`, bin('tsc'), args, { quiet: true }));
    }
  };
  await Promise.all([work(), work()]);
  return sum(outcomes);
}

/** A second run reads only what changed: knip keeps what it read in node_modules/.cache. */
async function lint(): Promise<Outcome> {
  const knip = ['--cache', '--no-progress', '--treat-config-hints-as-errors'];
  return sum([
    await check('lint: unused files, exports and packages', bin('knip'), knip),
    await check('lint: rules', bin('oxlint'), ['--type-aware', '--deny-warnings']),
  ]);
}

const format = (): Promise<Outcome> => check('format', bin('oxfmt'), ['--check']);

/**
 * Runs a test runner and reads the numbers of its closing lines: vitest's `Tests  3 failed | 120 passed (123)`,
 * Playwright's `12 passed`, `1 failed`. Nothing runs twice: a test that passes only sometimes is a defect
 * (decisions/0060).
 */
async function tested(label: string, args: readonly string[], pattern: RegExp): Promise<Outcome> {
  const { code, output } = await run(process.execPath, args);
  if (code !== 0) sayAgain(label, output);
  const line = withoutColors(output)
    .split('\n')
    .filter((one) => pattern.test(one))
    .join(' ');
  const number = (word: string): number => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  const outcome = { passed: number('passed'), failed: number('failed') };
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

const vitest = (project: string, within: readonly string[], ...flags: readonly string[]): Promise<Outcome> =>
  tested(
    `${project} tests`,
    ['node_modules/vitest/vitest.mjs', 'run', `--project=${project}`, '--passWithNoTests', ...flags, ...within],
    /^\s*Tests\s/,
  );

function browser(isSlow: boolean, within: readonly string[]): Promise<Outcome> {
  buildPages();
  return tested(
    'browser tests',
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=e2e/playwright.config.ts',
      isSlow ? '--grep=@slow|@both' : '--grep-invert=@slow',
      '--pass-with-no-tests',
      ...within,
    ],
    /^\s+\d+ (passed|failed|flaky|interrupted|did not run)/,
  );
}

/** The tests of a folder: `server/billing` is `server/src/billing`. */
const inSources = (part: string, within: readonly string[]): string[] =>
  within.map((place) => `${part}/src/${place.replace(/^src\//, '')}`);

type Part = { what: string; run: (within: readonly string[]) => Promise<Outcome> };
const QUICK: Readonly<Record<string, Part>> = {
  types: { what: 'the compiler on every package', run: types },
  lint: { what: 'lint rules, unused code, file sizes, order of features', run: lint },
  format: { what: 'formatting', run: format },
  domain: { what: 'rules without a database', run: (within) => vitest('domain', inSources('domain', within)) },
  server: {
    what: 'the API on PostgreSQL',
    run: (within) => vitest('server', inSources('server', within), '--tags-filter=!slow'),
  },
  web: { what: 'page code without a browser', run: (within) => vitest('web', inSources('web', within)) },
  browser: { what: 'the screens in Chromium', run: (within) => browser(false, within) },
};
const SLOW: Readonly<Record<string, Part>> = {
  server: {
    what: 'rare orders of events; then kills, two files at a time; then attacks and load, one at a time',
    run: async (within) =>
      sum([
        await vitest('slow', inSources('server', within)),
        await vitest('server', inSources('server', within), '--tags-filter=slow'),
        await vitest('slow-processes', inSources('server', within), '--maxWorkers=2'),
        await vitest('slow-alone', inSources('server', within), '--no-file-parallelism'),
      ]),
  },
  browser: { what: 'rare orders of events on the screens', run: (within) => browser(true, within) },
};

/** Seconds of processor time of all ended child processes and theirs; undefined where the system does not tell. */
function processorSeconds(): number | undefined {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return undefined;
  }
}

const said = (seconds: number): string =>
  seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

/** What is asked for: names of parts, each with the folders or files behind it. */
function partsOf(words: readonly string[], parts: Readonly<Record<string, Part>>): Map<string, string[]> {
  const asked = new Map<string, string[]>();
  for (const word of words) {
    const [name = '', ...folders] = word.split('/');
    const last = [...asked.keys()].at(-1);
    if (name in parts) asked.set(name, [...(asked.get(name) ?? []), ...(folders.length ? [folders.join('/')] : [])]);
    else if (last) asked.get(last)?.push(word);
    else {
      console.error(`'${word}' is not a part. Parts: ${Object.keys(parts).join(', ')}.`);
      process.exit(1);
    }
  }
  return asked.size > 0 ? asked : new Map(Object.keys(parts).map((name) => [name, []]));
}

const words = process.argv.slice(2);
const isSlow = words[0] === 'slow';
const parts = isSlow ? SLOW : QUICK;
const asked = partsOf(isSlow ? words.slice(1) : words, parts);
console.log([...asked.keys()].map((name) => `${name.padEnd(8)} ${parts[name]?.what}`).join('\n'));

const outcomes: Outcome[] = [];
const times: string[] = [];
const begun = performance.now();
for (const [name, within] of asked) {
  console.log(`\n── ${name}`);
  const [from, busyFrom] = [performance.now(), processorSeconds()];
  const outcome = await parts[name]?.run(within);
  if (outcome) outcomes.push(outcome);
  const busy = busyFrom === undefined ? '' : `, ${said((processorSeconds() ?? 0) - busyFrom)} of processor time`;
  times.push(
    `${name.padEnd(8)} ${outcome?.passed} passed, ${outcome?.failed} failed in ${said((performance.now() - from) / 1000)}${busy}`,
  );
}
const total = sum(outcomes);
for (const failure of failures) console.log(failure);
const busy = processorSeconds();
console.log(`\n${times.join('\n')}`);
console.log(
  `all      ${said((performance.now() - begun) / 1000)}${busy === undefined ? '' : `, ${said(busy)} of processor time`}`,
);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
