import type { RefusedRow } from '@openbenefits/contract/refused-rows';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { CENSUS_FIELD_LABEL } from '@openbenefits/domain/files/census-fields';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { maskSsns } from './readers/mask-ssns.ts';
import { columnsOf, type Grid, gridOf, peopleOf } from './refused-grid.ts';
import { cellsOf, delimiterOf, type ListCell, type ListFormat, rowOf } from './refused-list.ts';
import { type GroupNames, loadGroupNames, loadPlanNames, type PlanNames, resolveNames } from './resolve-names.ts';
import { mappingOf } from './sender-mapping.ts';
import { headPlace, rawPlace } from './staged-record.ts';
import { NO_MAPPING } from '@openbenefits/domain/files/census-mapping';

const PROTECTED = ['name', 'ssn', 'date_of_birth', 'contact', 'coverage'];

type List = { grid: Grid; format: ListFormat; delimiter: string; status: string; groupId: string | null; partnerId: string | null };

/** The list that a job has read, for its refused rows. Throws a Refusal for a file that is none. */
async function listOfJob({ tx, services, actor, today }: Work, id: string, lock = false): Promise<List> {
  const job = await tx
    .selectFrom('fileJobs as j')
    .innerJoin('uploads as u', 'u.id', 'j.uploadId')
    .select(['j.status', 'j.groupId', 'j.partnerId', 'j.headEncrypted', 'u.format'])
    .where('j.id', '=', id)
    .$if(lock, (query) => query.forUpdate('j'))
    .executeTakeFirst();
  if (!job) throw new Refusal('not_found', 'This file does not exist, or you may not see it.');
  const { format, headEncrypted, ...rest } = job;
  if (format !== 'csv' && format !== 'xlsx') throw new Refusal('state', 'Only the rows of lists (CSV and Excel) are mended here. Download the refused records, correct them and send them again.');
  const head = headEncrypted ? services.vault.open(headEncrypted, headPlace(actor.tenantId, id)) : '';
  if (head === '') throw new Refusal('state', 'This file has no row of headings.');
  const delimiter = delimiterOf(head);
  const mapping = job.partnerId ? await mappingOf(tx, job.partnerId) : NO_MAPPING;
  return { ...rest, format, delimiter, grid: gridOf(cellsOf(format, head, delimiter), mapping, today) };
}

/** The last four digits are enough to know an SSN by; where it is what is wrong, all of it is needed to mend it. */
function shownCells({ fields }: Grid, cells: readonly ListCell[], wrong: readonly number[]): { cells: string[]; hidden: number[] } {
  const hidden: number[] = [];
  const shown = cells.map((cell, index) => {
    const text = String(cell ?? '');
    const masked = wrong.includes(index) ? text : maskSsns(text, fields[index] === 'ssn' || fields[index] === 'subscriberKey');
    if (masked !== text) hidden.push(index);
    return masked;
  });
  return { cells: shown, hidden };
}

/** Refusals that the row itself shows, or the names that it gives: whether they still hold is seen when it is judged again. */
const seenAgain = sql<boolean>`((not is_match and code <> 'group_unknown') or code in ('plan_unknown', 'plan_missing', 'plan_line', 'classKey_unknown', 'locationKey_unknown'))`;

type Refused = { line: number; recordNo: number; person: string; reason: string; isSeenAgain: boolean; fields: string[]; raw: string; mended: string | null; family: string | null; mendedBy: string | null };

/** Refused rows of a list in file order, with what is wrong in them. A row that holds several refused people comes once. */
export async function listRefusedRows(work: Work, input: { id: string; cursor?: string | undefined; limit: number }) {
  const { tx, services, actor, note } = work;
  const list = await listOfJob(work, input.id);
  const { grid, format, delimiter } = list;
  const after = input.cursor ? Number(decodeCursor(input.cursor, 1)[0]) : 0;
  const { rows } = await sql<Refused>`select line, min(record_no) as record_no, (array_agg(person_label order by record_no))[1] as person, string_agg(reason, ' ' order by record_no) as reason, bool_and(${seenAgain}) as is_seen_again, array_agg(field) as fields,
      (array_agg(raw_encrypted order by record_no))[1] as raw, (array_agg(mended_encrypted order by record_no))[1] as mended, (array_agg(family_encrypted order by record_no) filter (where family_by_place))[1] as family, max(mended_by_name) as mended_by
    from file_refusals where job_id = ${input.id} and line > ${after} group by line order by line limit ${input.limit + 1}`.execute(tx);
  const counted = await sql<{ total: number; mended: number }>`select count(distinct line) as total, count(distinct line) filter (where mended_encrypted is not null) as mended from file_refusals where job_id = ${input.id}`.execute(tx);
  const page = rows.slice(0, input.limit);
  const place = rawPlace(actor.tenantId, input.id);
  const names = await namesFor(work, list);
  const shown: RefusedRow[] = [];
  for (const { line, recordNo, person, reason, isSeenAgain, fields, raw, mended, family: sealed, mendedBy } of page) {
    const cells = cellsOf(format, services.vault.open(mended ?? raw, place), delimiter);
    const family = sealed && services.vault.open(sealed, place);
    const records = await peopleOf(grid, cells, family);
    // A word that was explained since, or a cell that was mended, may have been all that was wrong. What only other people told against it cannot be seen here.
    const found = problemsOf(records, names);
    const problems = found.length > 0 || mended || isSeenAgain ? found : [reason];
    const named = problems.length === 0 || mended ? [] : fields.flatMap((field) => columnsOf(grid, field, records[0]));
    const wrong = [...new Set([...named, ...records.flatMap((record) => record.problems.flatMap(({ field }) => columnsOf(grid, field, record)))])];
    shown.push({ recordNo, line, person, problems, ...shownCells(grid, cells, wrong), wrong, mendedBy });
  }
  note({ targetKind: 'file_job', targetId: input.id, fields: PROTECTED, itemCount: page.length });
  const { total = 0, mended = 0 } = counted.rows[0] ?? {};
  return {
    rows: shown,
    columns: grid.head.map((cell, index) => ({ heading: String(cell ?? ''), field: labelOf(grid, index) })),
    mended,
    total,
    next: rows.length > input.limit ? encodeCursor([page.at(-1)?.line ?? 0]) : null,
  };
}

