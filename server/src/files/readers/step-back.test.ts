import { getPriority } from 'node:os';
import { readlinkSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

it.runIf(process.platform === 'linux')('a thread that steps back leaves the others their priority', async () => {
  const before = getPriority(process.pid);
  const code = `
    const { parentPort } = require('node:worker_threads');
    const { getPriority } = require('node:os');
    const { readlinkSync } = require('node:fs');
    import(${JSON.stringify(new URL('step-back.ts', import.meta.url).href)}).then(({ stepBack }) => {
      stepBack();
      parentPort.postMessage(getPriority(Number(readlinkSync('/proc/thread-self').split('/')[2])));
    });`;
  const worker = new Worker(code, { eval: true });
  const own = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();
  expect(own).toBe(Math.max(before, 10));
  expect(getPriority(process.pid)).toBe(before);
  expect(getPriority(Number(readlinkSync('/proc/thread-self').split('/')[2]))).toBe(before);
});
