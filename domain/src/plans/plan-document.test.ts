import { expect, it } from 'vitest';
import {
  DOCUMENT_EMPTY,
  DOCUMENT_LIMIT_BYTES,
  DOCUMENT_MACROS,
  DOCUMENT_TOO_LARGE,
  DOCUMENT_UNKNOWN,
  documentName,
  documentTypeOf,
} from './plan-document.ts';

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? [part] : Array.from(part, (c) => c.charCodeAt(0)))),
  );
const ZIP = ['PK', 3, 4] as const;

it.each<[string, Uint8Array, object]>([
  ['a PDF', bytes('%PDF-1.7'), { type: 'pdf' }],
  ['a PNG', bytes(0x89, 'PNG', 13, 10, 26, 10), { type: 'png' }],
  ['a JPEG', bytes(0xff, 0xd8, 0xff, 0xe0), { type: 'jpg' }],
  ['a Word file', bytes(...ZIP, '..[Content_Types].xml..word/document.xml'), { type: 'docx' }],
  ['an Excel file', bytes(...ZIP, '..[Content_Types].xml..xl/workbook.xml'), { type: 'xlsx' }],
  [
    'a Word file with macros',
    bytes(...ZIP, '[Content_Types].xml word/document.xml word/vbaProject.bin'),
    { refused: DOCUMENT_MACROS },
  ],
  ['another ZIP', bytes(...ZIP, 'readme.txt'), { refused: DOCUMENT_UNKNOWN }],
  ['a program', bytes('MZ', 0x90), { refused: DOCUMENT_UNKNOWN }],
  ['a web page', bytes('<html>'), { refused: DOCUMENT_UNKNOWN }],
  ['nothing', bytes(), { refused: DOCUMENT_EMPTY }],
  ['too much', new Uint8Array(DOCUMENT_LIMIT_BYTES + 1), { refused: DOCUMENT_TOO_LARGE }],
])('%s', (_name, content, expected) => expect(documentTypeOf(content)).toEqual(expected));

it.each([
  ['SBC 2027.pdf', 'SBC 2027.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Plans\\SBC.docx', 'SBC.pdf'],
  ['contract.exe', 'contract.pdf'],
  ['a"b\r\nc.pdf', 'abc.pdf'],
  ['.pdf', 'Document.pdf'],
  ['', 'Document.pdf'],
  ['SBC \u202efdp.exe', 'SBC fdp.pdf'],
])('the name %j becomes %j', (sent, name) => expect(documentName(sent, 'pdf')).toBe(name));
