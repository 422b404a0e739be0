// The entry of every npm script, in plain JavaScript without dependencies, because it runs on any Node 18 or newer. It
// installs the Node and npm of runtime/, then the packages of package-lock.json, and starts that Node, which runs
// TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));
const runtime = path.join(root, 'runtime');
const OLDEST = 24;

/** Runs `npm ci` in a folder unless its stamp matches the lockfile; `lean` omits development dependencies. */
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

// Benchmarks run with the server's flags.
const isServer = ['start.ts', 'server/src/main.ts', 'bench/main.ts'].includes(process.argv[2] ?? '');
// V8 flags for memory and speed of large files: decisions/0030.
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
// glibc keeps freed memory per thread: two arenas, and large buffers are returned at once (decisions/0030).
const memory = isServer
  ? { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
  : {};
// Compiled sources are cached for later servers and tests.
const compiled = path.join(root, 'node_modules/.cache/compiled');
// A server that was killed, or ended because it no longer answered (server/src/event-loop-watch.ts), is started again,
// but not without end.
const restarts = ['start.ts', 'server/src/main.ts'].includes(process.argv[2] ?? '');
const ENDED_BADLY = ['SIGKILL', 'SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL'];
const MOST_RESTARTS = 5;
const WITHIN_MS = 10 * 60_000;
const PAUSE_MS = 1000;
const ends = [];
let isStopping = false;
let child;

function isToRestart(signal) {
  if (!restarts || isStopping || !ENDED_BADLY.includes(signal)) return false;
  ends.push(Date.now());
  return ends.filter((at) => at > Date.now() - WITHIN_MS).length <= MOST_RESTARTS;
}

function run() {
  child = spawn(node, [...flags, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE: compiled,
      ...memory,
      ...process.env,
      PATH: [path.dirname(node), path.join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(path.delimiter),
    },
  });
  child.on('exit', (code, signal) => {
    if (!isToRestart(signal)) process.exit(signal ? 130 : (code ?? 1));
    console.error(`\n  The server was ended by ${signal} and starts again.\n`);
    setTimeout(() => (isStopping ? process.exit(0) : run()), PAUSE_MS);
  });
}
run();
// Ctrl-C reaches the whole process group, so we wait for the child to stop. A kill reaches only this process and is
// forwarded.
process.on('SIGINT', () => (isStopping = true));
process.on('SIGTERM', () => {
  isStopping = true;
  child.kill('SIGTERM');
});
