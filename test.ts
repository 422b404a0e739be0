import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildPages } from './build-pages.ts';

/**
 * `npm test`: types, lint, unit and API tests, browser tests; everything a fresh machine needs is installed or brought along.
 * `npm test types`, `lint`, `unit` or `browser` runs one part. Ends with one line `N passed, N failed`.
 */
const root = import.meta.dirname;
const PACKAGES = ['domain', 'contract', 'server', 'web', 'demo', 'e2e', 'bench', '.'];

/** The servers that tests start by the dozen find each other's compiled sources here: half of what a start costs. */
const COMPILED = path.join(root, 'node_modules/.cache/compiled');

type Outcome = { passed: number; failed: number };

function run(label: string, command: string, args: string[], options: { quiet?: boolean } = {}): Promise<{ code: number; output: string }> {
  console.log(`\n── ${label}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { NODE_COMPILE_CACHE: COMPILED, ...process.env }, stdio: ['ignore', 'pipe', 'pipe'] });
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

/** A part without a count of its own counts as one check. */
function asCheck({ code, output }: { code: number; output: string }, shown: boolean): Outcome {
  if (code !== 0 && !shown) console.log(output);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function types(): Promise<Outcome> {
  const sum = { passed: 0, failed: 0 };
  for (const name of PACKAGES) {
    const outcome = asCheck(await run(`types: ${name}`, bin('tsc'), ['-p', name], { quiet: true }), false);
    sum.passed += outcome.passed;
    sum.failed += outcome.failed;
  }
  return sum;
}

const lint = async (): Promise<Outcome> => asCheck(await run('lint', bin('oxlint'), ['--type-aware', '--deny-warnings']), true);

/** The numbers of a test runner's JSON-free closing lines: vitest's `Tests  3 failed | 120 passed (123)`, Playwright's `12 passed`, `1 failed`. */
function counted({ code, output }: { code: number; output: string }, pattern: RegExp): Outcome {
  // oxlint-disable-next-line no-control-regex -- terminal colours are taken out before counting
  const plain = output.replace(/\u001b\[[0-9;]*m/g, '');
  const line = plain.split('\n').filter((one) => pattern.test(one)).join(' ');
  const number = (word: string): number => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  const outcome = { passed: number('passed'), failed: number('failed') };
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

const unit = async (): Promise<Outcome> => counted(await run('unit and API tests', process.execPath, ['node_modules/vitest/vitest.mjs', 'run']), /^\s*Tests\s/);

async function browser(): Promise<Outcome> {
  buildPages();
  return counted(await run('browser tests', process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts']), /^\s+\d+ (passed|failed|flaky)/);
}

const PARTS = { types, lint, unit, browser } as const;
const wanted = process.argv.slice(2).filter((name): name is keyof typeof PARTS => name in PARTS);
const total: Outcome = { passed: 0, failed: 0 };
for (const name of wanted.length > 0 ? wanted : (Object.keys(PARTS) as (keyof typeof PARTS)[])) {
  const outcome = await PARTS[name]();
  total.passed += outcome.passed;
  total.failed += outcome.failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
