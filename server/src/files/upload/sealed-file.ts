import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Place, Vault } from '../../vault.ts';

/*
 * A file at rest (trust P34): one line `OBF1 <envelope of the file's own key>`, twelve bytes of initialisation vector, AES-256-GCM text, sixteen bytes of
 * tag. The key's envelope is the vault's, bound to the file's name, so keys can be rotated and files cannot be swapped.
 */
const MAGIC = 'OBF1 ';
const IV = 12;
const TAG = 16;
/** An envelope is about two hundred characters. */
const LONGEST_HEAD = 1024;

const place = (name: string): Place => ({ table: 'files', column: 'key', row: name, tenant: 'files' });

/*
 * Bytes are written with `writeFile`, which goes on from where the file stands until all are stored. A single `write` may store a part of them and say so only
 * in
 * its count, as it does on a disk that is nearly full.
 */

/** Encrypts a file, or bytes, into another file and returns the digest of its plain bytes; the new one is on disk when this returns. `name` is bound into it. */
export async function sealFile(vault: Vault, from: string | Buffer, to: string, name: string): Promise<{ sha256: Buffer }> {
  const key = randomBytes(32);
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const digest = createHash('sha256');
  const handle = await open(to, 'wx', 0o600);
  try {
    await handle.writeFile(Buffer.concat([Buffer.from(`${MAGIC}${vault.seal(key.toString('base64'), place(name))}\n`), iv]));
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        digest.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(typeof from === 'string' ? createReadStream(from) : Readable.from([from]), hashing, cipher, async (sealed) => {
      for await (const chunk of sealed as AsyncIterable<Buffer>) await handle.writeFile(chunk);
    });
    await handle.writeFile(cipher.getAuthTag());
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { sha256: digest.digest() };
}

/** Where plain bytes may be for the time of their use: in memory where the machine offers that as a folder. */
const workFolder = (): string => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

export type OpenedFile = {
  /** A path to the plain bytes, without a name in any folder. */
  path: string;
  size: number;
  close(): Promise<void>;
};

type Fill = (write: (chunk: Buffer) => Promise<void>) => Promise<void>;

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

async function headOf(handle: FileHandle): Promise<{ key: string; length: number }> {
  const bytes = Buffer.alloc(LONGEST_HEAD);
  const { bytesRead } = await handle.read(bytes, 0, LONGEST_HEAD, 0);
  const end = bytes.indexOf('\n');
  const line = bytes.toString('latin1', 0, end);
  if (end < 0 || end > bytesRead || !line.startsWith(MAGIC)) throw new Error('This is no sealed file');
  return { key: line.slice(MAGIC.length), length: end + 1 };
}

/**
 * Opens a sealed file for reading: the plain bytes lie in a file that has no name any more and is gone when it is closed or the process ends. Throws when the
 * file was altered, cut or moved to another name; nothing of it is seen before its tag has been checked.
 */
export async function openSealed(vault: Vault, from: string, name: string): Promise<OpenedFile> {
  const sealed = await open(from, 'r');
  try {
    const { key, length } = await headOf(sealed);
    const { size } = await sealed.stat();
    const iv = Buffer.alloc(IV);
    const tag = Buffer.alloc(TAG);
    await sealed.read(iv, 0, IV, length);
    await sealed.read(tag, 0, TAG, size - TAG);
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(vault.open(key, place(name)), 'base64'), iv, { authTagLength: TAG });
    decipher.setAuthTag(tag);
    return await unnamedFile(async (write) => {
      if (size - TAG <= length + IV) return void decipher.final();
      await pipeline(createReadStream(from, { start: length + IV, end: size - TAG - 1 }), decipher, async (text) => {
        for await (const chunk of text as AsyncIterable<Buffer>) await write(chunk);
      });
    });
  } finally {
    await sealed.close();
  }
}
