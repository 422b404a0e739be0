import { spawn } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../config.ts';
import { hasNoRoom } from '../start-errors.ts';
import { isPostgresOf, isPresent, postgresProcessesOf } from './processes.ts';

/** The user that runs PostgreSQL, if not ours. */
export type Ids = { uid?: number; gid?: number };

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** `sockets`: the folder of its Unix socket, or '' where it has none. */
export type Running = { pid: number; port: number; sockets: string };

/** Returns the lines of postmaster.pid (PostgreSQL, src/include/utils/pidfile.h). */
function readPidFile(data: string): (Running & { status: string }) | undefined {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return {
      pid: Number(lines[0]),
      port: Number(lines[3]),
      sockets: lines[4]?.trim() ?? '',
      status: lines[7]?.trim() ?? '',
    };
  } catch {
    return undefined;
  }
}

/** Maximum length of a socket path, the shortest of our systems (macOS, sun_path). */
const LONGEST_SOCKET = 103;

/**
 * Returns the folder for the Unix socket, which takes half the time of TCP; only PostgreSQL's user can enter it. '' on
 * Windows, and if its path is too long.
 */
export function socketFolder(home: string, { uid = 0, gid = 0 }: Ids): string {
  const folder = path.join(home, 'socket');
  if (process.platform === 'win32' || Buffer.byteLength(path.join(folder, '.s.PGSQL.65535')) > LONGEST_SOCKET)
    return '';
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(folder, uid, gid);
  // No PostgreSQL of ours runs: sockets in here are of one that was killed, whose pid another process may have by now.
  for (const name of readdirSync(folder))
    if (name.startsWith('.s.PGSQL.')) rmSync(path.join(folder, name), { force: true });
  return folder;
}

const ORPHANS_END_TRIES = 50;
const LOOK_EVERY_MS = 20;

/**
 * Waits until no PostgreSQL process without a parent works in the folder, and kills those that do not end. PostgreSQL
 * would not start, and two that write the same files would damage them.
 */
async function endOrphans(data: string): Promise<void> {
  let left = postgresProcessesOf(data);
  for (let tries = 0; left.length > 0; tries += 1) {
    if (tries === ORPHANS_END_TRIES)
      for (const pid of left) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'EPERM')
            throw new StartError(`Process ${pid} of another user still works in ${data}. Stop it, then start again.`);
        }
      }
    if (tries === 2 * ORPHANS_END_TRIES)
      throw new StartError(`Processes ${left.join(', ')} still work in ${data}. Stop them, then start again.`);
    await sleep(LOOK_EVERY_MS);
    left = postgresProcessesOf(data);
  }
}

/**
 * Removes a pid file that would stop PostgreSQL from starting: an empty or damaged one, and one whose pid belongs to
 * another process, a zombie, or the PostgreSQL of another folder (a copy). That of a dead process stays, because
 * PostgreSQL uses it to find shared memory to clean up.
 */
function clearPidFile(data: string, pid: number): void {
  if (!Number.isSafeInteger(pid) || pid <= 0 || isPresent(pid))
    rmSync(path.join(data, 'postmaster.pid'), { force: true });
}

/**
 * Returns the PostgreSQL that is running on this folder; otherwise undefined, after the remains of an earlier one were
 * removed.
 */
export async function findRunning(data: string): Promise<Running | undefined> {
  for (let tries = 0; tries < 1500; tries += 1) {
    const file = readPidFile(data);
    if (!file || !isPostgresOf(file.pid, data)) {
      await endOrphans(data);
      if (file) clearPidFile(data, file.pid);
      return undefined;
    }
    if (file.status === 'ready' && (await accepts(file.port))) return file;
    await sleep(LOOK_EVERY_MS);
  }
  const pid = readPidFile(data)?.pid;
  throw new StartError(
    `The embedded PostgreSQL (process ${pid}) is running but does not accept connections. Stop that process, then start again.`,
  );
}

/** PostgreSQL allocates memory in its own way and must not inherit the settings for Node (bootstrap.mjs). */
const withoutMalloc = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('MALLOC_')));

