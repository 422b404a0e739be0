import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { Readable } from 'node:stream';
import { shown } from '@openbenefits/domain/files/shown-value';
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
  // Part names that differ only in case are the same part (ECMA-376 part 2, 6.2.2.3).
  const names = new Set<string>();
  try {
    if (zip.entryCount > READER_LIMITS.xlsxEntries)
      throw new Refusal('limit', fileText('workbook_parts', { count: zip.entryCount }));
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new Refusal('invalid', fileText('workbook_password'));
      const name = entry.fileName.toLowerCase();
      if (names.has(name))
        throw new Refusal('invalid', fileText('workbook_part_twice', { part: shown(entry.fileName) }));
      names.add(name);
      parts.set(entry.fileName, entry);
    }
    for (const entry of parts.values()) await checkLocalName(zip, entry);
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

/** Programs read a part by its local or its central name: where they differ, each would see another workbook. */
async function checkLocalName(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<void> {
  const { fileName } = await zip.readLocalFileHeaderPromise(entry);
  if (!fileName.equals(entry.fileNameRaw))
    throw new Refusal('invalid', fileText('workbook_part_names_differ', { part: shown(entry.fileName) }));
}

function damaged(): Refusal {
  return new Refusal('invalid', fileText('workbook_damaged'));
}
