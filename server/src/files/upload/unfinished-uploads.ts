import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Makes the folder where uploads in progress grow, below DATA_DIR whatever the storage is, and returns it. */
export async function incomingFolder(dataDir: string): Promise<string> {
  const incoming = path.join(dataDir, 'uploads', 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  return incoming;
}

/** Removes uploads in progress to which nothing was added since. */
export async function removeUnfinishedSince(dataDir: string, since: string): Promise<void> {
  const incoming = await incomingFolder(dataDir);
  for (const name of await readdir(incoming)) {
    const file = path.join(incoming, name);
    const touched = await stat(file).catch(() => null);
    if (touched !== null && touched.mtimeMs < Date.parse(since)) await rm(file, { force: true });
  }
}
