import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startedAt } from './processes.ts';
import { holdLock } from './start-lock.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'openbenefits-lock-'));
const file = path.join(folder, 'start.lock');
/** A living process that is no start of this folder. */
const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
afterAll(() => {
  stranger.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const locks = (): string[] => readdirSync(folder);
const lockOf = (pid: number, start: string, home: string): string => `start.lock.${pid}.${start}.${home}`;

it('takes over what no start of this folder holds: an empty lock, a broken one, one of any living process, one whose pid was given to another', async () => {
  const own = await holdLock(file);
  const home = locks()[0]?.split('.').at(-1) ?? '';
  own();
  const pid = stranger.pid as number;
  for (const [name, content] of [
    ['start.lock', ''],
    ['start.lock', 'half a wor'],
    ['start.lock', String(pid)],
    ['start.lock', String(process.pid)],
    [lockOf(pid, '1', home), ''],
    [lockOf(999_999_999, '1', home), ''],
    [lockOf(pid, startedAt(pid) ?? '', '1-1'), ''],
  ] as const) {
    writeFileSync(path.join(folder, name), content);
    const release = await holdLock(file);
    expect(locks()).toEqual([lockOf(process.pid, startedAt(process.pid) ?? '', home)]);
    release();
    expect(locks()).toEqual([]);
  }
});

it('does not mistake the lock of a copied folder for its own', async () => {
  const release = await holdLock(file);
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  const other = await holdLock(path.join(copy, 'start.lock'));
  expect(readdirSync(copy)).toHaveLength(1);
  expect(locks()).toHaveLength(1);
  other();
  release();
  rmSync(copy, { recursive: true });
});

it('is held by one process at a time, also when an abandoned one is taken over', async () => {
  // Each start is a separate process, as on a machine; they repeatedly compete for an abandoned lock.
  const program = `
    import { appendFileSync, writeFileSync } from 'node:fs';
    import { holdLock } from ${JSON.stringify(path.join(import.meta.dirname, 'start-lock.ts'))};
    for (let round = 0; round < 15; round++) {
      writeFileSync(${JSON.stringify(path.join(folder, 'start.lock'))}, '1');
      const release = await holdLock(${JSON.stringify(file)});
      appendFileSync(${JSON.stringify(`${folder}.log`)}, 'in ' + process.pid + '\\n');
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      appendFileSync(${JSON.stringify(`${folder}.log`)}, 'out ' + process.pid + '\\n');
      release();
    }`;
  const starts = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const codes = await Promise.all(starts.map((start) => new Promise((resolve) => start.once('exit', resolve))));
  expect(codes).toEqual([0, 0, 0, 0]);
  const lines = readFileSync(`${folder}.log`, 'utf8').trim().split('\n');
  rmSync(`${folder}.log`);
  expect(lines).toHaveLength(4 * 15 * 2);
  for (let index = 0; index < lines.length; index += 2)
    expect(lines[index + 1]).toBe(lines[index]?.replace('in', 'out'));
});
