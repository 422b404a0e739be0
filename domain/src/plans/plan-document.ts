import { shownFileName } from '../file-name.ts';

/** Files that a plan may have: what the content says, not the name (specification: benefits per plan and its documents). */
export const DOCUMENT_TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  png: 'image/png',
  jpg: 'image/jpeg',
} as const;
export type DocumentType = keyof typeof DOCUMENT_TYPES;

export const DOCUMENT_LIMIT_BYTES = 20 * 1024 * 1024;
export const DOCUMENT_TOO_LARGE = 'The file is larger than 20 MB. Upload a smaller one.';
export const DOCUMENT_EMPTY = 'The file is empty. Choose another one.';
export const DOCUMENT_UNKNOWN = 'The content is not a PDF, Word, Excel, PNG or JPEG file. Upload one of these.';
export const DOCUMENT_MACROS = 'The file contains macros. Save it without macros, then upload it again.';

const startsWith = (bytes: Uint8Array, ...head: number[]): boolean => head.every((byte, at) => bytes[at] === byte);

/** Whether a name occurs in the bytes: the entries of an Office file are named in plain letters. */
function holds(bytes: Uint8Array, name: string): boolean {
  const codes = Array.from(name, (letter) => letter.charCodeAt(0));
  const [first] = codes;
  if (first === undefined) return false;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1))
    if (codes.every((code, index) => bytes[at + index] === code)) return true;
  return false;
}

/** Returns the type that the content has, or why the file is refused. */
export function documentTypeOf(bytes: Uint8Array): { readonly type: DocumentType } | { readonly refused: string } {
  if (bytes.length === 0) return { refused: DOCUMENT_EMPTY };
  if (bytes.length > DOCUMENT_LIMIT_BYTES) return { refused: DOCUMENT_TOO_LARGE };
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d)) return { type: 'pdf' };
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return { type: 'png' };
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return { type: 'jpg' };
  if (!startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || !holds(bytes, '[Content_Types].xml'))
    return { refused: DOCUMENT_UNKNOWN };
  if (holds(bytes, 'vbaProject.bin')) return { refused: DOCUMENT_MACROS };
  if (holds(bytes, 'word/document.xml')) return { type: 'docx' };
  return holds(bytes, 'xl/workbook.xml') ? { type: 'xlsx' } : { refused: DOCUMENT_UNKNOWN };
}

/** Returns a file's name for display and download: no path, no signs that nobody sees, and the extension of its content. */
export function documentName(sent: string, type: DocumentType): string {
  const last = sent.split(/[\\/]/).at(-1) ?? '';
  const plain = shownFileName(last).replaceAll('"', '').trim();
  const stem = plain.replace(/\.[A-Za-z0-9]{1,5}$/, '').slice(0, 120) || 'Document';
  return `${stem}.${type}`;
}
