import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { freePort } from './real-server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'openbenefits-blocked-'));
const port = await freePort();
const blockFile = path.join(folder, 'block');
const child = spawn(process.execPath, ['bootstrap.mjs', 'server/src/main.ts'], {
  cwd: root,
  env: {
    ...process.env,
    NODE_OPTIONS: `--import ${path.join(root, 'server/src/testing/block-event-loop.mjs')}`,
    BLOCK_FILE: blockFile,
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(port),
    DEMO_DATA: 'small',
    DEMO_HISTORY: 'no',
  },
});
let output = '';
for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
const hasEnded = new Promise<number | null>((resolve) => child.on('exit', resolve));
afterAll(async () => {
  child.kill('SIGTERM');
  await hasEnded;
  rmSync(folder, { recursive: true, force: true });
});

/** What /readyz answers as soon as it answers with 200. */
async function ready(): Promise<Record<string, string>> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(output);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(
      () => null,
    );
    if (answer?.ok) return (await answer.json()) as Record<string, string>;
    await sleep(50);
  }
}

it('a server whose event loop is blocked is ended and started again, and /readyz says why', async () => {
  expect(await ready()).toEqual({ status: 'ok', database: 'ok' });
  writeFileSync(blockFile, '');
  let answer = await ready();
  while (!answer.ended) {
    await sleep(50);
    answer = await ready();
  }
  expect(answer.ended).toMatch(
    /^The process was ended at .* because its event loop had not answered for 10 seconds\.$/,
  );
  expect(output).toContain('The server was ended by SIGKILL and starts again.');
  child.kill('SIGTERM');
  expect(await hasEnded).toBe(0);
});
