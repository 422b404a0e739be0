// The entry of every npm script. Plain JavaScript without dependencies, because it runs on whatever Node the machine has (18 or newer). It brings the
// Node and npm of runtime/, installs with them what package-lock.json pins, and hands over to that Node, which runs TypeScript directly.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));
const runtime = path.join(root, 'runtime');
const OLDEST = 24;

/** Runs `npm ci` in a folder unless its stamp says that this lockfile is installed; `lean` leaves out what only tests and development need. */
function install(folder, node, npm, lean = false) {
  const stamp = path.join(folder, 'node_modules/.install-stamp');
  const whole = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .update(process.platform + process.arch)
    .digest('hex');
  const wanted = lean ? `${whole} lean` : whole;
  const present = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (present === wanted || present === whole) return;
  const [command, first] = npm ? [node, [npm]] : ['npm', []];
  const env = { ...process.env, PATH: path.dirname(node) + path.delimiter + (process.env.PATH ?? '') };
  const installed = spawnSync(
    command,
    [...first, 'ci', ...(lean ? ['--omit=dev'] : []), '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      env,
      stdio: 'inherit',
    },
  );
  if (installed.status !== 0) {
    console.error(
      '\n  The packages could not be installed. Check that the npm registry can be reached and the disk has 1 GB free, then run the command again.\n',
    );
    process.exit(installed.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

let node = process.execPath;
let npm = process.env.npm_execpath;
if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  if (process.platform !== 'linux') {
    console.error(`\n  OpenBenefits needs Node ${OLDEST} or newer. Install it, then run the command again.\n`);
    process.exit(1);
  }
  if (!existsSync(path.join(runtime, 'node_modules'))) console.log('Installing Node and the packages (first start) …');
  install(runtime, node, npm);
  node = path.join(runtime, 'node_modules', `node-linux-${process.arch}`, 'bin/node');
  npm = path.join(runtime, 'node_modules/npm/bin/npm-cli.js');
}
install(root, node, npm, process.argv[2] === 'start.ts');

// Measurements are taken as the server runs.
const isServer = ['start.ts', 'bench/main.ts'].includes(process.argv[2] ?? '');
// A small young generation is collected often, so the buffers of an upload do not pile up. What is left
// of it each time is little, for which several threads only wait for each other. Nothing is made old from its beginning because others like it lived long, and
// how far the old may grow before it is collected, and what is compiled stays: decisions/0030. A reader that has read a large file is asked to give its memory back.
const flags = isServer
  ? [
      '--max-semi-space-size=16',
      '--no-parallel-scavenge',
      '--no-allocation-site-pretenuring',
      '--heap-growing-percent=100',
      '--no-flush-bytecode',
      '--expose-gc',
    ]
  : [];
// The C library keeps what the threads have freed, for each thread by itself, and ever larger buffers with it. Two places, from which buffers go back at once.
const memory = isServer
  ? { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
  : {};
// Sources are stripped of their types and compiled once; servers and tests that start later, by the dozen, find them so.
const compiled = path.join(root, 'node_modules/.cache/compiled');
const child = spawn(node, [...flags, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: {
    NODE_COMPILE_CACHE: compiled,
    ...memory,
    ...process.env,
    PATH: [path.dirname(node), path.join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(path.delimiter),
  },
});
// The terminal sends Ctrl-C to the whole group: the child stops in order, we only wait for it. A plain kill reaches us alone and is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)));
