import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Vault } from '../../vault.ts';
import { syncToDisk } from './incoming-store.ts';
import { type OpenedFile, openSealed, sealFile } from './sealed-file.ts';

/** Uploaded bytes below DATA_DIR. Names are random and made here; what the sender called the file never becomes a path (trust section 3, 9). */
export type UploadStore = {
  /** Where uploads in progress grow. */
  incoming: string;
  /**
   * Encrypts a finished upload, a file or bytes, into its place for good; when this returns the bytes are on disk.
   */
  keep(file: string | Buffer): Promise<{ storageKey: string; sha256: Buffer }>;
  /** The plain bytes of a kept file, for the time of their use. */
  open(storageKey: string): Promise<OpenedFile>;
  remove(storageKey: string): Promise<void>;
  /** What lies here: kept files by their keys, and what a crash has left of one that was being encrypted. */
  names(): Promise<string[]>;
  /** Whether nothing was written to it since; false where it is gone. */
  isOlder(name: string, since: string): Promise<boolean>;
  /** Gives up uploads in progress to which nothing was added since. */
  removeUnfinished(since: string): Promise<void>;
};

export async function openUploadStore(dataDir: string, vault: Vault): Promise<UploadStore> {
  const [incoming, kept] = [path.join(dataDir, 'uploads', 'incoming'), path.join(dataDir, 'uploads', 'kept')];
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await mkdir(kept, { recursive: true, mode: 0o700 });
  const untouched = async (file: string, since: string): Promise<boolean> => {
    const touched = await stat(file).catch(() => null);
    return touched !== null && touched.mtimeMs < Date.parse(since);
  };
  const pathOf = (storageKey: string): string => path.join(kept, path.basename(storageKey));
  return {
    incoming,
    async keep(file) {
      const storageKey = randomUUID();
      const half = `${pathOf(storageKey)}.half`;
      try {
        const { sha256 } = await sealFile(vault, file, half, storageKey);
        await rename(half, pathOf(storageKey));
        await syncToDisk(kept);
        return { storageKey, sha256 };
      } catch (error) {
        await rm(half, { force: true });
        throw error;
      }
    },
    open: (storageKey) => openSealed(vault, pathOf(storageKey), storageKey),
    remove: (storageKey) => rm(pathOf(storageKey), { force: true }),
    names: () => readdir(kept),
    isOlder: (name, since) => untouched(pathOf(name), since),
    async removeUnfinished(since) {
      for (const name of await readdir(incoming)) {
        const file = path.join(incoming, name);
        if (await untouched(file, since)) await rm(file, { force: true });
      }
    },
  };
}
