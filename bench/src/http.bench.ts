import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEFAULT_TENANT } from '../../server/src/db/connect.ts';
import type { Traffic } from '../../server/src/testing/round-trips.ts';
import { type Ask, type Load, load } from './http-load.ts';
import { figure, heading, target } from './report.ts';

const CONNECTIONS = [1, 32];
const ROUNDS = 3;
const PASSWORD = 'bench sign-in';

/** The least share of what bare HTTP with one row by primary key reaches (performance plan, "HTTP"). */
const LEAST: Readonly<Record<string, number>> = {
  session: 0.5,
  notifications: 0.5,
  'group by id': 0.3,
  'member by id, audited': 0.3,
  'list of 50 groups': 0.1,
  'directory page': 0.1,
};
const MOST_ROUND_TRIPS = 3;

type Reply = { traffic?: Traffic; cpuMicros: NodeJS.CpuUsage };

class Child {
  readonly #process: ChildProcess;
  #asked = 0;

  constructor(script: string, env: Record<string, string>) {
    this.#process = fork(path.join(import.meta.dirname, script), { env: { ...process.env, ...env }, stdio: 'ignore' });
  }

  ready<T>(): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#process.once('message', (first) => resolve(first as T));
      this.#process.once('exit', (code) => reject(new Error(`A bench server ended with ${code}`)));
    });
  }

  /** What the process has used so far. */
  usage(): Promise<Reply> {
    const asked = ++this.#asked;
    return new Promise((resolve) => {
      const answered = (reply: unknown): void => {
        if ((reply as { asked: number }).asked !== asked) return;
        this.#process.off('message', answered);
        resolve(reply as Reply);
      };
      this.#process.on('message', answered);
      this.#process.send(asked);
    });
  }

  stop(): Promise<void> {
    if (this.#process.exitCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      this.#process.once('exit', () => resolve());
      this.#process.kill('SIGTERM');
    });
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', () => resolve()));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/rpc/session/unlock`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ json: { password: PASSWORD } }),
  });
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** Returns the requests, as the pages send them. */
async function asksOf(url: string): Promise<Record<string, Ask>> {
  const cookie = await signIn(url);
  const ask = (procedure: string, input: object = {}): Ask => ({
    url,
    path: `/rpc/${procedure}`,
    method: 'POST',
    cookie,
    body: JSON.stringify({ json: input }),
  });
  const read = async ({ path: address, body = '' }: Ask): Promise<{ rows: { id: string; groupId: string }[] }> => {
    const answer = await fetch(`${url}${address}`, {
      method: 'POST',
      headers: { origin: url, cookie, 'content-type': 'application/json' },
      body,
    });
    return ((await answer.json()) as { json: { rows: { id: string; groupId: string }[] } }).json;
  };
  const list = ask('groups/list', { limit: 50 });
  const directory = ask('directory/list', { limit: 50 });
  const [group] = (await read(list)).rows;
  const [member] = (await read(directory)).rows;
  return {
    session: ask('session/current'),
    notifications: ask('notifications/list'),
    'group by id': ask('groups/get', { id: group?.id }),
    'member by id, audited': ask('members/get', { groupId: member?.groupId, memberId: member?.id }),
    'list of 50 groups': list,
    'directory page': directory,
  };
}

type Measured = Load & { cpuMs: number; traffic: Traffic };

async function measure(child: Child, ask: Ask, connections: number, requests: number): Promise<Measured> {
  const before = await child.usage();
  const sent = await load(ask, connections, requests);
  const after = await child.usage();
  const cpu = (usage: NodeJS.CpuUsage): number => usage.user + usage.system;
  const per = (kind: keyof Traffic): number =>
    ((after.traffic?.[kind] ?? 0) - (before.traffic?.[kind] ?? 0)) / requests;
  return {
    ...sent,
    cpuMs: (cpu(after.cpuMicros) - cpu(before.cpuMicros)) / 1000 / requests,
    traffic: { roundTrips: per('roundTrips'), statements: per('statements') },
  };
}

const middle = (runs: readonly Measured[]): Measured =>
  runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(runs.length / 2)] as Measured;

function print(name: string, { p50, p99, perSecond, cpuMs, traffic }: Measured, ratio?: number): void {
  const used = `${cpuMs.toFixed(2)} ms CPU, ${traffic.statements.toFixed(1)} statements, ${traffic.roundTrips.toFixed(1)} round trips`;
  const times = `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms`;
  figure(
    name,
    `${Math.round(perSecond)} /s`,
    [times, used, ...(ratio ? [`ratio ${ratio.toFixed(2)}`] : [])].join('; '),
  );
}

/**
 * Compares requests of the pages with bare HTTP, and with bare HTTP and one row by primary key, in turn and in the same
 * run.
 */
export async function benchHttp(requests: number): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'openbenefits-http-'));
  // PostgreSQL runs as another user when this runs as root, and must be able to enter.
  chmodSync(dataDir, 0o755);
  const ours = new Child('http-server.ts', {
    DATA_DIR: dataDir,
    DEMO_DATA: 'full',
    DEMO_HISTORY: 'no',
    DEMO_PASSWORD: PASSWORD,
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    PORT: String(await freePort()),
  });
  let bare: Child | undefined;
  try {
    const { url, databaseUrl } = await ours.ready<{ url: string; databaseUrl: string }>();
    bare = new Child('http-bare.ts', { BARE_DATABASE_URL: databaseUrl, BARE_ID: DEFAULT_TENANT });
    const { url: bareUrl } = await bare.ready<{ url: string }>();
    const asks = await asksOf(url.replace('localhost', '127.0.0.1'));
    const limits: Record<string, Ask> = {
      'bare HTTP': { url: bareUrl, path: '/bare', method: 'GET' },
      'bare HTTP + pg': { url: bareUrl, path: '/pg', method: 'GET' },
    };
    for (const [name, ask] of [...Object.entries(limits), ...Object.entries(asks)])
      await measure(name in limits ? bare : ours, ask, 8, 300);
    for (const connections of CONNECTIONS) {
      heading(`HTTP, ${connections} connection${connections === 1 ? '' : 's'}, median of ${ROUNDS} rounds`);
      const runs = new Map<string, Measured[]>();
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [name, ask] of [...Object.entries(limits), ...Object.entries(asks)]) {
          const measured = await measure(name in limits ? bare : ours, ask, connections, requests);
          runs.set(name, [...(runs.get(name) ?? []), measured]);
        }
      const found = new Map([...runs].map(([name, all]) => [name, middle(all)]));
      const limit = found.get('bare HTTP + pg')?.perSecond ?? 0;
      for (const [name, measured] of found) print(name, measured, measured.perSecond / limit);
      for (const [name, least] of Object.entries(LEAST)) {
        const measured = found.get(name);
        if (!measured) continue;
        const what = `${name}, of bare HTTP + pg`;
        target({ what, reached: measured.perSecond / limit, wanted: least, atLeast: true, unit: '' });
        const trips = measured.traffic.roundTrips;
        target({ what: `${name}, round trips`, reached: trips, wanted: MOST_ROUND_TRIPS, atLeast: false, unit: '' });
      }
    }
  } finally {
    await bare?.stop();
    await ours.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
