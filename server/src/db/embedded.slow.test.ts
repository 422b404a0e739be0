import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';
import { postgresProcessesOf } from './processes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'openbenefits-embedded-'));
// The embedded database runs as another user when this is root.
chmodSync(folder, 0o755);
const copy = `${folder}-copy`;
let original: Embedded;

const start = (dataDir: string): Promise<Embedded> => startEmbedded({ dataDir, password: 'embedded', quick: true });
const data = (dataDir: string): string => path.join(dataDir, 'postgres/data');
const pidFile = (dataDir: string): string => path.join(data(dataDir), 'postmaster.pid');
const asked = async ({ url }: Embedded, text: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ answer: unknown }>(text);
  await client.end();
  return rows[0]?.answer;
};

beforeAll(async () => {
  original = await start(folder);
});
afterAll(async () => {
  await original.stop();
  for (const one of [folder, copy]) rmSync(one, { recursive: true, force: true });
});

it('joins the database that runs on this very folder', async () => {
  const second = await start(folder);
  expect(second).toMatchObject({ adopted: true, port: original.port });
});

it('starts a database of its own for a copied folder, although its pid file names the one of the original', async () => {
  await asked(original, 'create table of_the_original ()');
  await asked(original, 'checkpoint');
  // With owners and modes, as a backup or a snapshot of a disk keeps them.
  expect(spawnSync('cp', ['-a', folder, copy]).status).toBe(0);
  const copied = await start(copy);
  expect(copied).toMatchObject({ adopted: false });
  expect(copied.port).not.toBe(original.port);
  expect(await asked(copied, `select current_setting('data_directory') as answer`)).toBe(data(copy));
  await asked(copied, 'create table of_the_copy ()');
  expect(await asked(original, `select to_regclass('of_the_copy') is null as answer`)).toBe(true);
  await copied.stop();
  expect(original.isRunning()).toBe(true);
});

it.each([
  ['empty, as a full disk leaves it', () => ''],
  [
    'of a living process that is no PostgreSQL',
    (stranger: number) => `${stranger}\n${data(copy)}\n1\n1\n\n127.0.0.1\n1 1\nready\n`,
  ],
  ['of the PostgreSQL of another folder', () => readFileSync(pidFile(folder), 'utf8')],
  ['of a process that is gone', () => `999999999\n${data(copy)}\n1\n1\n\n127.0.0.1\n1 1\nready\n`],
])('starts on a pid file that is %s', async (_words, content) => {
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
  writeFileSync(pidFile(copy), content(stranger.pid as number));
  const started = await start(copy);
  expect(started.adopted).toBe(false);
  expect(await asked(started, 'select 1 as answer')).toBe(1);
  await started.stop();
  stranger.kill('SIGKILL');
});

it('ends what a killed database has left running before it starts another on the same files', async () => {
  const killed = await start(copy);
  const client = new pg.Client({ connectionString: killed.url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const orphan = rows[0]?.pid as number;
  // Stopped, it does not notice that its parent is gone, as one that is busy for a long time.
  process.kill(orphan, 'SIGSTOP');
  process.kill(Number(readFileSync(pidFile(copy), 'utf8').split('\n')[0]), 'SIGKILL');
  const started = await start(copy);
  expect(await asked(started, 'select 1 as answer')).toBe(1);
  expect(postgresProcessesOf(data(copy))).not.toContain(orphan);
  await client.end().catch(() => {});
  await started.stop();
});
