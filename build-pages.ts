import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = import.meta.dirname;
const dist = path.join(root, 'web/dist');
const stamp = path.join(dist, '.build-stamp');

/** Everything the pages are built from; a change in any of it builds them again. */
const SOURCES = [
  'web/src',
  'web/index.html',
  'web/vite.config.ts',
  'web/lingui.config.ts',
  'web/public',
  'contract/src',
  'domain/src',
  'package-lock.json',
];

function digestOf(sources: readonly string[]): string {
  const digest = createHash('sha256');
  const visit = (file: string): void => {
    if (!existsSync(file)) return;
    const entries =
      path.extname(file) === '' && !file.endsWith('lock') ? readdirSync(file, { withFileTypes: true }) : undefined;
    if (!entries) digest.update(file.slice(root.length)).update(readFileSync(file));
    else for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) visit(path.join(file, entry.name));
  };
  for (const source of sources) visit(path.join(root, source));
  return digest.digest('hex');
}

/** Builds web/dist unless it is up to date. Exits with the build's own message when it fails. */
export function buildPages(): void {
  const wanted = digestOf(SOURCES);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the pages …');
  // Built under a temporary name and replaced as a whole, so that a running server keeps serving its pages.
  const fresh = path.join(root, 'web/dist.new');
  const built = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '--outDir',
      fresh,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
    { cwd: path.join(root, 'web'), stdio: 'inherit' },
  );
  if (built.status !== 0) process.exit(built.status ?? 1);
  writeFileSync(path.join(fresh, '.build-stamp'), wanted);
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
}
