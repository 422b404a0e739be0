import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';

/** Ends when the bytes of a file, or the names in a folder, are on the disk itself. */
export async function syncToDisk(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The SHA-256 that the sender has told of the piece in hand (tus, extension checksum). */
export const toldOfPiece = new AsyncLocalStorage<Buffer | undefined>();

/** A piece came otherwise than it was sent, or not to its end. Nothing of it is kept. */
export class PieceDamaged extends Error {}

/**
 * Uploads under way. As the library's store, but what it answers for is on disk first: after a power cut every byte that was acknowledged is there. And a fault
 * keeps its name, so that a full disk can be told from others.
 */
export class IncomingStore extends FileStore {
  constructor(options: { directory: string }) {
    super(options);
    this.extensions = [...this.extensions, 'checksum'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const created = await super.create(upload);
    const file = path.join(this.directory, upload.id);
    await Promise.all([syncToDisk(file), syncToDisk(`${file}.json`)]);
    await syncToDisk(this.directory);
    return created;
  }

  override async write(readable: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<number> {
    const told = toldOfPiece.getStore();
    const digest = createHash('sha256');
    const handle = await open(path.join(this.directory, id), 'r+');
    let end = offset;
    let fault: unknown;
    try {
      for await (const bytes of readable) {
        // What comes after a fault is let go by: a sender listens to the answer only when it has sent everything.
        if (fault) continue;
        if (told) digest.update(bytes);
        try {
          // One write may store a part and tell it in its count only; a disk that fills up does that.
          for (let from = 0; from < bytes.length;) {
            const { bytesWritten } = await handle.write(bytes, from, bytes.length - from, end);
            from += bytesWritten;
            end += bytesWritten;
          }
        } catch (error) {
          fault = error;
        }
      }
      if (told && (fault || !digest.digest().equals(told))) {
        // What nobody could vouch for does not stay between what is known to be right.
        await handle.truncate(offset);
        fault ??= new PieceDamaged();
      }
    } finally {
      await handle.sync();
      await handle.close();
    }
    if (fault) throw fault;
    return end;
  }

  /**
   * What lies here with its last byte has not been recorded: the server ended, or the disk filled up, in between. It is told as lacking that byte; whoever
   * sends it finishes the upload. Otherwise a sender would take it for done, and it would never be processed.
   */
  override async getUpload(id: string): Promise<Upload> {
    const upload = await super.getUpload(id);
    if (upload.size !== undefined && upload.offset >= upload.size) upload.offset = Math.max(0, upload.size - 1);
    return upload;
  }
}
