import { Refusal } from '@openbenefits/domain/refusal';
import { crc32, inflateRawSync } from 'node:zlib';
import yauzl from 'yauzl';

const MEGABYTE = 1024 * 1024;
const MOST_PARTS = 500;
/** What a workbook may take once unpacked: its bytes, and the elements of all parts. */
export type WorkbookLimits = { readonly megabytes: number; readonly elements: number };
/** A list of 50,000 rating areas has 700,000 elements. */
const RATE_LIMITS: WorkbookLimits = { megabytes: 20, elements: 1_000_000 };
/** Cells of the rectangle around all cells of a sheet, which is what a reader keeps in memory. */
const MOST_CELLS = 2_000_000;

const refuse = (message: string): Refusal => new Refusal('invalid', message, [{ path: 'file', message }]);

const tooLarge = ({ megabytes }: WorkbookLimits): Refusal =>
  refuse(
    `This workbook is too large once unpacked (more than ${megabytes} MB). Keep only the sheet with the table, or save it as CSV.`,
  );
const TOO_MANY_CELLS =
  'This workbook has too many cells. Delete unused rows and columns, also empty ones with a format, or save the table as CSV.';
const PROTECTED = 'This workbook is protected by a password. Save it again without one.';
const DAMAGED = 'This workbook could not be read. It may be damaged. Save it again.';

async function entriesOf(bytes: Buffer, limits: WorkbookLimits): Promise<yauzl.Entry[]> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true, strictFileNames: false }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    ),
  );
  if (zip.entryCount > MOST_PARTS) throw tooLarge(limits);
  const entries: yauzl.Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

/** Whether a part occurs once, and under one name: where not, another program would read another table. */
function isUnambiguous(bytes: Buffer, entries: readonly yauzl.Entry[]): boolean {
  const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()));
  return (
    names.size === entries.length &&
    entries.every(({ fileNameRaw, relativeOffsetOfLocalHeader: at }) =>
      bytes.subarray(at + 30, at + 30 + bytes.readUInt16LE(at + 26)).equals(fileNameRaw),
    )
  );
}

/** Where the bytes of a part begin: behind its own header, which repeats the name. */
function packedBytes(bytes: Buffer, entry: yauzl.Entry): Buffer {
  const at = entry.relativeOffsetOfLocalHeader;
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  return bytes.subarray(start, start + entry.compressedSize);
}

function unpack(bytes: Buffer, entry: yauzl.Entry): Buffer {
  const packed = packedBytes(bytes, entry);
  if (entry.compressionMethod === 0) return packed;
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.uncompressedSize) });
}

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

/** Cells of the rectangle from A1 to the last row and column that a part names. */
function cellsOf(xml: string): number {
  let [rows, columns] = [1, 1];
  for (const [, letters = '', digits = ''] of xml.matchAll(/\sr\s*=\s*["']([a-z]{0,7})(\d{1,9})["']/gi)) {
    rows = Math.max(rows, Number(digits));
    columns = Math.max(columns, columnOf(letters));
  }
  return rows * columns;
}

function elementsOf(part: Buffer): number {
  let count = 0;
  for (const byte of part) if (byte === 0x3c) count += 1;
  return count;
}

/** An archive of parts that are not packed: what is read is exactly what was checked. */
function archiveOf(parts: readonly (readonly [name: string, content: Buffer])[]): Uint8Array {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [part, content] of parts) {
    const name = Buffer.from(part);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(42);
    entry.writeUInt16LE(20, 0);
    fields.copy(entry, 2);
    entry.writeUInt32LE(offset, 38);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), entry, name);
    local.push(Buffer.from('PK\x03\x04', 'latin1'), fields, name, content);
    offset += 30 + name.length + content.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...local, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end]));
}

/**
 * Returns a workbook with its texts unpacked and without its pictures. Throws a Refusal where it would take more memory
 * or time than a table of rates can: a small archive can unpack to gigabytes, and its directory may lie about that.
 */
export async function boundedWorkbook(sent: Uint8Array, limits = RATE_LIMITS): Promise<Uint8Array> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  try {
    const entries = (await entriesOf(bytes, limits)).filter(({ fileName }) => /\.(xml|rels)$/i.test(fileName));
    if (entries.some((entry) => entry.isEncrypted())) throw refuse(PROTECTED);
    if (!isUnambiguous(bytes, entries)) throw refuse(DAMAGED);
    const size = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (size > limits.megabytes * MEGABYTE) throw tooLarge(limits);
    const parts: (readonly [string, Buffer])[] = [];
    let elements = 0;
    for (const entry of entries) {
      const part = unpack(bytes, entry);
      elements += elementsOf(part);
      if (elements > limits.elements || cellsOf(part.toString('latin1')) > MOST_CELLS) throw refuse(TOO_MANY_CELLS);
      parts.push([entry.fileName, part]);
    }
    return archiveOf(parts);
  } catch (error) {
    throw error instanceof Refusal ? error : refuse(DAMAGED);
  }
}
