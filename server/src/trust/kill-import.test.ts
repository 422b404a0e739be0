import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '@openbenefits/contract';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Kill -9 in the middle of an import, again and again, once with the database: every row counts exactly once (trust P1, P3), and no SSN is left behind. */
const PEOPLE = 12_000;
const PASSWORD = 'kill and recover';
const root = path.resolve(import.meta.dirname, '../../..');
const dataDir = mkdtempSync(path.join(tmpdir(), 'openbenefits-kill-'));
// PostgreSQL runs as another user when this runs as root, and must be able to enter.
chmodSync(dataDir, 0o755);
const cluster = path.join(dataDir, 'postgres/data');
let port = 0;
let url = '';
let server: ChildProcess | undefined;
let output = '';

async function start(): Promise<void> {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    detached: true,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), DEMO_PASSWORD: PASSWORD, DEMO_DATA: 'small', NODE_ENV: 'production', LOG_LEVEL: 'debug' },
  });
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  server = child;
  for (let tries = 0; tries < 600; tries += 1) {
    if (await fetch(`${url}/readyz`).then((answer) => answer.ok, () => false)) return;
    if (child.exitCode !== null) throw new Error(`The server did not start:\n${output.slice(-2000)}`);
    await sleep(50);
  }
  throw new Error(`The server did not become ready:\n${output.slice(-2000)}`);
}

/** From /proc, because a small Debian has no ps. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === parent;
    } catch {
      return false;
    }
  });
}

async function kill(withDatabase: boolean): Promise<void> {
  const child = server as ChildProcess;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  if (withDatabase) {
    const pid = Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // The parent first, or it would start a recovery while its children are killed.
    for (const one of [pid, ...childrenOf(pid)]) process.kill(one, 'SIGKILL');
  }
  process.kill(child.pid as number, 'SIGKILL');
  await gone;
}

let cookie = '';
const api: Api = createORPCClient(new RPCLink({ url: () => `${url}/rpc`, headers: () => ({ cookie, origin: url }), fetch: (request, init) => globalThis.fetch(request, init) }));

async function signIn(): Promise<void> {
  const answer = await fetch(`${url}/rpc/session/unlock`, { method: 'POST', headers: { origin: url, 'content-type': 'application/json' }, body: JSON.stringify({ json: { password: PASSWORD } }) });
  cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ');
}

async function upload(name: string, body: Buffer): Promise<string> {
  const headers = { cookie, origin: url, 'tus-resumable': '1.0.0' };
  const metadata = Object.entries({ filename: name, group_cim: 'CIM-2026-000001' }).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',');
  const created = await fetch(`${url}/uploads`, { method: 'POST', headers: { ...headers, 'upload-length': String(body.length), 'upload-metadata': metadata } });
  const location = created.headers.get('location') ?? '';
  const sent = await fetch(new URL(location, url), { method: 'PATCH', headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }, body });
  expect(sent.status).toBe(204);
  return location.split('/').at(-1) ?? '';
}

const ssnOf = (index: number): string => `41${Math.floor(index / 9000)}${String((index % 90) + 10)}${String(Math.floor((index % 9000) / 90) + 1000)}`;

function census(): Buffer {
  const rows = ['Family ID,Relationship,First Name,Last Name,SSN,DOB,Hire Date,Medical Plan'];
  for (let index = 0; index < PEOPLE; index += 1) {
    const day = `${String((index % 12) + 1).padStart(2, '0')}/${String((index % 28) + 1).padStart(2, '0')}/${1950 + (index % 50)}`;
    rows.push(`F${index},EE,First${index},Last${index},${ssnOf(index)},${day},01/01/2025,MED-PPO`);
  }
  return Buffer.from(rows.join('\n'));
}

beforeAll(async () => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', () => resolve()));
  port = (probe.address() as AddressInfo).port;
  await new Promise((resolve) => probe.close(resolve));
  url = `http://127.0.0.1:${port}`;
  await start();
  await signIn();
});

afterAll(async () => {
  if (server?.exitCode === null) {
    const gone = new Promise((resolve) => server?.once('exit', resolve));
    process.kill(server.pid as number, 'SIGTERM');
    await gone;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

it('resumes after every kill, and each row counts once', async () => {
  const id = await upload('big.csv', census());
  const reached = async (done: number): Promise<void> => {
    while ((await api.files.job({ id })).recordsDone < done) await sleep(20);
  };
  // In the middle of reading, twice while applying, and once together with the database.
  await kill(false);
  await start();
  for (const [share, withDatabase] of [[0.15, false], [0.4, true], [0.7, false]] as const) {
    await reached(PEOPLE * share);
    await kill(withDatabase);
    await start();
  }
  let job = await api.files.job({ id });
  while (job.status !== 'completed' && job.status !== 'error') {
    await sleep(100);
    job = await api.files.job({ id });
  }
  expect(job).toMatchObject({ status: 'completed', added: PEOPLE, refused: 0, recordsDone: PEOPLE });
  const { id: groupId } = await api.groups.byCim({ cim: 'CIM-2026-000001' });
  const page = await api.members.ofGroup({ groupId, limit: 1 });
  expect(page).toMatchObject({ subscribers: PEOPLE, dependents: 0 });
  const outcomes = await api.files.outcomes({ id, limit: 1 });
  expect(outcomes.total).toBe(PEOPLE);
}, 180_000);

it('leaves no SSN in logs or in the files of the database', async () => {
  const seen = [ssnOf(0), ssnOf(PEOPLE - 1), ssnOf(PEOPLE / 2)];
  for (const ssn of seen) expect(output).not.toContain(ssn);
  for (const ssn of seen) {
    const found = spawnSync('grep', ['-rlaF', ssn, cluster], { encoding: 'utf8' });
    expect(found.stdout, 'database files').toBe('');
  }
  // A counter-check that the search itself works: a name is stored in plain text.
  expect(spawnSync('grep', ['-rlaF', `Last${PEOPLE - 1}`, cluster], { encoding: 'utf8' }).stdout).not.toBe('');
});
