import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Uploaded bytes below DATA_DIR. Names are random and made here; what the sender called the file never becomes a path (trust section 3, 9). */
export type UploadStore = {
  /** Where uploads in progress grow. */
  incoming: string;
  /** Moves a finished upload to its place for good; when this returns the bytes are on disk. */
  keep(file: string): Promise<{ storageKey: string; sha256: Buffer }>;
  pathOf(storageKey: string): string;
  remove(storageKey: string): Promise<void>;
};

async function syncToDisk(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function openUploadStore(dataDir: string): Promise<UploadStore> {
  const [incoming, kept] = [path.join(dataDir, 'uploads', 'incoming'), path.join(dataDir, 'uploads', 'kept')];
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await mkdir(kept, { recursive: true, mode: 0o700 });
  const pathOf = (storageKey: string): string => path.join(kept, path.basename(storageKey));
  return {
    incoming,
    pathOf,
    async keep(file) {
      const digest = createHash('sha256');
      await pipeline(createReadStream(file), digest);
      const storageKey = randomUUID();
      await chmod(file, 0o600);
      await syncToDisk(file);
      await rename(file, pathOf(storageKey));
      await syncToDisk(kept);
      return { storageKey, sha256: digest.digest() };
    },
    remove: (storageKey) => rm(pathOf(storageKey), { force: true }),
  };
}
