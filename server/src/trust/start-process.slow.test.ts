import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../db/embedded-processes.ts';
import { canMount } from './real-server.ts';

/**
 * Starts as an operator sees them: a process with its output and its exit code, on the embedded database (trust P43).
 */
const folder = mkdtempSync(path.join(tmpdir(), 'openbenefits-process-'));
// The embedded database runs as another user when this is root.
chmodSync(folder, 0o755);
const at = (name: string): string => path.join(folder, name);
const sources = path.resolve(import.meta.dirname, '..');

type Environment = Record<string, string>;
const environment = (more: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  TZ: 'America/Chicago',
  ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
  DATA_DIR: at('data'),
  DEMO_DATA: 'small',
  DEMO_HISTORY: 'no',
  PORT: '0',
  ...more,
});

type Run = { child: ChildProcess; output: () => string; errors: () => string; ended: Promise<number | null> };
function run(more: Environment, command: readonly string[] = [process.execPath, 'main.ts']): Run {
  const child = spawn(command[0] as string, command.slice(1), {
    cwd: sources,
    env: environment(more),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { output: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.errors += chunk.toString()));
  return {
    child,
    output: () => said.output,
    errors: () => said.errors,
    ended: new Promise((resolve) => child.once('close', resolve)),
  };
}
/** Waits until the server says that it is ready; its address. */
const ready = ({ child, output, errors }: Run): Promise<string> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      const url = /OpenBenefits is ready:\s+(\S+)[\s\S]*Demo password:.*\n/.exec(output())?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', look);
    child.once('close', () => reject(new Error(`The server did not start:\n${output()}${errors()}`)));
  });
const stop = async ({ child, ended }: Run): Promise<number | null> => {
  child.kill('SIGTERM');
  return ended;
};
/** The one line of a refused start. */
async function refusal(more: Environment): Promise<string> {
  const refused = run({ LOG_LEVEL: 'error', ...more });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toBe('');
  const lines = refused.errors().trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0]?.trim() ?? '';
}
const keys = at('data/keys.json');
type KeyFile = { current: string; keys: Record<string, string>; index: string };
function changedKeys(name: string, change: (file: KeyFile) => void, mode = 0o600): string {
  const file = JSON.parse(readFileSync(keys, 'utf8')) as KeyFile;
  change(file);
  writeFileSync(at(name), JSON.stringify(file), { mode });
  chmodSync(at(name), mode);
  return at(name);
}
const ANOTHER = Buffer.alloc(32, 'another key').toString('base64');

let server: Run;
let url = '';
let generated = '';
beforeAll(async () => {
  server = run({});
  url = await ready(server);
  generated = readFileSync(at('data/demo-password'), 'utf8').trim();
});
afterAll(async () => {
  await stop(server);
  rmSync(folder, { recursive: true, force: true });
});

describe('the generated demo password', () => {
  it('is shown at the first start, and never again: later starts name the file that keeps it', async () => {
    expect(generated).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect(server.output()).toContain(`Demo password:          ${generated}`);
    const later = run({ LOG_LEVEL: 'debug' });
    await ready(later);
    expect(await stop(later)).toBe(0);
    expect(later.output() + later.errors()).not.toContain(generated);
    expect(later.output()).toContain(`Demo password:          in the file ${at('data/demo-password')}`);
  });
});

describe('a start that is refused ends with code 1 and one line', () => {
  it.each([
    ['a wrong setting', () => ({ PORT: 'eighty' }), /^PORT is not valid/],
    [
      'a data folder that is a file',
      () => ({ DATA_DIR: path.join(sources, 'main.ts') }),
      /^The data folder .* cannot be written: /,
    ],
    [
      'a key file that others can read',
      () => ({ KEY_FILE: changedKeys('open.json', () => {}, 0o644) }),
      /can be read or written by other users/,
    ],
    ['no key file', () => ({ KEY_FILE: at('gone.json') }), /is missing, but the database has data/],
    [
      'the index key of another installation',
      () => ({ KEY_FILE: changedKeys('index.json', (file) => (file.index = ANOTHER)) }),
      /^The embedded database does not open with the key file .*index\.json: the key file belongs to another installation/,
    ],
    [
      'an encryption key of another installation',
      () => ({ KEY_FILE: changedKeys('k1.json', (file) => (file.keys.k1 = ANOTHER)) }),
      /^The key file .*k1\.json belongs to another installation: its key "k1"/,
    ],
    [
      'a database that does not run',
      () => ({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' }),
      /^The database 127\.0\.0\.1:1\/x of DATABASE_URL does not accept/,
    ],
    [
      'a database that demands TLS of nobody',
      () => ({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x?sslmode=require' }),
      /^The database 127\.0\.0\.1:1\/x of DATABASE_URL does not accept/,
    ],
    [
      'the port of a server of ours',
      () => ({ PORT: new URL(url).port }),
      /^OpenBenefits is already running on port \d+\. Open/,
    ],
  ])('%s', async (_name, settings, line) => {
    expect(await refusal(settings())).toMatch(line);
    // The rejected start did not affect the running server's database.
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('an unforeseen fault: its line has a reference, under which the log says where, without words of the fault', async () => {
    writeFileSync(
      at('fault.mjs'),
      `globalThis.AbortController = class { constructor() { throw new Error('row 123-45-6789'); } };`,
    );
    const broken = run({}, [process.execPath, '--import', at('fault.mjs'), 'main.ts']);
    expect(await broken.ended).toBe(1);
    const reference = /Find reference ([0-9a-f-]{36})/.exec(broken.errors())?.[1];
    expect(broken.errors().trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(broken.output())).toMatchObject({ level: 50, reference, err: { type: 'Error' } });
    expect(broken.output() + broken.errors()).not.toContain('123-45-6789');
  });
});

const mounts = canMount();
describe.skipIf(!mounts)(
  `a start on a full disk${mounts ? '' : ' (skipped: this machine does not let a test mount one)'}`,
  () => {
    it.each([
      ['without any room', 'small', 'dd if=/dev/zero of="$0/ballast" bs=4k 2>/dev/null;', 8],
      ['with room for the keys alone', 'small', '', 1],
      ['with room for half a database', 'small', '', 30],
      ['with room for a database without demo data', 'full', '', 80],
    ])(
      '%s is refused in one line, leaves no lock, and works once there is room',
      async (_name, data, before, megabytes) => {
        const disk = mkdtempSync(path.join(folder, 'disk-'));
        chmodSync(disk, 0o755);
        const port = await freePort();
        // Both starts in one mount namespace: the second finds what the first has left on the small disk.
        const script = `mount -t tmpfs -o mode=755,size=${megabytes}m tmpfs "$0"; ${before}
      "$1" main.ts; echo "code $?"; ls -A "$0" "$0/postgres" 2>/dev/null | grep -E 'lock|init' | sed 's/^/left /'; rm -f "$0/ballast"; mount -o remount,size=900m "$0"; exec "$1" main.ts`;
        const both = run({ DATA_DIR: disk, DEMO_DATA: data, PORT: String(port), LOG_LEVEL: 'warn' }, [
          'unshare',
          '--mount',
          'sh',
          '-c',
          script,
          disk,
          process.execPath,
        ]);
        await ready(both);
        expect(both.output()).toContain('code 1');
        expect(both.output()).not.toContain('left ');
        const lines = both.errors().trim().split('\n');
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatch(
          /the disk (of the database )?is full.*free some space|has no space: its disk is full/i,
        );
        expect(await stop(both)).toBe(0);
      },
    );
  },
);
