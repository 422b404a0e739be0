import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const PASSWORD = 'paper and petrol';

/**
 * The servers of a run. `busy` is the one of nearly all specs; nothing is ever sent to `quiet`, so its bell counts only what the sample holds;
 * `empty` holds no groups at all.
 */
const SERVERS = { busy: 'small', quiet: 'small', empty: 'none' } as const;
export type ServerName = keyof typeof SERVERS;

const variableOf = (name: ServerName): string => `OPENBENEFITS_${name.toUpperCase()}_URL`;

/** Where a server answers; known once the setup has run. */
export function urlOf(name: ServerName): string {
  const url = process.env[variableOf(name)];
  if (!url) throw new Error(`The server '${name}' was not started`);
  return url;
}

const root = path.resolve(import.meta.dirname, '..');

async function startServer(name: ServerName): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), `openbenefits-${name}-`));
  // The embedded database runs as another user when this is root.
  chmodSync(folder, 0o755);
  const child = spawn(process.execPath, ['main.ts'], {
    cwd: path.join(root, 'server/src'),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
      TZ: 'America/Chicago',
      PORT: '0',
      DATA_DIR: folder,
      DEMO_DATA: SERVERS[name],
      DEMO_PASSWORD: PASSWORD,
      AUTH_MODE: 'demo',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
    },
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
  process.env[variableOf(name)] = url;
  return stop;
}

/** Starts all servers before the first test and stops them after the last. */
export default async function openServers(): Promise<() => Promise<void>> {
  if (!existsSync(path.join(root, 'web/dist/index.html'))) throw new Error('The pages are not built. Run `npm test browser`.');
  const started = await Promise.allSettled((Object.keys(SERVERS) as ServerName[]).map(startServer));
  const stopAll = async (): Promise<void> => {
    await Promise.all(started.map(async (one) => (one.status === 'fulfilled' ? one.value() : undefined)));
  };
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await stopAll();
    throw failed.reason;
  }
  return stopAll;
}
