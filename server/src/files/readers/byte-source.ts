import { closeSync, openSync, readSync } from 'node:fs';
import iconv from 'iconv-lite';

/**
 * Reads a file front to back into a buffer of the caller's. Reading is synchronous: a reader has its thread for itself.
 */
export type ByteSource = {
  /** Fills `target` from `offset`; how many bytes came, 0 at the end. */
  read(target: Buffer, offset: number): number;
  /** Bytes of the file read so far. */
  readonly bytesRead: number;
  close(): void;
};

/** `from`: what stands before it is left out. */
export function openFile(path: string, from = 0): ByteSource {
  const file = openSync(path, 'r');
  let bytesRead = from;
  return {
    read(target, offset) {
      const count = readSync(file, target, offset, target.length - offset, bytesRead);
      bytesRead += count;
      return count;
    },
    get bytesRead() {
      return bytesRead;
    },
    close: () => closeSync(file),
  };
}

/** As `openFile`, for bytes that are here already. */
export function openBytes(bytes: Buffer): ByteSource {
  let bytesRead = 0;
  return {
    read(target, offset) {
      const count = bytes.copy(target, offset, bytesRead);
      bytesRead += count;
      return count;
    },
    get bytesRead() {
      return bytesRead;
    },
    close: () => {},
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

/** Bytes of the beginning by which lines of one length are told. */
const LOOKED_AT = 4096;
const isBreak = (byte: number): boolean => byte === 10 || byte === 13;

/**
 * Whether the file consists of lines of one length that break inside its interchange header: mainframes write records
 * of eighty characters, whatever stands in them. A sender whose terminator is the line end has the whole header on one
 * line.
 */
export function isWrapped(path: string): boolean {
  const head = Buffer.alloc(LOOKED_AT);
  const file = openSync(path, 'r');
  const length = readSync(file, head, 0, LOOKED_AT, 0);
  closeSync(file);
  const text = head.toString('latin1', 0, length);
  if (!text.startsWith('ISA')) return false;
  const element = text.charAt(3);
  const lines = text.split(/\r\n|\n|\r/);
  const [first = ''] = lines;
  // The last line may be shorter, the last that was looked at is cut.
  const isWide = first.length >= 40 && first.length < 106 && first.split(element).length <= 16;
  return isWide && lines.length > 2 && lines.slice(0, -2).every((line) => line.length === first.length);
}

/** As `openFile`, for a file whose lines break anywhere: hands it over without line breaks. */
export function openUnwrapped(path: string): ByteSource {
  const source = openFile(path);
  return {
    read(target, offset) {
      for (;;) {
        const count = source.read(target, offset);
        if (count === 0) return 0;
        let kept = offset;
        for (let at = offset; at < offset + count; at++)
          if (!isBreak(target[at] as number)) target[kept++] = target[at] as number;
        if (kept > offset) return kept - offset;
      }
    },
    get bytesRead() {
      return source.bytesRead;
    },
    close: () => source.close(),
  };
}