const labelOf = ({ fields }: Grid, index: number): string | null => {
  const field = fields[index];
  return field ? CENSUS_FIELD_LABEL[field] : null;
};

type Names = { plans: PlanNames; group: GroupNames | undefined };

const namesFor = async ({ tx }: Work, { groupId, partnerId }: List): Promise<Names> => ({ plans: await loadPlanNames(tx, partnerId), group: groupId ? await loadGroupNames(tx, groupId) : undefined });

/** What is wrong with the people of a row: in itself, and in the names that it gives to plans, classes and locations. */
function problemsOf(records: readonly EnrollmentRecord[], { plans, group }: Names): string[] {
  if (records.length === 0) return ['Nobody is named in this row.'];
  return records.flatMap((record) => [...record.problems, ...(group ? resolveNames(record, plans, group).problems : [])].map(({ message }) => message));
}

/** Cells of a sheet stay numbers as long as nobody writes a text into them. */
const written = (text: string): ListCell => (text.trim() === '' ? null : text.trim());

/** Writes a text into a cell of a refused row, and with `alike` into all others whose cell holds that text. Throws a Refusal once the rows were sent again. */
export async function mendRow(work: Work, input: { id: string; recordNo: number; column: number; text: string; alike?: string | undefined }): Promise<{ mended: number; alike: number; problems: string[] }> {
  const { tx, services, actor, note } = work;
  const list = await listOfJob(work, input.id, true);
  const { grid, format, delimiter } = list;
  if (list.status !== 'completed') throw new Refusal('state', 'Refused rows are mended once the file has finished.');
  if (await tx.selectFrom('fileJobs').select('id').where('resentFrom', '=', input.id).executeTakeFirst()) throw new Refusal('conflict', 'The refused rows of this file were sent again already.');
  if (input.column >= grid.head.length) throw new Refusal('invalid', 'The file has no such column.', [{ path: 'column', message: 'The file has no such column.' }]);
  const place = rawPlace(actor.tenantId, input.id);
  const found = await tx.selectFrom('fileRefusals').select(['recordNo', 'line', 'rawEncrypted', 'mendedEncrypted', 'familyEncrypted', 'familyByPlace']).where('jobId', '=', input.id).execute();
  const rows = found.map(({ recordNo, line, rawEncrypted, mendedEncrypted, familyEncrypted, familyByPlace }) => ({ recordNo, line, family: familyByPlace && familyEncrypted ? services.vault.open(familyEncrypted, place) : null, cells: cellsOf(format, services.vault.open(mendedEncrypted ?? rawEncrypted, place), delimiter) }));
  const own = rows.find(({ recordNo }) => recordNo === input.recordNo);
  if (!own) throw new Refusal('not_found', 'This row was not refused.');
  const before = String(own.cells[input.column] ?? '');
  const holding = (text: string): number[] => [...new Set(rows.filter(({ line, cells }) => line !== own.line && String(cells[input.column] ?? '') === text).map(({ line }) => line))];
  const lines = new Set([own.line, ...(input.alike === undefined ? [] : holding(input.alike))]);
  const withText = (cells: readonly ListCell[]): ListCell[] => Array.from({ length: Math.max(cells.length, input.column + 1) }, (_, index) => (index === input.column ? written(input.text) : (cells[index] ?? null)));
  const mended = rows.filter(({ line }) => lines.has(line)).map(({ recordNo, cells }) => ({ recordNo, content: services.vault.seal(rowOf(format, withText(cells), delimiter), place) }));
  await sql`update file_refusals r set mended_encrypted = x.content, mended_by_name = ${actor.name} from unnest(${mended.map((one) => one.recordNo)}::int[], ${mended.map((one) => one.content)}::text[]) as x (record_no, content)
    where r.job_id = ${input.id} and r.record_no = x.record_no`.execute(tx);
  note({ targetKind: 'file_job', targetId: input.id, fields: PROTECTED, itemCount: lines.size });
  return { mended: lines.size, alike: holding(before).filter((line) => !lines.has(line)).length, problems: problemsOf(await peopleOf(grid, withText(own.cells), own.family), await namesFor(work, list)) };
}
