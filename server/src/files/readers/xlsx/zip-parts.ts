import { fileText } from '@openbenefits/domain/files/messages/file-message';
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
      throw new Refusal('limit', fileText('workbook_parts', { count: zip.entryCount }));
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new Refusal('invalid', fileText('workbook_password'));
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
      if (uncompressedSize > READER_LIMITS.xlsxPart || isBomb) throw new Refusal('limit', fileText('workbook_bomb'));
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
  return new Refusal('invalid', fileText('workbook_damaged'));
}
