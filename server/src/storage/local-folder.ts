import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../disk-full.ts';
import type { ObjectStore } from './object-store.ts';
import { StorageFault } from './storage-fault.ts';

/** Returns when the bytes of a file, or the names in a folder, are on the disk itself. */
export async function syncToDisk(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** Keeps encrypted files in a folder that only this user can enter. */
export async function openLocalFolder(folder: string): Promise<ObjectStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (name: string): string => path.join(folder, path.basename(name));
  return {
    async put(name, fill) {
      const half = `${pathOf(name)}.half`;
      try {
        const handle = await open(half, 'wx', 0o600);
        try {
          // `writeFile` continues until all bytes are stored. A single `write` may store a part of them on a disk that
          // is nearly full.
          await fill((bytes) => handle.writeFile(bytes));
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(half, pathOf(name));
        await syncToDisk(folder);
      } catch (error) {
        await rm(half, { force: true });
        throw error;
      }
    },
    async read(name) {
      try {
        return (await open(pathOf(name), 'r')).createReadStream();
      } catch (error) {
        throw isMissing(error) ? new StorageFault('missing', { cause: error }) : error;
      }
    },
    async size(name) {
      try {
        return (await stat(pathOf(name))).size;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async *list() {
      for (const name of await readdir(folder)) {
        const found = await stat(pathOf(name)).catch(() => null);
        if (found) yield { name, modifiedAt: found.mtime.toISOString() };
      }
    },
  };
}
