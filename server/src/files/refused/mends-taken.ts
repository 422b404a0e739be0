import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import type { Lease } from '../queue/file-lease.ts';
import { writeEvent } from '../queue/file-events.ts';
import { isStillCut, withLost } from '../readers/census/cut-rows.ts';
import { NONE_ADDED, withPlaces } from '../readers/census/added-headings.ts';
import { placeOfElement } from '../readers/mends.ts';
import { apartIn, asSent } from '../readers/xml/said-around.ts';
import type { ReaderTask } from '../readers/reader-messages.ts';
import { headPlace, rawPlace } from '../staging/staged-record.ts';
import { addedSince, COLUMNS_OF_JOB, type ColumnsOfJob, takenIn, withColumns } from './added-columns.ts';
import { cellsOf, delimiterOf, type ListCell, type ListFormat } from './refused-list.ts';
import { refusedWithMends } from './refused-rows.ts';

/** Rows that the log names one by one. */
const MOST_TOLD = 20;
/** Persons nested in a person come right after it. */
const FAMILY_AT_MOST = 200;

/**
 * A refused row with what was made of it: `raw` is what the last reading has found, `text` what stands there from now
 * on.
 */
type Row = {
  line: number;
  raw: string;
  text: string;
  isMended: boolean;
  by: string | null;
  columns: readonly string[];
  reason: string;
};
type Taken = { itemNo: number; line: number; sent: string | null; text: string };

/** Of a list a row is what it is by its line alone, of an 834 a member by its first segment. */
const placeOf = (format: FileFormat, line: number, raw: string): string =>
  format === 'xml' ? placeOfElement(line, asSent(raw)) : String(line);

type Job = { format: FileFormat; head: string; columns: ColumnsOfJob };

const JOB = ['u.format', 'j.headEncrypted', ...COLUMNS_OF_JOB] as const;
async function jobOf(
  tx: Tx,
  { vault }: Pick<Services, 'vault'>,
  { tenantId, jobId }: Omit<Lease, 'attempt'>,
): Promise<Job> {
  const { format, headEncrypted, ...columns } = await tx
    .selectFrom('fileJobs as j')
    .innerJoin('uploads as u', 'u.id', 'j.uploadId')
    .select(JOB)
    .where('j.id', '=', jobId)
    .executeTakeFirstOrThrow();
  return {
    format: format as FileFormat,
    head: headEncrypted ? vault.open(headEncrypted, headPlace(tenantId, jobId)) : '',
    columns,
  };
}

/**
 * A mended row as its reader takes it: of a list its cells, one for each heading unless what it had lost is lost still.
 */
function textOf(
  format: FileFormat,
  head: string,
  { text, raw: sent, reason }: Pick<Row, 'text' | 'raw' | 'reason'>,
): string {
  if (format !== 'csv' && format !== 'xlsx') return text;
  const delimiter = delimiterOf(head);
  const of = (raw: string) => cellsOf(format satisfies ListFormat, raw, delimiter);
  const written = of(text);
  const isCut = isStillCut(reason, written);
  // With a cell in a column that was added behind what it has lost, the row is as long as others: its marks say what it
  // has lost.
  const cells = isCut && written.length > of(sent).length ? withLost(reason, written) : written;
  const width = isCut ? cells.length : Math.max(cells.length, of(head).length);
  return JSON.stringify(Array.from({ length: width }, (_, index) => cells[index] ?? null));
}

/**
 * What was mended of a person's own element, and of each coverage that was written into it from elsewhere: each goes
 * where it stands in the file.
 */
function byPlaces(row: Row): Row[] {
  const [before, after] = [apartIn(row.raw), apartIn(row.text)];
  const apart = before.map((one, index): Row => {
    const text = after[index]?.raw ?? one.raw;
    return { ...row, ...one, text, isMended: row.isMended && text !== one.raw };
  });
  const own = { ...row, raw: asSent(row.raw), text: asSent(row.text) };
  return [
    { ...own, isMended: row.isMended && (own.text !== own.raw || !apart.some(({ isMended }) => isMended)) },
    ...apart,
  ];
}

