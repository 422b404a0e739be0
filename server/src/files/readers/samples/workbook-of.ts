import { crc32, deflateRawSync } from 'node:zlib';

/** Packs named parts into a zip archive, each deflated. For tests only: no zip64, no names outside ASCII. */
export function zipOf(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const header = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name)]);
    const entry = Buffer.alloc(42);
    entry.writeUInt16LE(20, 0);
    fields.copy(entry, 2);
    entry.writeUInt32LE(offset, 38);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), entry, Buffer.from(name)]));
    local.push(header, packed);
    offset += header.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

export type SheetParts = {
  rows: string;
  strings?: string;
  styles?: string;
  workbook?: string;
  more?: Readonly<Record<string, string | Buffer>>;
  /** Days are counted from 1904, as old Macs did. */
  date1904?: boolean;
};

/** The XML of a cell: a text, a number, or a number in a cell that shows a day. */
export function cellOf(value: string | number | { day: number }, column: number, row: number): string {
  const place = `${String.fromCharCode(65 + column)}${row}`;
  if (typeof value === 'string')
    return `<c r="${place}" t="inlineStr"><is><t>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
  return typeof value === 'number'
    ? `<c r="${place}"><v>${value}</v></c>`
    : `<c r="${place}" s="1"><v>${value.day}</v></c>`;
}

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of one sheet, in a part with an unusual name, from the XML of its rows. */
export function workbookOf({
  rows,
  strings = '',
  styles = '',
  workbook = '',
  more = {},
  date1904 = false,
}: SheetParts): Buffer {
  return zipOf({
    '_rels/.rels': `<Relationships><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml':
      workbook ||
      `<workbook ${NS} xmlns:r="${RELATIONS}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets><sheet name="People" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId7" Type="${RELATIONS}/worksheet" Target="worksheets/people.xml"/><Relationship Id="rId8" Type="${RELATIONS}/worksheet" Target="/xl/worksheets/notes.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst ${NS}>${strings}</sst>`,
    'xl/styles.xml':
      styles ||
      `<styleSheet ${NS}><numFmts><numFmt numFmtId="164" formatCode="mm\\/dd\\/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/people.xml': `<worksheet ${NS}><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
}
