import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Place, Vault } from '../../vault.ts';

/*
 * An upload under way (trust P34): one line `OBU1 <envelope of its own key>`, then frames. A frame is the offset and
 * the length of its plain bytes, an initialization vector, AES-256-GCM text, the tag, and the length once more, so that
 * the last frame is found from the end of the file. Upload id, offset and length are bound into each frame.
 */
const MAGIC = 'OBU1 ';
const LONGEST_HEAD = 1024;
const [IV, TAG, COUNT] = [12, 16, 4];
const FRAME_HEAD = COUNT + COUNT + IV;
const FRAME_REST = TAG + COUNT;
/** Plain bytes of a frame: a piece of the page (512 KB) is two. */
export const MOST_IN_FRAME = 256 * 1024;

const place = (id: string): Place => ({ table: 'files', column: 'unfinished', row: id, tenant: 'files' });

type Frame = { at: number; offset: number; plain: Buffer };

/** Writes an empty sealed upload; its key is drawn here. */
export async function beginPieces(vault: Vault, file: string, id: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(`${MAGIC}${vault.seal(randomBytes(32).toString('base64'), place(id))}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The pieces of an upload as they lie on disk, each sealed by itself. */
export class SealedPieces {
  readonly #handle: FileHandle;
  readonly #key: Buffer;
  readonly #id: string;
  readonly #head: number;
  /** Where the next frame begins, and how many plain bytes stand before it. */
  #fileEnd: number;
  #sealed = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;

  private constructor(handle: FileHandle, key: Buffer, id: string, head: number) {
    this.#handle = handle;
    this.#key = key;
    this.#id = id;
    this.#head = head;
    this.#fileEnd = head;
  }

  /** Opens the pieces; what a crash has left of an unfinished frame is not counted. */
  static async open(vault: Vault, file: string, id: string, flags: 'r' | 'r+'): Promise<SealedPieces> {
    const handle = await open(file, flags);
    try {
      const bytes = Buffer.alloc(LONGEST_HEAD);
      const { bytesRead } = await handle.read(bytes, 0, LONGEST_HEAD, 0);
      const end = bytes.subarray(0, bytesRead).indexOf('\n');
      const line = bytes.toString('latin1', 0, Math.max(end, 0));
      if (!line.startsWith(MAGIC)) throw new Error('This is no sealed upload');
      const key = Buffer.from(vault.open(line.slice(MAGIC.length), place(id)), 'base64');
      const pieces = new SealedPieces(handle, key, id, end + 1);
      await pieces.#findEnd();
      return pieces;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Plain bytes that are sealed and written. */
  get size(): number {
    return this.#sealed;
  }

  async #read(from: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await this.#handle.read(bytes, 0, length, from);
    return bytes.subarray(0, bytesRead);
  }

  #bound(offset: number, length: number): Buffer {
    return Buffer.from(`${this.#id}/${offset}/${length}`);
  }

  /** The frame that begins there; undefined where none does, or not all of it is there. */
  async #frameAt(at: number): Promise<Frame | undefined> {
    const head = await this.#read(at, FRAME_HEAD);
    if (head.length < FRAME_HEAD) return undefined;
    const [offset, length] = [head.readUInt32BE(0), head.readUInt32BE(COUNT)];
    if (length === 0 || length > MOST_IN_FRAME) return undefined;
    const body = await this.#read(at + FRAME_HEAD, length + FRAME_REST);
    if (body.length < length + FRAME_REST) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', this.#key, head.subarray(COUNT + COUNT), { authTagLength: TAG });
    decipher.setAAD(this.#bound(offset, length)).setAuthTag(body.subarray(length, length + TAG));
    const plain = decipher.update(body.subarray(0, length));
    try {
      decipher.final();
    } catch {
      return undefined;
    }
    return { at, offset, plain };
  }

  /** The frame that ends there. */
  async #frameBefore(end: number): Promise<Frame | undefined> {
    if (end < this.#head + FRAME_HEAD + FRAME_REST) return undefined;
    const length = (await this.#read(end - COUNT, COUNT)).readUInt32BE(0);
    const at = end - FRAME_REST - length - FRAME_HEAD;
    return at < this.#head ? undefined : this.#frameAt(at);
  }

  async #findEnd(): Promise<void> {
    const { size } = await this.#handle.stat();
    const last = await this.#frameBefore(size);
    if (last) {
      this.#fileEnd = size;
      this.#sealed = last.offset + last.plain.length;
    } else for await (const _ of this.#frames()) continue;
  }

  /** The whole frames from the first on; the end is where they end. */
  async *#frames(): AsyncGenerator<Frame> {
    this.#fileEnd = this.#head;
    this.#sealed = 0;
    for (;;) {
      const frame = await this.#frameAt(this.#fileEnd);
      if (!frame || frame.offset !== this.#sealed) return;
      this.#fileEnd += FRAME_HEAD + frame.plain.length + FRAME_REST;
      this.#sealed += frame.plain.length;
      yield frame;
    }
  }

  /** The plain bytes in their order. Throws where fewer are there than were written. */
  async *plain(): AsyncGenerator<Buffer> {
    const { size } = this;
    for await (const { plain } of this.#frames()) yield plain;
    if (this.#sealed !== size) throw new Error('An unfinished upload was altered on disk');
  }

  /** Forgets every plain byte from the offset on; an offset within a frame seals what stands before it anew. */
  async cutTo(offset: number): Promise<void> {
    this.#waiting = [];
    this.#waitingBytes = 0;
    let rest: Buffer | undefined;
    while (this.#sealed > offset) {
      const last = await this.#frameBefore(this.#fileEnd);
      if (!last) throw new Error('An unfinished upload was altered on disk');
      this.#fileEnd = last.at;
      this.#sealed = last.offset;
      if (last.offset < offset) rest = last.plain.subarray(0, offset - last.offset);
    }
    await this.#handle.truncate(this.#fileEnd);
    if (rest) await this.#seal(rest);
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      const part = bytes.subarray(from, from + MOST_IN_FRAME - this.#waitingBytes);
      this.#waiting.push(Buffer.from(part.buffer, part.byteOffset, part.length));
      this.#waitingBytes += part.length;
      from += part.length;
      if (this.#waitingBytes === MOST_IN_FRAME) await this.flush();
    }
  }

  /** Seals and writes what still waits for a full frame. */
  async flush(): Promise<void> {
    if (this.#waitingBytes === 0) return;
    const plain = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.#seal(plain);
  }

  async #seal(plain: Buffer): Promise<void> {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    cipher.setAAD(this.#bound(this.#sealed, plain.length));
    const text = cipher.update(plain);
    cipher.final();
    const counts = Buffer.alloc(COUNT + COUNT + COUNT);
    counts.writeUInt32BE(this.#sealed, 0);
    counts.writeUInt32BE(plain.length, COUNT);
    counts.writeUInt32BE(plain.length, COUNT + COUNT);
    const frame = Buffer.concat([
      counts.subarray(0, COUNT + COUNT),
      iv,
      text,
      cipher.getAuthTag(),
      counts.subarray(COUNT + COUNT),
    ]);
    try {
      // One write may store a part and report it in its count only; a disk that fills up does that.
      for (let from = 0; from < frame.length;)
        from += (await this.#handle.write(frame, from, frame.length - from, this.#fileEnd + from)).bytesWritten;
    } catch (error) {
      await this.#handle.truncate(this.#fileEnd);
      throw error;
    }
    this.#fileEnd += frame.length;
    this.#sealed += plain.length;
  }

  async sync(): Promise<void> {
    await this.#handle.sync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
