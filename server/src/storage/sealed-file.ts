import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Place, Vault } from '../vault.ts';
import type { Fill } from './object-store.ts';
import { type OpenedFile, unnamedFile } from './plain-file.ts';

/*
 * A file at rest (trust P34): one line `OBF1 <envelope of the file's own key>`, twelve bytes of initialization vector,
 * AES-256-GCM text, sixteen bytes of tag. The key's envelope is the vault's, bound to the file's name, so keys can be
 * rotated and files cannot be swapped.
 */
const MAGIC = 'OBF1 ';
const IV = 12;
const TAG = 16;
/** An envelope is about two hundred characters. */
const LONGEST_HEAD = 1024;

const place = (name: string): Place => ({ table: 'files', column: 'key', row: name, tenant: 'files' });

/** A file by its path, bytes, or a stream. */
export type Content = string | Buffer | Readable;

const bytesOf = (content: Content): AsyncIterable<Buffer> =>
  typeof content === 'string'
    ? createReadStream(content)
    : Buffer.isBuffer(content)
      ? Readable.from([content])
      : content;

/** Encrypts content and passes it to `write`; `name` is bound into it. Returns digest and size of the plain bytes. */
export async function sealInto(
  vault: Vault,
  content: Content,
  name: string,
  write: Parameters<Fill>[0],
): Promise<{ sha256: Buffer; size: number }> {
  const key = randomBytes(32);
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const digest = createHash('sha256');
  let size = 0;
  await write(Buffer.concat([Buffer.from(`${MAGIC}${vault.seal(key.toString('base64'), place(name))}\n`), iv]));
  for await (const bytes of bytesOf(content)) {
    digest.update(bytes);
    size += bytes.length;
    if (bytes.length > 0) await write(cipher.update(bytes));
  }
  await write(Buffer.concat([cipher.final(), cipher.getAuthTag()]));
  return { sha256: digest.digest(), size };
}

const NOT_SEALED = 'This is not an encrypted file';

/** Splits an encrypted file into header, content and the tag at its end. */
async function* withoutEnds(
  sealed: AsyncIterable<Buffer>,
  begin: (key: string, iv: Buffer) => void,
  end: (tag: Buffer) => void,
): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  let hasBegun = false;
  for await (const bytes of sealed) {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    if (!hasBegun) {
      const line = held.indexOf('\n');
      if (line < 0 && held.length <= LONGEST_HEAD) continue;
      if (line < 0 || line > LONGEST_HEAD || !held.subarray(0, line).toString('latin1').startsWith(MAGIC))
        throw new Error(NOT_SEALED);
      if (held.length < line + 1 + IV) continue;
      begin(held.toString('latin1', MAGIC.length, line), held.subarray(line + 1, line + 1 + IV));
      held = held.subarray(line + 1 + IV);
      hasBegun = true;
    }
    if (held.length <= TAG) continue;
    yield held.subarray(0, -TAG);
    held = Buffer.from(held.subarray(-TAG));
  }
  if (!hasBegun || held.length !== TAG) throw new Error(NOT_SEALED);
  end(held);
}

/**
 * Opens an encrypted file for reading: the plain bytes are in a file without a name that is gone when it is closed or
 * the process ends. Throws if the file was altered, truncated or renamed; nothing is read before its tag was verified.
 */
export function openSealed(vault: Vault, sealed: AsyncIterable<Buffer>, name: string): Promise<OpenedFile> {
  return unnamedFile(async (write) => {
    let decipher: ReturnType<typeof createDecipheriv> | undefined;
    const begin = (key: string, iv: Buffer): void => {
      const opened = Buffer.from(vault.open(key, place(name)), 'base64');
      decipher = createDecipheriv('aes-256-gcm', opened, iv, { authTagLength: TAG });
    };
    const end = (tag: Buffer): void => {
      (decipher as (ReturnType<typeof createDecipheriv> & { setAuthTag(tag: Buffer): void }) | undefined)?.setAuthTag(
        tag,
      );
    };
    for await (const bytes of withoutEnds(sealed, begin, end)) if (decipher) await write(decipher.update(bytes));
    decipher?.final();
  });
}
