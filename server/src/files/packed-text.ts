import { promisify } from 'node:util';
import { constants, gunzip, inflateRaw, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { Place, Vault } from '../vault.ts';

// All run on threads of their own.
const compress = promisify<string, object, Buffer>(zstdCompress);
const expand = promisify<Buffer, object, Buffer>(zstdDecompress);
const expandGzip = promisify<Buffer, object, Buffer>(gunzip);
const inflate = promisify<Buffer, Buffer>(inflateRaw);

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Some hundreds of records make a few hundred kilobytes: taken in one piece, nothing has to be put together. */
const PIECE = 512 * 1024;
/** The first bytes of Zstandard (RFC 8878) and gzip (RFC 1952), which stand in no base64 text. */
const ZSTD = 0x28;
const GZIP = 0x1f;

/** Compresses a text of many like parts, at once: the names of forty fields are repeated in every record, so it shrinks to a twentieth. The bytes are the caller's own, to be given to another thread. */
export const packText = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(zstdCompressSync(text, FAST));

/** Opens what `packText` has packed. Earlier versions wrote gzip, and 2.1.0 base64 of a bare deflate stream, and their files may still wait for approval. */
export async function unpackText(packed: Buffer): Promise<string> {
  const unpack = { [ZSTD]: () => expand(packed, { chunkSize: PIECE }), [GZIP]: () => expandGzip(packed, { chunkSize: PIECE }) }[packed[0] ?? 0];
  const text = unpack ? await unpack() : await inflate(Buffer.from(packed.toString('latin1'), 'base64'));
  return text.toString('utf8');
}

/** As `packText`, on another thread, and sealed. */
export async function sealPacked(vault: Vault, text: string, place: Place): Promise<string> {
  return vault.seal(await compress(text, FAST), place);
}

/** Opens what was packed and sealed. */
export const openPacked = (vault: Vault, sealed: string, place: Place): Promise<string> => unpackText(vault.openBytes(sealed, place));
