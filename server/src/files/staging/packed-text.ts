import { promisify } from 'node:util';
import {
  constants,
  gunzip,
  inflateRaw,
  zstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib';
import type { Place, Vault } from '../../vault.ts';

// All run on threads of their own.
const compress = promisify<Buffer, object, Buffer>(zstdCompress);
const expand = promisify<Buffer, object, Buffer>(zstdDecompress);
const expandGzip = promisify<Buffer, Buffer>(gunzip);
const inflate = promisify<Buffer, Buffer>(inflateRaw);

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/**
 * Some hundreds of records make a few hundred kilobytes: taken in one piece, nothing has to be put together. A pack of
 * one record is given as little room as it needs, because a file may have tens of thousands of them.
 */
const pieceFor = ({ length }: Buffer): { chunkSize: number } => ({
  chunkSize: Math.min(512 * 1024, Math.max(4096, length * 32)),
});

/** Compresses and seals a text (UTF-8) of many like parts, which shrinks to a twentieth. */
export async function sealPacked(vault: Vault, text: Buffer, place: Place): Promise<string> {
  return vault.seal(await compress(text, FAST), place);
}

/** Opens what `sealPacked` has sealed. */
export async function openPacked(vault: Vault, sealed: string, place: Place): Promise<Buffer> {
  const packed = vault.openBytes(sealed, place);
  return expand(packed, pieceFor(packed));
}

/**
 * The first byte of a pair, the first of gzip (RFC 1952), and the length of what goes before a pair's first text.
 * Base64 has neither byte.
 */
const PAIR = 0x01;
const GZIP = 0x1f;
const HEAD = 5;

/** Two texts, the second of which is seldom looked at. */
export type TextPair = { first: string; second: () => string };

/** Packs two texts at once. The bytes are the caller's own, to be given to another thread. */
export function packPair(first: string, second: string): Uint8Array<ArrayBuffer> {
  const [one, other] = [zstdCompressSync(first, FAST), zstdCompressSync(second, FAST)];
  const packed = new Uint8Array(HEAD + one.length + other.length);
  packed[0] = PAIR;
  new DataView(packed.buffer).setUint32(1, one.length);
  packed.set(one, HEAD);
  packed.set(other, HEAD + one.length);
  return packed;
}

/**
 * Files of earlier versions may still wait for approval: theirs is one text of two lines, as gzip or, in 2.1.0, as
 * base64 of a bare deflate stream.
 */
async function unpackLines(packed: Buffer): Promise<TextPair> {
  const text = (
    await (packed[0] === GZIP ? expandGzip(packed) : inflate(Buffer.from(packed.toString('latin1'), 'base64')))
  ).toString('utf8');
  const end = text.indexOf('\n');
  return { first: text.slice(0, end), second: () => text.slice(end + 1) };
}

/**
 * Opens what `packPair` has packed: the first text now, the second when it is asked for, so that it takes no room until
 * then.
 */
export async function unpackPair(packed: Buffer): Promise<TextPair> {
  if (packed[0] !== PAIR) return unpackLines(packed);
  const end = HEAD + packed.readUInt32BE(1);
  const other = packed.subarray(end);
  const one = packed.subarray(HEAD, end);
  return {
    first: (await expand(one, pieceFor(one))).toString('utf8'),
    second: () => zstdDecompressSync(other, pieceFor(other)).toString('utf8'),
  };
}
