import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Fill } from './object-store.ts';

/** Memory where the machine offers it as a folder, else the temporary folder. */
const workFolder = (): string => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

export type OpenedFile = {
  /** A path to the plain bytes, without a name in any folder. */
  path: string;
  size: number;
  close(): Promise<void>;
};

/** Writes plain bytes into a file that has no name any more: it is gone when it is closed or the process ends. */
export async function unnamedFile(fill: Fill): Promise<OpenedFile> {
  const plainPath = path.join(workFolder(), `openbenefits-${randomUUID()}`);
  const plain = await open(plainPath, 'wx+', 0o600);
  try {
    await rm(plainPath);
    let size = 0;
    await fill(async (chunk) => {
      await plain.writeFile(chunk);
      size += chunk.length;
    });
    return { path: `/proc/self/fd/${plain.fd}`, size, close: () => plain.close() };
  } catch (error) {
    await plain.close();
    throw error;
  }
}
