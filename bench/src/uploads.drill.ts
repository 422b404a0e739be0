import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import { IncomingStore } from '../../server/src/files/upload/incoming-store.ts';
import { testVault } from '../../server/src/vault.ts';
import { figure, heading, target } from './report.ts';

const MEGABYTE = 1024 * 1024;
const LENGTH = 50 * MEGABYTE;

/** Seconds to store an upload in pieces of that size. */
async function store(into: FileStore, id: string, piece: number): Promise<number> {
  const bytes = Buffer.alloc(64 * 1024, 'a,b,c\n');
  await into.create(new Upload({ id, size: LENGTH, offset: 0 }));
  const started = performance.now();
  for (let offset = 0; offset < LENGTH; offset += piece)
    await into.write(Readable.from(Array.from({ length: piece / bytes.length }, () => bytes)), id, offset);
  return (performance.now() - started) / 1000;
}

/**
 * Measures an upload whose pieces are encrypted and on disk before each acknowledgement against the library's store, which
 * writes plain and leaves that to the kernel.
 */
export async function drillUploads(): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'openbenefits-uploads-'));
  try {
    const [ours, theirs] = [new IncomingStore({ directory, vault: testVault() }), new FileStore({ directory })];
    await store(ours, 'warm', LENGTH);
    heading('Upload of 50 MB');
    for (const [words, piece] of [
      ['in one piece', LENGTH],
      ['in ten pieces of 5 MB', 5 * MEGABYTE],
    ] as const) {
      const runs: { synced: number; not: number }[] = [];
      for (let run = 0; run < 5; run++)
        runs.push({
          synced: await store(ours, `ours-${piece}-${run}`, piece),
          not: await store(theirs, `theirs-${piece}-${run}`, piece),
        });
      const median = (of: (run: (typeof runs)[0]) => number): number => runs.map(of).toSorted((a, b) => a - b)[2] ?? 0;
      const [synced, not] = [median(({ synced: seconds }) => seconds), median(({ not: seconds }) => seconds)];
      figure(
        `${words}, on disk before each acknowledgement`,
        `${(synced * 1000).toFixed(0)} ms`,
        `${(not * 1000).toFixed(0)} ms without`,
      );
      target({
        what: `${words}: cost of the disk`,
        reached: (synced - not) * 1000,
        wanted: 1000,
        atLeast: false,
        unit: ' ms',
      });
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}
