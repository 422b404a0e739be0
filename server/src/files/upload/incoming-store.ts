import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import type { Place, Vault } from '../../vault.ts';
import { syncToDisk } from '../../storage/local-folder.ts';
import { type OpenedFile, unnamedFile } from '../../storage/plain-file.ts';
import { beginPieces, SealedPieces } from './sealed-pieces.ts';

/** The SHA-256 that the sender has told of the piece in hand (tus, extension checksum). */
export const toldOfPiece = new AsyncLocalStorage<Buffer | undefined>();

/** A piece came otherwise than it was sent, or not to its end. Nothing of it is kept. */
export class PieceDamaged extends Error {}

type Records = NonNullable<ConstructorParameters<typeof FileStore>[0]['configstore']>;

/** The record of an upload under way, sealed: it holds what the sender calls the file. */
function sealedRecords(vault: Vault, directory: string): Records {
  const fileOf = (id: string): string => path.join(directory, `${path.basename(id)}.json`);
  const place = (id: string): Place => ({ table: 'files', column: 'unfinished_record', row: id, tenant: 'files' });
  return {
    get: async (id) => {
      const sealed = await readFile(fileOf(id), 'utf8').catch(() => undefined);
      if (sealed === undefined) return undefined;
      try {
        return JSON.parse(vault.open(sealed, place(id))) as Upload;
      } catch {
        // Altered, or of a version that did not seal it: the file has to be sent again.
        return undefined;
      }
    },
    set: (id, upload) => writeFile(fileOf(id), vault.seal(JSON.stringify(upload), place(id)), { mode: 0o600 }),
    delete: (id) => rm(fileOf(id), { force: true }),
  };
}

/**
 * Uploads under way. As the library's store, but each piece is sealed (decisions/0019) and on disk before it is
 * acknowledged: after a power cut every byte that was acknowledged is there. And a fault keeps its name, so that a full
 * disk can be told from others.
 */
export class IncomingStore extends FileStore {
  readonly #vault: Vault;

  constructor({ directory, vault }: { directory: string; vault: Vault }) {
    super({ directory, configstore: sealedRecords(vault, directory) });
    this.#vault = vault;
    this.extensions = [...this.extensions, 'checksum'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const created = await super.create(upload);
    const file = path.join(this.directory, upload.id);
    await Promise.all([beginPieces(this.#vault, file, upload.id), syncToDisk(`${file}.json`)]);
    await syncToDisk(this.directory);
    return created;
  }

  override async write(readable: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<number> {
    const told = toldOfPiece.getStore();
    const digest = createHash('sha256');
    const pieces = await this.#pieces(id, 'r+');
    let fault: unknown;
    const attempt = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        fault ??= error;
      }
    };
    try {
      await pieces.cutTo(offset);
      await attempt(async () => {
        for await (const bytes of readable) {
          // What comes after a fault is let go by: a sender listens to the answer only when it has sent everything.
          if (fault) continue;
          if (told) digest.update(bytes);
          await attempt(() => pieces.append(bytes));
        }
      });
      await attempt(() => pieces.flush());
      if (told && (fault || !digest.digest().equals(told))) {
        // What nobody could vouch for does not stay between what is known to be right.
        await pieces.cutTo(offset);
        fault ??= new PieceDamaged();
      }
      await pieces.sync();
    } finally {
      await pieces.close();
    }
    if (fault) throw fault;
    return pieces.size;
  }

  #pieces(id: string, flags: 'r' | 'r+'): Promise<SealedPieces> {
    return SealedPieces.open(this.#vault, path.join(this.directory, id), id, flags);
  }

  /** The plain bytes of an upload, in a file without a name, for the time of their use. */
  async openPlain(id: string): Promise<OpenedFile> {
    const pieces = await this.#pieces(id, 'r');
    try {
      return await unnamedFile(async (add) => {
        for await (const bytes of pieces.plain()) await add(bytes);
      });
    } finally {
      await pieces.close();
    }
  }

  /**
   * What lies here with its last byte has not been recorded: the server ended, or the disk filled up, in between. It is
   * told as lacking that byte; whoever sends it finishes the upload. Otherwise a sender would take it for done, and it
   * would never be processed.
   */
  override async getUpload(id: string): Promise<Upload> {
    const upload = await super.getUpload(id);
    const pieces = await this.#pieces(id, 'r');
    upload.offset = pieces.size;
    await pieces.close();
    if (upload.size !== undefined && upload.offset >= upload.size) upload.offset = Math.max(0, upload.size - 1);
    return upload;
  }
}
