import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { readCsv } from './csv/csv.ts';
import { readEdi834 } from './edi-834/edi-834.ts';
import type { Reader } from './reader.ts';
import { readXlsx } from './xlsx/xlsx.ts';
import { readXml } from './xml/xml.ts';

/** The reader of each format. A format without one does not compile. */
export const READERS = { edi834: readEdi834, csv: readCsv, xlsx: readXlsx, xml: readXml } satisfies Record<
  FileFormat,
  Reader
>;
