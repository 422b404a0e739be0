import type { Readable } from 'node:stream';

export type StoredFile = { name: string; modifiedAt: string };
/** Writes the bytes of a file, in order, by calling `write`. */
export type Fill = (write: (bytes: Buffer) => Promise<void>) => Promise<void>;

/** Where encrypted files are kept: a local folder or an S3 bucket. Names are generated; see file-storage.ts. */
export type ObjectStore = {
  /** Stores the file completely or not at all. When this returns, the bytes survive a power failure. */
  put(name: string, fill: Fill): Promise<void>;
  /** Throws StorageFault 'missing' when there is no such file. */
  read(name: string): Promise<Readable>;
  /** Returns the stored bytes; undefined when there is no such file. */
  size(name: string): Promise<number | undefined>;
  remove(name: string): Promise<void>;
  /** Lists all files, including incomplete ones that a crash left. */
  list(): AsyncIterable<StoredFile>;
};
