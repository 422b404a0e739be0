import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';

/** Behind the element of a person, where no reader takes it for a part of it. */
const SAID = /<\?openbenefits-said ([A-Za-z0-9+/=]*)\?>$/;
/** Around a coverage that stands apart from its person in the file, with its line there. */
const APART = /<\?openbenefits-apart (\d+)\?>([^]*?)<\?openbenefits-apart-end\?>/g;

/**
 * An element as it is kept of somebody who may be refused: with what the elements around it say of the person, and the
 * lines of which elections elsewhere leave the person out. Given back alone, the element would say nothing of that.
 */
export function withSaid(raw: string, said: ReadonlyMap<CensusField, CellValue> | undefined): string {
  if (raw === '' || !said || said.size === 0) return raw;
  return `${raw}<?openbenefits-said ${Buffer.from(JSON.stringify([...said].map(([field, cell]) => [field, String(cell)])), 'utf8').toString('base64')}?>`;
}

/** A coverage from elsewhere in the file, as it is written into its person. */
export const setApart = (line: number, raw: string): string =>
  raw === '' ? '' : `<?openbenefits-apart ${line}?>${raw}<?openbenefits-apart-end?>`;

/** The element letter by letter as it was sent. */
export const asSent = (raw: string): string => raw.replace(SAID, '').replace(APART, '');

/** The element with the coverage from elsewhere in it, and without our marks. */
export const asGiven = (raw: string): string => raw.replace(SAID, '').replace(APART, '$2');

/** The coverage from elsewhere that was written into an element, with its place in the file. */
export const apartIn = (raw: string): { line: number; raw: string }[] =>
  Array.from(raw.matchAll(APART), ([, line, text = '']) => ({ line: Number(line), raw: text }));

export function saidIn(raw: string): [CensusField, string][] {
  const [, told] = SAID.exec(raw) ?? [];
  return told ? (JSON.parse(Buffer.from(told, 'base64').toString('utf8')) as [CensusField, string][]) : [];
}
