import { promisify } from 'node:util';
import { constants, gunzip, gzip, inflateRaw } from 'node:zlib';
import type { Place, Vault } from '../vault.ts';

// All run on threads of their own.
const compress = promisify<string, object, Buffer>(gzip);
const expand = promisify<Buffer, object, Buffer>(gunzip);
const inflate = promisify<Buffer, Buffer>(inflateRaw);

/** Some hundreds of records make a few hundred kilobytes: taken in one piece, nothing has to be put together. */
const PIECE = 512 * 1024;
/** The first byte of gzip (RFC 1952), which stands in no base64 text. */
const GZIP = 0x1f;

/** Compresses and seals a text of many like parts: the names of forty fields are repeated in every record, so it shrinks to a sixth. */
export async function sealPacked(vault: Vault, text: string, place: Place): Promise<string> {
  return vault.seal(await compress(text, { level: constants.Z_BEST_SPEED }), place);
}

/** Opens what `sealPacked` has sealed. Version 2.1.0 wrote base64 of a bare deflate stream, and its files may still wait for approval. */
export async function openPacked(vault: Vault, sealed: string, place: Place): Promise<string> {
  const packed = vault.openBytes(sealed, place);
  const text = packed[0] === GZIP ? await expand(packed, { chunkSize: PIECE }) : await inflate(Buffer.from(packed.toString('latin1'), 'base64'));
  return text.toString('utf8');
}
