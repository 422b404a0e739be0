import type { FileJob } from '@openbenefits/contract/files';
import { fieldLabel } from '@openbenefits/domain/files/field-label';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { type ExportTable, tableBytes } from '../../downloads/table-file.ts';
import { pricingOf } from '../../coverage/rating-ages.ts';
import { filePremiums, wasPosted } from '../rehearsal/premiums/posted-premiums.ts';
import { fileJob } from '../file-jobs.queries.ts';
import { listCauses } from '../refused/refusal-causes.queries.ts';
import { listEvents } from './file-events.ts';
import { ownValue } from '@openbenefits/domain/own-value';

const PAGE = 1000;
/** Refused records that the printed report lists; the CSV holds all. */
export const PRINTED_REFUSALS = 500;

type Refused = { line: number; person: string; field: string; reason: string };
export type FileReport = {
  job: FileJob;
  premiums: Awaited<ReturnType<typeof filePremiums>>;
  refused: readonly Refused[];
  causes: readonly { reason: string; records: number }[];
  missing: { ended: number; kept: number; undecided: number };
  leftOut: number;
  events: Awaited<ReturnType<typeof listEvents>>;
};

/**
 * What became of a file, for print: figures, stops, decisions and refused records. Names, but no SSN and no birth date.
 */
export async function fileReport(work: Work, jobId: string): Promise<FileReport> {
  const { tx, note } = work;
  const job = await fileJob(work, jobId);
  const { rows } =
    await sql<Refused>`select line, person_label as person, field, reason from file_refusals where job_id = ${jobId} order by record_no limit ${PRINTED_REFUSALS}`.execute(
      tx,
    );
  const decided = await sql<{ ended: number; kept: number; undecided: number; leftOut: number }>`
    select count(distinct member_id) filter (where decision = 'end') as ended, count(distinct member_id) filter (where decision = 'keep') as kept, count(distinct member_id) filter (where decision is null) as undecided,
      (select count(*) from file_changes where job_id = ${jobId} and excluded and action <> 'unchanged') as left_out from file_missing where job_id = ${jobId}`.execute(
    tx,
  );
  const { leftOut, ...missing } = decided.rows[0] ?? { ended: 0, kept: 0, undecided: 0, leftOut: 0 };
  const causes = job.refused > 0 ? await listCauses(work, { id: jobId }) : [];
  note({ targetKind: 'file_job', targetId: jobId, fields: ['name', 'premium'], itemCount: rows.length });
  return {
    job,
    premiums: await filePremiums(pricingOf(work), jobId),
    refused: rows.map((row) => ({ ...row, field: fieldLabel(row.field) })),
    causes,
    missing,
    leftOut,
    events: (await listEvents(tx, jobId)).toReversed(),
  };
}

type Line = {
  recordNo: number;
  isRefusal: boolean;
  line: number;
  person: string;
  groupName: string | null;
  kind: string | null;
  outcome: string;
  what: string;
  field: string | null;
  effective: string | null;
  premiumChange: number | null;
  leftOut: boolean;
};

const OUTCOME: Readonly<Record<string, string>> = {
  added: 'Added',
  changed: 'Changed',
  ended: 'Ended',
  reinstated: 'Reinstated',
  voided: 'Voided',
  unchanged: 'No change',
  refused: 'Refused',
  waits: 'Not Posted',
};

/**
 * Every record of the file in its order, page after page: what it does or did, or why it was refused, which may be
 * known only when the file is posted.
 */
async function* linesOf(
  tx: Tx,
  { id: jobId, premium }: Pick<FileJob, 'id' | 'premium'>,
  onRows: (count: number) => void,
): AsyncGenerator<readonly Line[]> {
  const isPart = premium?.ofPart === true;
  let [after, afterRefusal] = [-1, true];
  for (let more = true; more;) {
    const { rows } = await sql<Line>`
      select * from (
        select record_no, false as is_refusal, line, person_label as person, (select g.company_name from groups g where g.id = c.group_id) as group_name, case when is_subscriber then 'Subscriber' else 'Dependent' end as kind, case when ${isPart} and not c.excluded and c.action <> 'unchanged' and not ${wasPosted} then 'waits' else action end as outcome, what, null as field, effective_date as effective, premium_change, excluded as left_out
          from file_changes c where job_id = ${jobId} and record_no >= ${after}
            and not exists (select from file_refusals r where r.job_id = ${jobId} and r.record_no = c.record_no)
        union all
        select record_no, true, line, person_label, null, null, 'refused', reason, field, null, null, false from file_refusals where job_id = ${jobId} and record_no >= ${after}
      ) r where (record_no, is_refusal) > (${after}::int, ${afterRefusal}::boolean) order by record_no, is_refusal limit ${PAGE}`.execute(
      tx,
    );
    const last = rows.at(-1);
    if (last) {
      onRows(rows.length);
      yield rows;
      [after, afterRefusal] = [last.recordNo, last.isRefusal];
    }
    more = rows.length === PAGE;
  }
}

/**
 * The same as CSV with every record; `onRows` is told how many have left. Of a file that waits, or was rejected, it is
 * what the rehearsal has found; of one that stopped midway it tells what was not posted.
 */
export function fileReportCsv(
  tx: Tx,
  { id, group, format, status, premium }: FileJob,
  onRows: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  const table: ExportTable<Line> = {
    sheet: 'File report',
    batches: linesOf(tx, { id, premium }, onRows),
    columns: [
      { header: format === 'edi834' ? 'Segment' : 'Line', kind: 'number', value: ({ line }) => line },
      { header: 'Person', value: ({ person }) => person },
      ...(group === null ? [{ header: 'Group', value: ({ groupName }: Line) => groupName }] : []),
      { header: 'Relationship', value: ({ kind }) => kind },
      {
        header: status === 'held' || status === 'rejected' ? 'Outcome if Posted' : 'Outcome',
        value: ({ outcome }) => ownValue(OUTCOME, outcome) ?? outcome,
      },
      { header: 'What', value: ({ what }) => what },
      { header: 'Field', value: ({ field }) => (field === null ? null : fieldLabel(field)) },
      { header: 'Effective Date', kind: 'date', value: ({ effective }) => effective },
      { header: 'Premium Change a Month', kind: 'money', value: ({ premiumChange }) => premiumChange },
      { header: 'Left Out', value: ({ leftOut }) => (leftOut ? 'Yes' : null) },
    ],
  };
  return tableBytes(table, 'csv');
}
