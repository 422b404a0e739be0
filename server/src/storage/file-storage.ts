import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type Config, StartError } from '../config.ts';
import type { Vault } from '../vault.ts';
import { openLocalFolder } from './local-folder.ts';
import type { ObjectStore, StoredFile } from './object-store.ts';
import type { OpenedFile } from './plain-file.ts';
import { type Content, openSealed, sealInto } from './sealed-file.ts';
import { readS3Address } from './storage-settings.ts';
import { StorageFault } from './storage-fault.ts';

/**
 * Files at rest: originals now, documents and bills later. Encrypted here, whatever the store
 * (decisions/0040-storage.md). Names are random; a sender's file name never becomes a path (trust section 3, 9).
 */
export type FileStorage = {
  /**
   * Encrypts a file (by its path), bytes or a stream under a new key. When this returns, the file survives a power
   * failure.
   */
  put(content: Content): Promise<{ storageKey: string; sha256: Buffer; size: number }>;
  /** Returns the plain bytes as a file, verified to the last byte. For the caller to close. */
  open(storageKey: string): Promise<OpenedFile>;
  /** Returns the plain bytes as a stream, verified to the last byte before the first is read. */
  stream(storageKey: string): Promise<{ stream: Readable; size: number }>;
  /** Returns the encrypted size in the store; undefined if there is no such file. */
  size(storageKey: string): Promise<number | undefined>;
  remove(storageKey: string): Promise<void>;
  /** Lists stored files by key, and partial files left by a crash. */
  list(): AsyncIterable<StoredFile>;
};

function sealedStorage(store: ObjectStore, vault: Vault): FileStorage {
  const open = async (storageKey: string): Promise<OpenedFile> =>
    openSealed(vault, await store.read(storageKey), storageKey);
  return {
    async put(content) {
      const storageKey = randomUUID();
      let sealed: { sha256: Buffer; size: number } | undefined;
      await store.put(storageKey, async (write) => {
        sealed = await sealInto(vault, content, storageKey, write);
      });
      if (!sealed) throw new Error('A file was stored without being written');
      return { storageKey, ...sealed };
    },
    open,
    async stream(storageKey) {
      const file = await open(storageKey);
      const stream = createReadStream(file.path);
      stream.once('close', () => void file.close());
      return { stream, size: file.size };
    },
    size: (storageKey) => store.size(storageKey),
    remove: (storageKey) => store.remove(storageKey),
    list: () => store.list(),
  };
}

type Settings = Pick<
  Config,
  'DATA_DIR' | 'STORAGE_URL' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN'
>;

async function openBucket(config: Settings, url: string): Promise<ObjectStore> {
  const address = readS3Address(url);
  if (!address) throw new Error('STORAGE_URL was not validated');
  // The SDK is large: it is loaded only where it is used.
  const { openS3Bucket } = await import('./s3-bucket.ts');
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = config;
  const keys =
    accessKeyId && secretAccessKey
      ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
      : undefined;
  const bucket = openS3Bucket(address, keys);
  try {
    await bucket.check();
  } catch (error) {
    if (!(error instanceof StorageFault)) throw error;
    const reason = {
      unreachable: 'does not respond. Check that it is running and reachable, or correct STORAGE_URL.',
      denied:
        'denies access. Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and allow the key to list, read, write and delete objects.',
      no_bucket: 'does not exist. Create it, or correct STORAGE_URL.',
      missing: 'does not exist. Create it, or correct STORAGE_URL.',
      full: 'is full. Free some space there, then start again.',
    }[error.kind];
    throw new StartError(`The bucket ${address.bucket} of STORAGE_URL ${reason}`, { cause: error });
  }
  return bucket;
}

/**
 * Opens the bucket of STORAGE_URL, or the local folder when it is unset. Throws StartError when the bucket cannot be
 * used.
 */
export async function openStorage(config: Settings, vault: Vault): Promise<FileStorage> {
  const store = config.STORAGE_URL
    ? await openBucket(config, config.STORAGE_URL)
    : await openLocalFolder(path.join(config.DATA_DIR, 'uploads', 'kept'));
  return sealedStorage(store, vault);
}