/** Whoever stands in the element of somebody else who was refused is mended there, too, so that both are told alike. */
function writeIntoFamilies(rows: readonly Row[]): void {
  for (let index = rows.length - 1; index > 0; index -= 1) {
    const { raw, text, isMended } = rows[index] as Row;
    if (!isMended || raw === '') continue;
    const own = asSent(raw);
    const around = rows
      .slice(Math.max(0, index - FAMILY_AT_MOST), index)
      .findLast((row) => asSent(row.raw) !== own && row.raw.includes(own));
    if (!around) continue;
    around.text = around.text.replace(own, () => asSent(text));
    around.isMended = true;
  }
}

async function takenOf(
  tx: Tx,
  { vault }: Pick<Services, 'vault'>,
  { tenantId, jobId }: Omit<Lease, 'attempt'>,
): Promise<Taken[]> {
  const place = rawPlace(tenantId, jobId);
  const rows = await tx
    .selectFrom('fileMendsTaken')
    .select(['itemNo', 'line', 'sentEncrypted', 'mendedEncrypted'])
    .where('jobId', '=', jobId)
    .orderBy('itemNo')
    .execute();
  return rows.map(({ itemNo, line, sentEncrypted, mendedEncrypted }) => ({
    itemNo,
    line,
    sent: sentEncrypted && vault.open(sentEncrypted, place),
    text: vault.open(mendedEncrypted, place),
  }));
}

const told = ({ line, columns, by }: Row, word: string): string =>
  `${word} ${line.toLocaleString('en-US')}${columns.length > 0 ? ` (${columns.join(', ')})` : ''}${by ? ` by ${by}` : ''}`;

/** A line for the file's log: which rows, in which columns, by whom. Nothing that stands in them. */
function saidOf(format: FileFormat, rows: readonly Row[]): string {
  const word = format === 'edi834' ? 'segment' : 'line';
  const list = rows
    .slice(0, MOST_TOLD)
    .map((row) => told(row, word))
    .join('; ');
  const more = rows.length - MOST_TOLD;
  return more > 0
    ? fileText('log_corrections_more', { count: rows.length, rows: list, more })
    : fileText('log_corrections', { count: rows.length, rows: list });
}

/**
 * What was added to the list is read with it from here on, in the rows that were taken before, too: what one of them
 * holds beyond its headings is none of it.
 */
async function takeColumns(
  tx: Tx,
  { vault }: Pick<Services, 'vault'>,
  { tenantId, jobId }: Lease,
  columns: ColumnsOfJob,
  taken: readonly Taken[],
): Promise<void> {
  const added = addedSince(columns);
  for (const { itemNo, text } of taken) {
    const cells = JSON.parse(text) as ListCell[];
    const placed = withPlaces(cells, added, null);
    if (placed === cells) continue;
    const content = vault.seal(JSON.stringify(placed), rawPlace(tenantId, jobId));
    await tx
      .updateTable('fileMendsTaken')
      .set({ mendedEncrypted: content })
      .where('jobId', '=', jobId)
      .where('itemNo', '=', itemNo)
      .execute();
  }
  const columnsTaken = [...columns.columnsTaken, ...columns.columnsAdded];
  await tx.updateTable('fileJobs').set({ columnsTaken, columnsAdded: [] }).where('id', '=', jobId).execute();
}

/**
 * To be called when a file is read anew, before its refusals make room: what was mended of them goes into the file.
 * Does nothing where nothing was.
 */
