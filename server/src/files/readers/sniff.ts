import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { extname } from 'node:path';
import { FILE_FORMAT_LABEL, type FileFormat } from '@openbenefits/domain/files/file-format';
import { Refusal } from '@openbenefits/domain/refusal';
import { hasNoColumns } from './csv/fixed-width.ts';
import { interchangeIn } from './edi-834/start.ts';

/** What the first bytes of a file are. 'text' may be a CSV. */
type Content = FileFormat | 'zip' | 'text' | { other: string };

const HEAD = 4096;

/** File name endings and the format they promise; `.txt` promises nothing. */
const FORMAT_OF_EXTENSION: ReadonlyMap<string, FileFormat> = new Map<string, FileFormat>([
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.xlsx', 'xlsx'],
  ['.xls', 'xlsx'],
  ['.edi', 'edi834'],
  ['.834', 'edi834'],
  ['.xml', 'xml'],
]);

/** A compound file: workbooks and documents of the old kind, and what is inside it. */
const CFB = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const CFB_HEADER = 76;

/** Beginnings of files that are not read, and what they are. */
const SIGNATURES: readonly [number[], string][] = [
  [CFB, 'an old Excel file (.xls). Open it in Excel and save it as .xlsx'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG image'],
  [[0xff, 0xd8, 0xff], 'a JPEG image'],
  [[0x47, 0x49, 0x46, 0x38], 'a GIF image'],
  [[0x49, 0x49, 0x2a, 0x00], 'a TIFF image'],
  [[0x4d, 0x4d, 0x00, 0x2a], 'a TIFF image'],
  [[0x1f, 0x8b], 'a compressed file (gzip). Unpack it first'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a compressed file (7z). Unpack it first'],
  [[0x52, 0x61, 0x72, 0x21], 'a compressed file (RAR). Unpack it first'],
  [[0x2d, 0x2d, 0x2d, 0x2d, 0x2d, 0x42, 0x45, 0x47], 'an encrypted or signed file (PGP). Decrypt it first'],
  // ISA in the letters of a mainframe, code page 037 and its relatives.
  [[0xc9, 0xe2, 0xc1], 'an 834 in EBCDIC. Ask the sender for ASCII'],
  [[0x4d, 0x5a], 'a program'],
  [[0x7f, 0x45, 0x4c, 0x46], 'a program'],
];

export type Sniffed = { format: FileFormat; sizeBytes: number };

/**
 * Decides what a file is from its name and its first bytes, which must agree. Throws a Refusal that names both when
 * they do not, when the file is empty, or when it is a kind that is not read. A zip is taken for a workbook here; the
 * workbook reader looks inside.
 */
export function sniff(path: string, fileName = path, wanted?: FileFormat): Sniffed {
  const { head, sizeBytes } = headOf(path);
  if (sizeBytes === 0) throw new Refusal('invalid', fileText('file_empty'));
  const found = isProtected(path, head) ? PROTECTED : contentOf(head);
  const promised = wanted ?? FORMAT_OF_EXTENSION.get(extname(fileName).toLowerCase());
  // Behind other text only where no list is promised: one may quote an interchange in a cell.
  const content =
    found === 'text' && promised !== 'csv' && !unicodeIn(head) && interchangeIn(head.toString('latin1'))
      ? 'edi834'
      : found;
  const name =
    wanted && !FORMAT_OF_EXTENSION.has(extname(fileName).toLowerCase())
      ? `was sent as ${FILE_FORMAT_LABEL[wanted]}`
      : `is named "${extname(fileName).toLowerCase()}"`;
  if (typeof content === 'object')
    throw new Refusal(
      'invalid',
      promised
        ? fileText('file_named_of_type', { named: name, type: content.other })
        : fileText('file_of_type', { type: content.other }),
    );
  if (content === 'zip') {
    if (promised !== undefined && promised !== 'xlsx') throw contradicts(name, 'a workbook or another zip archive');
    return { format: 'xlsx', sizeBytes };
  }
  if (content === 'text') {
    if (promised === 'edi834') throw new Refusal('invalid', fileText('file_without_isa', { named: name }));
    if (promised === 'xml') throw contradicts(name, 'plain text');
    if (promised === 'xlsx') throw contradicts(name, 'plain text. If it is a census, name it .csv');
    if (promised === undefined && !unicodeIn(head) && hasNoColumns(head.toString('latin1')))
      throw new Refusal('invalid', fileText('file_without_columns', { named: name }));
    return { format: 'csv', sizeBytes };
  }
  if (promised === 'xlsx' && content === 'xml' && head.includes('urn:schemas-microsoft-com:office:spreadsheet'))
    throw new Refusal('invalid', fileText('file_spreadsheet_2003', { named: name }));
  if (promised !== undefined && promised !== content)
    throw contradicts(name, content === 'edi834' ? 'an X12 file (it starts with ISA)' : 'XML');
  return { format: content, sizeBytes };
}

const PROTECTED = { other: 'a workbook protected by a password. Save it without one' } as const;

/**
 * A workbook with a password is a package inside a file of the old kind, whose directory names it (MS-OFFCRYPTO
 * 2.3.4.4; MS-CFB 2.2).
 */
function isProtected(path: string, head: Buffer): boolean {
  if (head.length < CFB_HEADER || !CFB.every((byte, index) => head[index] === byte)) return false;
  const shift = head.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return false;
  const directory = Buffer.alloc(HEAD);
  const file = openSync(path, 'r');
  try {
    const count = readSync(file, directory, 0, HEAD, (head.readUInt32LE(48) + 1) * 2 ** shift);
    return directory.subarray(0, count).includes(Buffer.from('EncryptedPackage', 'utf16le'));
  } finally {
    closeSync(file);
  }
}

function contradicts(name: string, what: string): Refusal {
  return new Refusal('invalid', fileText('file_contradicts', { named: name, type: what }));
}

/** The first bytes of a file, and how many it has. */
export function headOf(path: string): { head: Buffer; sizeBytes: number } {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD);
    const count = readSync(file, head, 0, HEAD, 0);
    return { head: head.subarray(0, count), sizeBytes: fstatSync(file).size };
  } finally {
    closeSync(file);
  }
}

