import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { setImmediate } from 'node:timers/promises';
import { type AddedColumn, ColumnsToAdd, headingOf } from '@openbenefits/domain/files/census/headings/added-columns';
import { CENSUS_FIELD_GROUPS } from '@openbenefits/domain/files/census/headings/fields';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Work } from '../../command.ts';
import { NO_MAPPING } from '@openbenefits/domain/files/census/mapping';
import { mappingOf } from '../partners/sender-mapping.ts';
import { READER_LIMITS } from '../readers/limits.ts';
import { headPlace, rawPlace } from '../staging/staged-record.ts';
import { COLUMNS_OF_JOB, type ColumnsOfJob, rowWithPlaces, withColumns } from './added-columns.ts';
import { requireMendable } from './refused-grid.operations.ts';
import { cellsOf, delimiterOf, type ListFormat } from './refused-list.ts';

type List = {
  format: ListFormat;
  status: string;
  head: string;
  width: number;
  columns: ColumnsOfJob;
  toAdd: ColumnsToAdd;
};

/** The list of a job with the columns that it has by now, and those that it can be given. */
async function listOfJob({ tx, services, actor }: Work, id: string, lock: boolean): Promise<List> {
  const job = await tx
    .selectFrom('fileJobs as j')
    .innerJoin('uploads as u', 'u.id', 'j.uploadId')
    .select(['j.status', 'j.partnerId', 'j.headEncrypted', 'u.format', ...COLUMNS_OF_JOB])
    .where('j.id', '=', id)
    .$if(lock, (query) => query.forUpdate('j'))
    .executeTakeFirst();
  if (!job) throw new Refusal('not_found', fileText('file_not_found'));
  const { format, headEncrypted, status, partnerId, ...columns } = job;
  if ((format !== 'csv' && format !== 'xlsx') || headEncrypted === null)
    throw new Refusal('state', fileText('add_column_format'));
  const { head } = withColumns(format, services.vault.open(headEncrypted, headPlace(actor.tenantId, id)), columns);
  const headings = cellsOf(format, head, delimiterOf(head)).map((cell) => String(cell ?? ''));
  const mapping = partnerId ? await mappingOf(tx, partnerId) : NO_MAPPING;
  return { format, status, head, width: headings.length, columns, toAdd: new ColumnsToAdd(headings, mapping.columns) };
}

/** The columns that a list can be given, where its refused rows can still be mended; undefined for any other file. */
export async function mendableList(work: Work, id: string): Promise<ColumnsToAdd | undefined> {
  const job = await work.tx
    .selectFrom('fileJobs as j')
    .innerJoin('uploads as u', 'u.id', 'j.uploadId')
    .select('j.id')
    .where('j.id', '=', id)
    .where('j.status', 'in', ['completed', 'held'])
    .where('u.format', 'in', ['csv', 'xlsx'])
    .where('j.headEncrypted', 'is not', null)
    .where((where) =>
      where.not(where.exists(where.selectFrom('fileJobs as r').select('r.id').whereRef('r.resentFrom', '=', 'j.id'))),
    )
    .executeTakeFirst();
  return job && (await listOfJob(work, id, false)).toAdd;
}

const aboutOf = ({ field }: AddedColumn) =>
  CENSUS_FIELD_GROUPS.find(({ fields }) => fields.some(([one]) => one === field))?.about ?? 'person';

/** The columns that a list can be given beside those that it has. */
export async function columnsToAdd(work: Work, input: { id: string }) {
  const { toAdd } = await listOfJob(work, input.id, false);
  const found: { heading: string; about: ReturnType<typeof aboutOf> }[] = [];
  for (const one of toAdd.all()) {
    found.push({ heading: one.heading, about: aboutOf(one) });
    // Others are answered meanwhile.
    await setImmediate();
  }
  return found;
}

/**
 * Gives the refused rows of a list a column for something that it has none for: behind the others, and empty. Where
 * somebody else has just added it, it is that one. Throws a Refusal for what cannot be added beside the columns that
 * are there, and once the rows were sent again.
 */
export async function addColumn(work: Work, input: { id: string; heading: string }): Promise<{ column: number }> {
  const { tx, note } = work;
  const list = await listOfJob(work, input.id, true);
  const { columnsAt, columnsTaken, columnsAdded } = list.columns;
  await requireMendable(tx, input.id, list);
  const all = [...columnsTaken, ...columnsAdded];
  const at = all.length > 0 ? columnsAt : list.width;
  const there = all.findIndex((heading) => heading === headingOf({ heading: input.heading }));
  if (there >= 0) return { column: at + there };
  const refused = (message: string): Refusal => new Refusal('invalid', message, [{ path: 'heading', message }]);
  const column = list.toAdd.called(input.heading);
  if (!column) throw refused(fileText('column_exists'));
  if (list.width >= READER_LIMITS.columns)
    throw refused(fileText('census_columns_most', { most: READER_LIMITS.columns }));
  const added = { at: at + all.length, headings: [headingOf(column)] };
  await placeInMends(work, input.id, list, added);
  await tx
    .updateTable('fileJobs')
    .set({ columnsAt: at, columnsAdded: [...columnsAdded, ...added.headings] })
    .where('id', '=', input.id)
    .execute();
  note({ targetKind: 'file_job', targetId: input.id, fields: [column.field], itemCount: 0 });
  return { column: added.at };
}

/** Rows that were mended before, and hold more cells than the list has headings: those are none of what is added. */
async function placeInMends(
  { tx, services, actor }: Work,
  id: string,
  { format, head }: List,
  added: { at: number; headings: string[] },
): Promise<void> {
  const place = rawPlace(actor.tenantId, id);
  const mends = await tx
    .selectFrom('fileMends')
    .select(['recordNo', 'mendedEncrypted'])
    .where('jobId', '=', id)
    .execute();
  for (const { recordNo, mendedEncrypted } of mends) {
    const raw = services.vault.open(mendedEncrypted, place);
    const placed = rowWithPlaces(format, raw, delimiterOf(head), added);
    if (placed === raw) continue;
    await tx
      .updateTable('fileMends')
      .set({ mendedEncrypted: services.vault.seal(placed, place) })
      .where('jobId', '=', id)
      .where('recordNo', '=', recordNo)
      .execute();
  }
}
