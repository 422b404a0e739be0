import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { Refusal } from '@openbenefits/domain/refusal';
import { READER_LIMITS } from '../limits.ts';
import { readXmlPart } from '../xml/stream.ts';
import type { ZipParts } from './zip-parts.ts';

export type Sheet = { name: string; part: string; hidden: boolean };
export type Workbook = {
  sheets: Sheet[];
  date1904: boolean;
  strings: string[];
  isDateStyle: boolean[];
  /** Cell styles that are struck through. */
  isStruckStyle: boolean[];
};

/**
 * Number formats that Excel has built in and that show a day (ECMA-376 part 1, 18.8.30); those of a time alone are not
 * among them.
 */
const BUILT_IN_DATES: ReadonlySet<number> = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);

/**
 * Reads everything around the sheets: their list, the shared strings, which cell styles show a date, and the first day
 * of the serials.
 */
export async function readWorkbook(zip: ZipParts): Promise<Workbook> {
  const part = await mainPart(zip);
  const targets = await relations(zip, relationsOf(part), part);
  const { sheets, date1904 } = await sheetList(zip, part, targets);
  const strings = await sharedStrings(zip, targets.get('sharedStrings') ?? 'xl/sharedStrings.xml');
  const styles = await cellStyles(zip, targets.get('styles') ?? 'xl/styles.xml');
  return { sheets, date1904, strings, ...styles };
}

async function mainPart(zip: ZipParts): Promise<string> {
  if (zip.has('_rels/.rels')) {
    const main = (await relations(zip, '_rels/.rels', '')).get('officeDocument');
    if (main && zip.has(main) && main.endsWith('.xml') && /workbook/i.test(main)) return main;
    if (main?.endsWith('.bin')) throw new Refusal('invalid', fileText('workbook_binary'));
    if (main && /word\/|ppt\//.test(main))
      throw new Refusal(
        'invalid',
        fileText('not_a_workbook', { type: main.includes('word/') ? 'Word document' : 'PowerPoint presentation' }),
      );
  }
  if (zip.has('xl/workbook.xml')) return 'xl/workbook.xml';
  if (zip.has('xl/workbook.bin')) throw new Refusal('invalid', fileText('workbook_binary'));
  if (zip.has('content.xml')) throw new Refusal('invalid', fileText('workbook_opendocument'));
  if (zip.has('Index/Document.iwa')) throw new Refusal('invalid', fileText('workbook_numbers'));
  throw new Refusal('invalid', fileText('workbook_not_in_zip'));
}

export function relationsOf(part: string): string {
  const slash = part.lastIndexOf('/');
  return `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`;
}

/** Targets by relation id and, for the parts that occur once, by the last word of the relation's type. */
export async function relations(zip: ZipParts, rels: string, part: string): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  if (!zip.has(rels)) return targets;
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  await readXmlPart(await zip.stream(rels), {
    open(name, attributes) {
      if (name !== 'Relationship' || targets.size > READER_LIMITS.xlsxEntries) return;
      const target = resolved(folder, attributes['Target'] ?? '');
      targets.set(attributes['Id'] ?? '', target);
      targets.set((attributes['Type'] ?? '').replace(/^.*\//, ''), target);
    },
  });
  return targets;
}

function resolved(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

async function sheetList(
  zip: ZipParts,
  part: string,
  targets: ReadonlyMap<string, string>,
): Promise<{ sheets: Sheet[]; date1904: boolean }> {
  const sheets: Sheet[] = [];
  let date1904 = false;
  await readXmlPart(await zip.stream(part), {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = attributes['date1904'] === '1' || attributes['date1904'] === 'true';
      if (name !== 'sheet' || sheets.length >= READER_LIMITS.xlsxEntries) return;
      const id = Object.entries(attributes).find(([key]) => key === 'id' || key.endsWith(':id'))?.[1] ?? '';
      const target = targets.get(id) ?? '';
      if (zip.has(target))
        sheets.push({
          name: (attributes['name'] ?? '').slice(0, 31),
          part: target,
          hidden: (attributes['state'] ?? 'visible') !== 'visible',
        });
    },
  });
  return { sheets, date1904 };
}

async function sharedStrings(zip: ZipParts, part: string): Promise<string[]> {
  const strings: string[] = [];
  if (!zip.has(part)) return strings;
  let text = '';
  let inText = false;
  let phonetic = 0;
  let characters = 0;
  await readXmlPart(await zip.stream(part), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic++;
      inText = name === 't' && phonetic === 0;
    },
    text(piece) {
      if (!inText) return;
      text += piece;
      if (text.length > READER_LIMITS.xlsxCellCharacters) throw tooLong();
    },
    close(name) {
      inText = false;
      if (name === 'rPh') phonetic--;
      if (name !== 'si') return;
      strings.push(text);
      characters += text.length;
      if (strings.length > READER_LIMITS.xlsxSharedStrings || characters > READER_LIMITS.xlsxSharedCharacters) {
        throw new Refusal('limit', fileText('workbook_too_much_text'));
      }
    },
  });
  return strings;
}

export function tooLong(): Refusal {
  return new Refusal('limit', fileText('workbook_cell_too_long', { most: READER_LIMITS.xlsxCellCharacters }));
}

/** For each cell style (xf of cellXfs) whether it shows a day, and whether it is struck through. */
async function cellStyles(zip: ZipParts, part: string): Promise<Pick<Workbook, 'isDateStyle' | 'isStruckStyle'>> {
  const styles: boolean[] = [];
  const isStruckStyle: boolean[] = [];
  if (!zip.has(part)) return { isDateStyle: styles, isStruckStyle };
  /** Of the fonts in their order. */
  const struck: boolean[] = [];
  let inFonts = false;
  const custom = new Map<number, boolean>();
  let inCellStyles = false;
  await readXmlPart(await zip.stream(part), {
    open(name, attributes) {
      if (name === 'numFmt' && custom.size < READER_LIMITS.xlsxStyles)
        custom.set(
          Number(attributes['numFmtId']),
          showsDay((attributes['formatCode'] ?? '').slice(0, READER_LIMITS.xlsxFormatCode)),
        );
      else if (name === 'cellXfs') inCellStyles = true;
      else if (name === 'fonts') inFonts = true;
      else if (name === 'font' && inFonts && struck.length < READER_LIMITS.xlsxStyles) struck.push(false);
      else if (name === 'strike' && inFonts && struck.length > 0)
        struck[struck.length - 1] = !/^(?:0|false)$/.test(attributes['val'] ?? '1');
      else if (name === 'xf' && inCellStyles && styles.length < READER_LIMITS.xlsxStyles) {
        const format = Number(attributes['numFmtId'] ?? 0);
        styles.push(custom.get(format) ?? BUILT_IN_DATES.has(format));
        isStruckStyle.push(struck[Number(attributes['fontId'] ?? 0)] === true);
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false;
      else if (name === 'fonts') inFonts = false;
    },
  });
  return { isDateStyle: styles, isStruckStyle };
}

/**
 * A format code shows a day when a y or d, or an m that is not of minutes, is left after quoted text, escapes, colours
 * and conditions are taken out.
 */
export function showsDay(formatCode: string): boolean {
  const bare = formatCode
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[[^\]]*\]/g, '')
    .split(';', 1)[0]
    ?.toLowerCase();
  if (!bare || /general|[0#?]/.test(bare.replace(/ss\.0+/g, ''))) return false;
  return /[yd]/.test(bare) || (bare.includes('m') && !/[hs]/.test(bare));
}