function contentOf(head: Buffer): Content {
  for (const [signature, other] of SIGNATURES)
    if (signature.every((byte, index) => head[index] === byte)) return { other };
  if (head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5 || head[2] === 7)) return 'zip';
  if (isUtf32(head)) return { other: 'text in UTF-32. Save it as UTF-8' };
  const unicode = unicodeIn(head);
  const text = (
    unicode ? new TextDecoder(unicode).decode(head) : head.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  ).replace(/^[\s\ufeff]+/, '');
  if (!unicode && head.subarray(0, 512).includes(0) && !isFilledUp(head, text))
    return { other: 'neither text nor a workbook' };
  if (/^ISA[^A-Za-z0-9]/.test(text)) return 'edi834';
  if (/^(GS|ST)[*|^~\t]/.test(text))
    return {
      other: 'an X12 file without its interchange header (ISA), so its separators and sender are unknown',
    };
  if (/^<\?xml|^<!--|^<!DOCTYPE|^<[A-Z_][\w.:-]*[\s>/]/i.test(text))
    return /^<!doctype html|^<(?:html|head|body|meta|table|style|div)[\s>]/i.test(text)
      ? { other: 'a web page (HTML). Open it in Excel and save it as .xlsx' }
      : 'xml';
  if (/^\[?\s*\{\s*"[^"\r\n]{1,100}"\s*:/.test(text)) return { other: 'JSON. Export it as CSV or Excel' };
  if (text.startsWith('{\\rtf')) return { other: 'a text document (RTF)' };
  // Its first record: type 101, where to, where from, when, and the fixed 094 10 1 (Nacha Operating Rules, file header
  // record).
  if (/^101.{20}\d{6}.{4}[A-Z0-9]094101/.test(text)) return { other: 'a bank payment file (NACHA), not enrollments' };
  if (/^UNB\+|^UNA/.test(text)) return { other: 'an EDIFACT file. Send enrollments as X12 834' };
  return 'text';
}

/** Mainframes fill the last block of a file with zeros: an X12 file may end with them. */
function isFilledUp(head: Buffer, text: string): boolean {
  const zero = head.indexOf(0);
  return text.startsWith('ISA') && head.subarray(zero).every((byte) => byte === 0);
}

/** By its byte order mark: that of little ends begins like the one of UTF-16. */
const isUtf32 = (head: Buffer): boolean =>
  (head.length >= 4 && head.readUInt32LE(0) === 0xfeff) || (head.length >= 4 && head.readUInt32BE(0) === 0xfeff);

/**
 * UTF-16 by its byte order mark, or by a zero in every other byte of a text that is mostly ASCII; undefined for
 * anything else.
 */
export function unicodeIn(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const length = Math.min(head.length, 64) & ~1;
  if (length < 8) return undefined;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let index = 0; index < length; index += 2) {
    if (head[index] === 0) evenZeros++;
    if (head[index + 1] === 0) oddZeros++;
  }
  if (oddZeros > length / 2 - 3 && evenZeros === 0) return 'utf-16le';
  if (evenZeros > length / 2 - 3 && oddZeros === 0) return 'utf-16be';
  return undefined;
}

export function unicodeOf(path: string): 'utf-16le' | 'utf-16be' | undefined {
  return unicodeIn(headOf(path).head);
}
