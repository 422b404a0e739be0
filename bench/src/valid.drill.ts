import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RealServer } from '../../server/src/trust/real-server.ts';
import { generate834 } from './generate-834.ts';
import { generateCensus } from './generate-census.ts';
import { figure, heading, target } from './report.ts';
import { withServers } from './with-servers.ts';

const PIECE = 5_000_000;
const GROUP = 'CIM-2026-000001';
/** Rows of a census, and families of an 834, that make a megabyte. */
const ROWS = 7480;
const FAMILIES = 1560;

type Sample = { name: string; write: (path: string, megabytes: number) => void };
const SAMPLES: readonly Sample[] = [
  {
    name: 'census.csv',
    write: (file, megabytes) => void generateCensus(file, Number.POSITIVE_INFINITY, megabytes * ROWS),
  },
  { name: 'full.edi', write: (file, megabytes) => void generate834(file, megabytes * FAMILIES) },
];

/**
 * Uploads a file in pieces and waits until it is posted; invented members sometimes share an SSN, which holds a file
 * until it is approved.
 */
async function post(server: RealServer, name: string, file: string): Promise<void> {
  const bytes = readFileSync(file);
  const upload = await server.beginUpload(name, bytes.length, GROUP);
  for (let from = 0; from < bytes.length; from += PIECE) await upload.send(from, bytes.subarray(from, from + PIECE));
  for (;;) {
    const { status, errorMessage } = await server.api.files.job({ id: upload.id });
    if (status === 'held') await server.api.files.approve({ id: upload.id, idempotencyKey: crypto.randomUUID() });
    else if (status === 'completed') return;
    else if (status === 'error') throw new Error(`${name}: ${errorMessage}`);
    await sleep(100);
  }
}

/**
 * Measures the memory of a real server while a valid file of the largest size is processed, from the first byte to the
 * last change (trust P32). Each file has its own server.
 */
export async function drillValid(megabytes: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-valid-'));
  try {
    heading(`Valid file of ${megabytes} MB, from upload to last change`);
    for (const { name, write } of SAMPLES) {
      const file = path.join(folder, name);
      write(file, megabytes);
      const server = new RealServer({ flags: process.execArgv });
      await withServers([server], async () => {
        await server.start();
        await server.signIn();
        const idle = server.megabytes;
        let peak = idle;
        const watch = setInterval(() => (peak = Math.max(peak, server.megabytes)), 20);
        const started = performance.now();
        await post(server, name, file);
        clearInterval(watch);
        figure(name, `${((performance.now() - started) / 1000).toFixed(0)} s`, `${idle.toFixed(0)} MB before`);
        target({
          what: `${name}: peak server memory`,
          reached: peak,
          wanted: 300,
          atLeast: false,
          unit: ' MB',
        });
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