export async function takeMends(tx: Tx, services: Pick<Services, 'vault' | 'clock'>, lease: Lease): Promise<void> {
  const { jobId } = lease;
  const {
    rows: [any],
  } =
    await sql`select from file_mends m join file_refusals r on r.job_id = m.job_id and r.record_no = m.record_no where m.job_id = ${jobId} limit 1`.execute(
      tx,
    );
  if (!any) return;
  const { format, head: read, columns } = await jobOf(tx, services, lease);
  const { head, opened } = withColumns(format, read, columns);
  const place = rawPlace(lease.tenantId, jobId);
  const found = await refusedWithMends(tx, jobId)
    .select(['r.line', 'r.reason', 'r.rawEncrypted', 'm.mendedEncrypted', 'm.mendedByName', 'm.columns'])
    .orderBy('r.recordNo')
    .execute();
  const rows = new Map<string, Row>();
  for (const { line, reason, rawEncrypted, mendedEncrypted, mendedByName, columns: written } of found) {
    const raw = opened(services.vault.open(rawEncrypted, place));
    const text = mendedEncrypted ? services.vault.open(mendedEncrypted, place) : raw;
    const row: Row = {
      line,
      raw,
      reason,
      text,
      isMended: mendedEncrypted !== null,
      by: mendedByName,
      columns: written ?? [],
    };
    for (const part of format === 'xml' ? byPlaces(row) : [row]) {
      const key = placeOf(format, part.line, part.raw);
      // The people of one row, or of one element, have it in common.
      if (!rows.get(key)?.isMended) rows.set(key, part);
    }
  }
  const all = [...rows.values()];
  const byHand = all.filter(({ isMended }) => isMended);
  if (format === 'xml') writeIntoFamilies(all);
  const taken = await takenOf(tx, services, lease);
  if (columns.columnsAdded.length > 0) await takeColumns(tx, services, lease, columns, taken);
  // What was mended before and is refused still is known by how it stands there now.
  const known = new Map(taken.map(({ itemNo, line, sent, text }) => [placeOf(format, line, text), { itemNo, sent }]));
  const items = all
    .filter(({ isMended }) => isMended)
    .map((row, index) => {
      const before = known.get(placeOf(format, row.line, row.raw));
      const sent = format === 'xml' ? (before?.sent ?? row.raw) : null;
      return {
        itemNo: before?.itemNo ?? taken.length + index + 1,
        line: row.line,
        sent: sent && services.vault.seal(sent, place),
        text: services.vault.seal(textOf(format, head, row), place),
      };
    });
  await sql`insert into file_mends_taken (job_id, item_no, line, sent_encrypted, mended_encrypted) select ${jobId}, x.* from unnest(${items.map(({ itemNo }) => itemNo)}::int[], ${items.map(({ line }) => line)}::int[], ${items.map(({ sent }) => sent)}::text[], ${items.map(({ text }) => text)}::text[]) as x
    on conflict (tenant_id, job_id, item_no) do update set mended_encrypted = excluded.mended_encrypted`.execute(tx);
  await writeEvent(tx, jobId, services.clock.now(), 'mended', saidOf(format, byHand));
}

/** What stands in the place of what was sent, for whoever reads the file. */
export async function loadMends(
  tx: Tx,
  services: Pick<Services, 'vault'>,
  lease: Omit<Lease, 'attempt'>,
): Promise<Pick<ReaderTask, 'mended' | 'head' | 'added'>> {
  const taken = await takenOf(tx, services, lease);
  if (taken.length === 0) return { mended: [], head: '', added: NONE_ADDED };
  const { format, head, columns } = await jobOf(tx, services, lease);
  return {
    mended: taken.map(({ line, sent, text }) => [placeOf(format, line, sent ?? ''), text] as const),
    head: format === 'edi834' ? head : '',
    added: takenIn(columns),
  };
}

/** How many refused rows of a job `j`, whose upload is `u`, were mended and do not stand in the file yet. */
export const mendsWaiting: RawBuilder<number> = sql<number>`select count(distinct case when u.format in ('csv', 'xlsx') then r.line else r.record_no end) from file_mends m join file_refusals r on r.job_id = m.job_id and r.record_no = m.record_no where m.job_id = j.id`;

/** Whether anything of a file stands as it was mended here. */
export async function hasMends(tx: Tx, jobId: string): Promise<boolean> {
  return (
    (await tx.selectFrom('fileMendsTaken').select('itemNo').where('jobId', '=', jobId).limit(1).executeTakeFirst()) !==
    undefined
  );
}
