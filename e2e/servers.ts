import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const PASSWORD = 'paper and petrol';

/** Who has an account on the server `staffed`, where people sign in with their own. */
const ACCOUNTS = {
  dana: { email: 'dana.whitfield@openbenefits.test', name: 'Dana Whitfield', role: 'benefits_administrator' },
  anselm: { email: 'anselm.okoro@openbenefits.test', name: 'Anselm Okoro', role: 'system_administrator' },
  rita: { email: 'rita.vale@openbenefits.test', name: 'Rita Vale', role: 'read_only' },
} as const;
export type AccountName = keyof typeof ACCOUNTS;

type Passwords = Partial<Record<AccountName, string>>;
/** Where a server answers, where it keeps its data, and what people sign in with on the server `staffed`. */
type Started = { url: string; folder: string; passwords: Passwords };

/** Servers that this process requested. */
const known = new Map<ServerName, Started>();

/** Returns the credentials of an account. A test of the server `staffed` has requested that server before. */
export const credentialsOf = (name: AccountName): { email: string; password: string } => ({
  email: ACCOUNTS[name].email,
  password: known.get('staffed')?.passwords[name] ?? '',
});

/** Where a requested server takes files of payments from (the setting PAYMENTS_FOLDER). */
export const paymentsFolderOf = (name: ServerName): string =>
  path.join(known.get(name)?.folder ?? '', 'payments/00000000-0000-0000-0000-000000000000');

/**
 * The servers of a run. Nearly all specs use `busy`; nothing is sent to `quiet`, so its bell counts only the sample;
 * `empty` has no groups; `staffed` has accounts.
 */
const SERVERS = { busy: 'small', quiet: 'small', empty: 'none', staffed: 'small' } as const;
export type ServerName = keyof typeof SERVERS;

/** Address of the setup process, which starts servers for the workers. */
const STARTER = 'OPENBENEFITS_STARTER_URL';

/** Returns a server's address. The first test that requests a server starts it. */
export async function urlOf(name: ServerName): Promise<string> {
  const asked = known.get(name);
  if (asked) return asked.url;
  const answer = await fetch(`${process.env[STARTER] ?? ''}/${name}`);
  if (!answer.ok) throw new Error(await answer.text());
  const started = (await answer.json()) as Started;
  known.set(name, started);
  return started.url;
}

const root = path.resolve(import.meta.dirname, '..');

/** The environment of a server, and of commands for it. */
const environmentOf = (name: ServerName, folder: string): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
  TZ: 'America/Chicago',
  PORT: '0',
  DATA_DIR: folder,
  DEMO_DATA: SERVERS[name],
  DEMO_HISTORY: 'no',
  DEMO_PASSWORD: PASSWORD,
  AUTH_MODE: name === 'staffed' ? 'accounts' : 'demo',
  // A busy machine is slow, not broken.
  DATABASE_SECONDS: '300',
  // Tests write whole files.
  PAYMENT_FOLDER_STABLE_SECONDS: '0',
  LOG_LEVEL: 'warn',
  NODE_ENV: 'test',
});

/** Creates an account as an operator does, while the server runs. */
async function makeAccount(account: AccountName, folder: string): Promise<string> {
  const { email, name, role } = ACCOUNTS[account];
  const child = spawn(process.execPath, ['main.ts', '--account', email, '--name', name, '--role', role], {
    cwd: path.join(root, 'server/src'),
    env: environmentOf('staffed', folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  const password = /signs in with:\s+(\S+)/.exec(said)?.[1];
  if (!password) throw new Error(`The account '${account}' was not made:\n${said}`);
  return password;
}

async function startServer(name: ServerName): Promise<Started & { stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), `openbenefits-${name}-`));
  // The embedded database runs as another user when this is root.
  chmodSync(folder, 0o755);
  const child = spawn(process.execPath, ['main.ts'], {
    cwd: path.join(root, 'server/src'),
    env: environmentOf(name, folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let stopping = false;
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    stopping = true;
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const ready = /OpenBenefits is ready:\s+(\S+)/.exec(said)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', (code, signal) => {
      reject(new Error(`The server '${name}' did not start:\n${said}`));
      if (!stopping) console.error(`The server '${name}' ended by itself (${code ?? signal}):\n${said.slice(-4000)}`);
    });
  });
  const passwords: Passwords = {};
  if (name === 'staffed') {
    try {
      for (const account of Object.keys(ACCOUNTS) as AccountName[])
        passwords[account] = await makeAccount(account, folder);
    } catch (error) {
      await stop();
      throw error;
    }
  }
  return { url, folder, passwords, stop };
}

const isServer = (name: string): name is ServerName => Object.hasOwn(SERVERS, name);

/** Starts each server when the first test requests it, and stops all of them after the last test. */
export default async function openServers(): Promise<() => Promise<void>> {
  if (!existsSync(path.join(root, 'web/dist/index.html')))
    throw new Error('The pages are not built. Run `npm test browser`.');
  const started = new Map<ServerName, ReturnType<typeof startServer>>();
  const start = (name: ServerName): ReturnType<typeof startServer> => {
    const running = started.get(name) ?? startServer(name);
    started.set(name, running);
    return running;
  };
  const starter = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    if (!isServer(name)) return void response.writeHead(404).end();
    start(name).then(
      ({ url, folder, passwords }) => response.end(JSON.stringify({ url, folder, passwords })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => starter.listen(0, '127.0.0.1', resolve));
  process.env[STARTER] = `http://127.0.0.1:${(starter.address() as AddressInfo).port}`;
  return async () => {
    starter.close();
    starter.closeAllConnections();
    const all = await Promise.allSettled(started.values());
    await Promise.all(all.map(async (one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)));
  };
}
