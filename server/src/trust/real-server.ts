import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '@openbenefits/contract';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import pg from 'pg';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { openVault, type Vault } from '../vault.ts';

const PASSWORD = 'kill and recover';
const root = path.resolve(import.meta.dirname, '../../..');

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', () => resolve()));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** From /proc, because a small Debian has no ps. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

export type PieceByPiece = {
  id: string;
  offset(): Promise<number>;
  send(from: number, body: Buffer<ArrayBuffer>): Promise<{ status: number; text: string }>;
};

/** A server as an operator runs it: a separate process with the embedded database, for fault tests. */
export class RealServer {
  readonly #dataDir: string;
  readonly #beside: RealServer | undefined;
  readonly #uploadsMegabytes: number | undefined;
  readonly #flags: readonly string[];
  readonly api: Api = createORPCClient(
    new RPCLink({
      url: () => `${this.url}/rpc`,
      headers: () => ({ cookie: this.#cookie, origin: this.url }),
      fetch: (request, init) => globalThis.fetch(request, init),
    }),
  );
  /** Everything it has printed. */
  output = '';
  url = '';
  #cookie = '';
  #child: ChildProcess | undefined;

  /**
   * `beside`: a second process with the data and database of a running one. `uploadsMegabytes`: uploads on a separate
   * disk of that size. `flags`: flags for Node.
   */
  constructor({
    beside,
    uploadsMegabytes,
    flags = [],
  }: { beside?: RealServer; uploadsMegabytes?: number; flags?: readonly string[] } = {}) {
    this.#beside = beside;
    this.#uploadsMegabytes = uploadsMegabytes;
    this.#flags = flags;
    this.#dataDir = beside ? beside.#dataDir : mkdtempSync(path.join(tmpdir(), 'openbenefits-trust-'));
    // PostgreSQL runs as another user when this runs as root, and must be able to enter.
    chmodSync(this.#dataDir, 0o755);
  }

  get pid(): number {
    return this.#child?.pid as number;
  }

  /** What the process ended with; null while it runs or where a signal ended it. */
  get exitCode(): number | null {
    return this.#child?.exitCode ?? null;
  }

  /**
   * Milliseconds that processors have worked for the process, from ticks of a hundredth of a second (proc_pid_stat(5),
   * utime and stime).
   */
  get cpuMs(): number {
    const fields = readFileSync(`/proc/${this.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  /** Resident memory of the process, in megabytes. */
  get megabytes(): number {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1]) / 1024;
  }

  get uploads(): string {
    return path.join(this.#dataDir, 'uploads');
  }

  vault(): Vault {
    return openVault(path.join(this.#dataDir, 'keys.json'), { create: false });
  }

  /** The database as its owner, who may look at everything. For the caller to end. */
  async owner(): Promise<pg.Client> {
    const port = readFileSync(path.join(this.cluster, 'postmaster.pid'), 'utf8').split('\n')[3];
    const client = new pg.Client({
      host: '127.0.0.1',
      port: Number(port),
      user: 'openbenefits',
      database: 'postgres',
      password: this.vault().derive('postgres owner'),
    });
    client.on('error', () => {});
    await client.connect();
    await client.query(`select set_config('app.tenant_id', $1, false)`, [DEFAULT_TENANT]);
    return client;
  }

  /** The files of its database. */
  get cluster(): string {
    return path.join(this.#dataDir, 'postgres/data');
  }

  async start(): Promise<void> {
    this.url ||= `http://127.0.0.1:${await freePort()}`;
    const [command, ...args] = [...this.#disk(), process.execPath, ...this.#flags, 'main.ts'];
    const child = spawn(command, args, {
      cwd: path.join(root, 'server/src'),
      detached: true,
      env: {
        // As bootstrap.mjs starts it.
        NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'),
        ...process.env,
        DATA_DIR: this.#dataDir,
        PORT: new URL(this.url).port,
        DEMO_PASSWORD: PASSWORD,
        DEMO_DATA: 'small',
        NODE_ENV: 'production',
        LOG_LEVEL: 'debug',
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.#child = child;
    for (let tries = 0; tries < 3000; tries += 1) {
      if (
        await fetch(`${this.url}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        return;
      if (child.exitCode !== null) break;
      await sleep(20);
    }
    throw new Error(`The server did not start:\n${this.output.slice(-2000)}`);
  }

  /** Starts the process in a mount namespace with a small in-memory file system that only it sees. */
  #disk(): [] | [string, ...string[]] {
    if (this.#uploadsMegabytes === undefined) return [];
    mkdirSync(this.uploads, { recursive: true });
    return [
      'unshare',
      '--mount',
      'sh',
      '-c',
      'mount -t tmpfs -o size=$0m tmpfs "$1" && shift && exec "$@"',
      String(this.#uploadsMegabytes),
      this.uploads,
    ];
  }

  /** The small disk grows. */
  growDisk(megabytes: number): void {
    const { status } = spawnSync('nsenter', [
      '-t',
      String(this.pid),
      '-m',
      'mount',
      '-o',
      `remount,size=${megabytes}m`,
      this.uploads,
    ]);
    if (status !== 0) throw new Error('The disk could not be made larger');
  }

  async signIn(): Promise<void> {
    const answer = await fetch(`${this.url}/rpc/session/unlock`, {
      method: 'POST',
      headers: { origin: this.url, 'content-type': 'application/json' },
      body: JSON.stringify({ json: { password: PASSWORD } }),
    });
    this.#cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
  }

  /** Sends requests as the signed-in user. */
  fetch(
    address: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    return fetch(new URL(address, this.url), {
      ...init,
      headers: { cookie: this.#cookie, origin: this.url, ...init.headers },
    });
  }

  /** An upload to be sent piece by piece. */
  async beginUpload(name: string, length: number, groupCim?: string): Promise<PieceByPiece> {
    const metadata = Object.entries({ filename: name, ...(groupCim ? { group_cim: groupCim } : {}) })
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(',');
    const tus = { 'tus-resumable': '1.0.0' };
    const created = await this.fetch('/uploads', {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(length), 'upload-metadata': metadata },
    });
    const location = created.headers.get('location') ?? '';
    return {
      id: location.split('/').at(-1) ?? '',
      offset: async () =>
        Number((await this.fetch(location, { method: 'HEAD', headers: tus })).headers.get('upload-offset')),
      send: async (from, body) => {
        const sent = await this.fetch(location, {
          method: 'PATCH',
          headers: { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
          body,
        });
        return { status: sent.status, text: await sent.text() };
      },
    };
  }

  /** Uploads as a browser does; the id of the job once the last byte was acknowledged. */
  async upload(name: string, body: Buffer<ArrayBuffer>, groupCim?: string): Promise<string> {
    const upload = await this.beginUpload(name, body.length, groupCim);
    const { status } = await upload.send(0, body);
    if (status !== 204) throw new Error(`The upload was answered with ${status}`);
    return upload.id;
  }

  /** The processes of the database, the parent first. */
  databaseProcesses(): number[] {
    const parent = Number(readFileSync(path.join(this.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return [parent, ...childrenOf(parent)];
  }

  /** As a power cut of the database: the parent first, or it would start a recovery while its children are killed. */
  signalDatabase(signal: NodeJS.Signals): void {
    for (const pid of this.databaseProcesses()) process.kill(pid, signal);
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal);
  }

  /** Waits until it is dead, after a signal that kills. */
  async ended(): Promise<void> {
    const child = this.#child as ChildProcess;
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve));
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops cleanly: files in progress are released. */
  async stop(): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) await this.#end('SIGTERM');
  }

  async close(): Promise<void> {
    await this.stop();
    if (!this.#beside) rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child as ChildProcess;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    process.kill(child.pid as number, signal);
    // A stopped process receives the signal only when it continues.
    process.kill(child.pid as number, 'SIGCONT');
    await gone;
  }
}

/** Returns an invented SSN of an issued pattern, another one for each index below 90,000. */
export const ssnOf = (index: number): string =>
  `41${Math.floor(index / 9000)}${String((index % 90) + 10)}${String(Math.floor((index % 9000) / 90) + 1000)}`;

/** Returns a census of that many employees, each in the medical plan MED-PPO; `from` moves on to other SSNs. */
export function censusOf(people: number, from = 0): Buffer<ArrayBuffer> {
  const rows = ['Family ID,Relationship,First Name,Last Name,SSN,DOB,Hire Date,Medical Plan'];
  for (let index = 0; index < people; index += 1) {
    const day = `${String((index % 12) + 1).padStart(2, '0')}/${String((index % 28) + 1).padStart(2, '0')}/${1950 + (index % 50)}`;
    rows.push(`F${index},EE,First${index},Last${index},${ssnOf(from + index)},${day},01/01/2025,MED-PPO`);
  }
  return Buffer.from(rows.join('\n'));
}

/**
 * Returns whether this machine lets us put a disk of our own under a process; a container without the right to mount
 * does not.
 */
export function canMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'openbenefits-mount-'));
  const { status } = spawnSync('unshare', [
    '--mount',
    'sh',
    '-c',
    'mount -t tmpfs -o size=1m tmpfs "$0" && command -v nsenter',
    folder,
  ]);
  rmSync(folder, { recursive: true });
  return status === 0;
}
