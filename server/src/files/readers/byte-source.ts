import { closeSync, openSync, readSync } from 'node:fs';
import iconv from 'iconv-lite';

/** Reads a file front to back into a buffer of the caller's. Reading is synchronous: a reader has its thread for itself. */
export type ByteSource = {
  /** Fills `target` from `offset`; how many bytes came, 0 at the end. */
  read(target: Buffer, offset: number): number;
  /** Bytes of the file read so far. */
  readonly bytesRead: number;
  close(): void;
};

export function openFile(path: string): ByteSource {
  const file = openSync(path, 'r');
  let bytesRead = 0;
  return {
    read(target, offset) {
      const count = readSync(file, target, offset, target.length - offset, null);
      bytesRead += count;
      return count;
    },
    get bytesRead() {
      return bytesRead;
    },
    close: () => closeSync(file),
  };
}

/** As `openFile`, for a file in UTF-16: hands over UTF-8. */
export function openUtf16(path: string, encoding: 'utf-16le' | 'utf-16be'): ByteSource {
  const file = openSync(path, 'r');
  const decoder = iconv.getDecoder(encoding);
  const chunk = Buffer.allocUnsafe(64 * 1024);
  let waiting: Buffer = Buffer.alloc(0);
  let bytesRead = 0;
  let ended = false;
  return {
    read(target, offset) {
      while (waiting.length === 0 && !ended) {
        const count = readSync(file, chunk, 0, chunk.length, null);
        bytesRead += count;
        ended = count === 0;
        waiting = Buffer.from((ended ? decoder.end() : decoder.write(chunk.subarray(0, count))) ?? '', 'utf8');
      }
      const copied = waiting.copy(target, offset);
      waiting = waiting.subarray(copied);
      return copied;
    },
    get bytesRead() {
      return bytesRead;
    },
    close: () => closeSync(file),
  };
}
