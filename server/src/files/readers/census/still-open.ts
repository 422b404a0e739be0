import { REFUSAL_REASON } from '@openbenefits/domain/files/census/headings/columns';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { openProblem } from '@openbenefits/domain/files/of-other-rows';
import type { TableRow } from './table-row.ts';

/** The columns of a list of refused rows that say why they were refused; undefined for any other list. */
export function reasonsIn(texts: readonly string[]): readonly number[] | undefined {
  const found = texts.flatMap((text, index) => (text.trim() === REFUSAL_REASON ? [index] : []));
  return found.length > 0 ? found : undefined;
}

/** What a row was refused for before and does not show itself. */
export const stillOpenIn = ({ cells }: TableRow, reasons: readonly number[]): RecordProblem[] =>
  reasons.flatMap((index) => openProblem(String(cells[index] ?? '')) ?? []);
