import type { Readable } from 'node:stream';
import { Refusal } from '@openbenefits/domain/refusal';
import yauzl from 'yauzl';
import { READER_LIMITS } from '../limits.ts';

/** The parts of a zip archive by name, each within its budget; close it when done. */
export type ZipParts = {
  has(name: string): boolean;
  unpackedSize(name: string): number;
  stream(name: string): Promise<Readable>;
  close(): void;
};

/**
 * Opens a zip archive and reads its directory only. Throws a Refusal when it has too many parts, when one is encrypted,
 * or when one would unpack to more than its budget: beyond 10 MB no honest sheet is 250 times its packed size (trust,
 * finding 2).
 */
export async function openZip(path: string): Promise<ZipParts> {
  const zip = await open(path);
  const parts = new Map<string, yauzl.Entry>();
  try {
    if (zip.entryCount > READER_LIMITS.xlsxEntries)
      throw new Refusal('limit', `The workbook has ${zip.entryCount} parts; it is not an honest workbook.`);
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted())
        throw new Refusal('invalid', 'The workbook is protected by a password. Please save it without one.');
      parts.set(entry.fileName, entry);
    }
  } catch (error) {
    zip.close();
    throw error instanceof Refusal ? error : damaged();
  }
  return {
    has: (name) => parts.has(name),
    unpackedSize: (name) => parts.get(name)?.uncompressedSize ?? 0,
    async stream(name) {
      const entry = parts.get(name);
      if (!entry) throw damaged();
      const { uncompressedSize, compressedSize } = entry;
      const isBomb =
        uncompressedSize > READER_LIMITS.xlsxRatioFrom && uncompressedSize > compressedSize * READER_LIMITS.xlsxRatio;
      if (uncompressedSize > READER_LIMITS.xlsxPart || isBomb)
        throw new Refusal(
          'limit',
          'The workbook would unpack to many times its size, as no honest workbook does. It was not opened.',
        );
      return await zip.openReadStreamPromise(entry).catch(() => {
        throw damaged();
      });
    },
    close: () => zip.close(),
  };
}

async function open(path: string): Promise<yauzl.ZipFile> {
  return await new Promise((resolve, reject) =>
    yauzl.open(
      path,
      { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: false },
      (error, zip) => (error ? reject(damaged()) : resolve(zip)),
    ),
  );
}

function damaged(): Refusal {
  return new Refusal('invalid', 'The workbook is damaged: it cannot be unpacked to its end. Please save it anew.');
}
