/**
 * Bytes of a piece: a damaged or interrupted one is sent again, so it is small; each is on disk before the next is
 * sent, so it is not too small.
 */
export const PIECE_BYTES = 512 * 1024;

/**
 * SHA-256; undefined where the browser gives none (a page without encryption) or cannot read the file, which the upload
 * then tells.
 */
async function digestOf(bytes: Blob): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', await bytes.arrayBuffer()));
  } catch {
    return undefined;
  }
}

/** By which the server sees that what has arrived is what was chosen. */
export async function checksumOfFile(file: File): Promise<string | undefined> {
  const digest = await digestOf(file);
  return digest && Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Of the piece that begins at `offset`, as the header Upload-Checksum has it (tus, extension checksum). */
export async function checksumOfPiece(file: File, offset: number): Promise<string | undefined> {
  const digest = await digestOf(file.slice(offset, offset + PIECE_BYTES));
  return digest && `sha256 ${btoa(String.fromCodePoint(...digest))}`;
}
