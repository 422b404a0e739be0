import { guardedCell } from '@openbenefits/domain/files/guarded-cell';
import { fieldLabel } from '@openbenefits/domain/files/field-label';
import type { Work } from '../../command.ts';
import { edi834Of } from './refused-834.ts';
import { openRefused } from './refused-rows.ts';

const HEADINGS = ['Segment in the file sent', 'Segment in the refused members', 'Person', 'Field', 'Reason'];
const cell = (text: string): string => `"${guardedCell(text).replaceAll('"', '""')}"`;

/**
 * Why each member of an 834 was refused, as a list for people: X12 has no comments, and a segment that the guide does
 * not know would make the refused members a file that nobody can send. One row for each reason, with the places of the
 * member in both files. Names people: every download is audited.
 */
export async function refusedReasonsOf(work: Work, jobId: string): Promise<Buffer> {
  const { head, refused } = await openRefused(work, jobId);
  const { places } = edi834Of(head, refused, '');
  const rows = refused.flatMap(({ line, person, causes, field, reason }, index) =>
    (causes.length > 0 ? causes : [{ field, reason }]).map((cause) => [
      String(line),
      String(places[index] ?? ''),
      person,
      fieldLabel(cause.field),
      cause.reason,
    ]),
  );
  work.note({ targetKind: 'file_job', targetId: jobId, fields: ['name'], itemCount: refused.length });
  return Buffer.from(
    `\ufeff${[HEADINGS, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`,
    'utf8',
  );
}