/** Returns a folder as an entry of a list: commas and quotes in it are its own. */
const quotedPath = (folder: string): string => (folder ? `"${folder.replaceAll('"', '""')}"` : '');

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'jit=off',
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  'password_encryption=scram-sha-256',
  // PostgreSQL quotes rows in its messages; none of that may reach a log (trust finding 9).
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
  'log_parameter_max_length_on_error=0',
];
/** Fast and not durable: for databases of tests. */
const QUICK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

/** Translates PostgreSQL's last messages for the operator. They are about its files and port and contain no rows. */
const LAST_WORDS: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Disk quota exceeded/, 'the disk is full; free some space, then start again'],
  [
    /initialized by PostgreSQL version|not compatible with this version/,
    'its files belong to another version of PostgreSQL; start the version of OpenBenefits that created them',
  ],
  [/Address already in use|could not bind/, 'another program uses its port; start again'],
  [
    /invalid permissions|wrong ownership|Permission denied/,
    'its files belong to another user; start as that user, or change their owner to the user that runs PostgreSQL (chown -R)',
  ],
  [
    /shared memory|Cannot allocate memory|out of memory/,
    'the machine has too little memory; free some memory, then start again',
  ],
  [
    /invalid (primary )?checkpoint|could not locate a valid checkpoint|incorrect checksum|does not exist.*global|PANIC/s,
    'its files are damaged; restore them from your backup',
  ],
];
/** Returns why PostgreSQL ended, from its log, or from the free disk space if it could not write its log. */
export function whyEnded(words: string, folder: string): string | undefined {
  const known = LAST_WORDS.find(([pattern]) => pattern.test(words))?.[1];
  if (known) return known;
  return hasNoRoom(folder) ? LAST_WORDS[0]?.[1] : undefined;
}

export type Launch = {
  bin: string;
  data: string;
  log: string;
  port: number;
  sockets: string;
  ids: Ids;
  quick: boolean;
};

/** Starts PostgreSQL on the folder and waits until it is ready. */
export async function launch({ bin, data, log, port, sockets, ids, quick }: Launch): Promise<Running> {
  const settings = [
    ...SETTINGS,
    `unix_socket_directories=${quotedPath(sockets)}`,
    `port=${port}`,
    ...(quick ? QUICK : []),
  ];
  const out = openSync(log, 'a', 0o600);
  const written = statSync(log).size;
  // Its own process group: Ctrl-C in the terminal reaches us first, and we stop it in order.
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...ids,
    cwd: '/',
    env: withoutMalloc(process.env),
    detached: true,
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  let exited = false;
  child.on('error', () => {
    exited = true;
  });
  child.on('exit', () => {
    exited = true;
  });
  child.unref();
  for (let tries = 0; tries < 6000; tries += 1) {
    const file = readPidFile(data);
    if (file?.status === 'ready' && file.pid === child.pid) return { pid: file.pid, port, sockets };
    if (exited) {
      const why = whyEnded(readFileSync(log).subarray(written).toString('utf8'), path.dirname(log));
      throw new StartError(`The embedded PostgreSQL did not start: ${why ?? `see its log ${log}`}.`);
    }
    await sleep(10);
  }
  throw new StartError(`The embedded PostgreSQL did not become ready within a minute. Its log is ${log}.`);
}

/**
 * Signals that stop PostgreSQL, each with its number of 10 ms waits: in order (fast), at once with a recovery at the
 * next start (immediate), and by force.
 */
const STOPS = [
  ['SIGINT', 1000],
  ['SIGQUIT', 300],
  ['SIGKILL', 300],
] as const;

/**
 * Stops PostgreSQL. Version 18 does not end while it recovers from a full disk, so each signal is stronger. Committed
 * data is in its log.
 */
export async function stopPostgres(pid: number, data: string): Promise<void> {
  for (const [signal, tries] of STOPS) {
    for (const one of signal === 'SIGKILL' ? postgresProcessesOf(data) : [pid]) {
      if (!isPostgresOf(one, data)) continue;
      try {
        process.kill(one, signal);
      } catch {
        // It ended in this moment.
      }
    }
    for (let tried = 0; tried < tries && isPostgresOf(pid, data); tried += 1) await sleep(10);
    if (!isPostgresOf(pid, data)) return;
  }
}
