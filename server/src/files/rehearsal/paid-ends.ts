import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { monthsText } from '@openbenefits/domain/coverage/rescission';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { addRowRemarks } from './remarks-of-rows.ts';

type PaidEnd = { recordNo: number; memberId: string; months: CalendarDate[] };

/**
 * Marks the rows that end coverage in the past although the employee paid a share of it: every one is a question, and
 * together they hold the file (45 CFR 147.128; domain rules 4.10). `unpaid`: records that end it for non-payment. Also
 * counts missing members whose proposed last day is such a day.
 */
export async function markPaidEnds(
  tx: Tx,
  jobId: string,
  today: CalendarDate,
  unpaid: ReadonlySet<number>,
): Promise<number> {
  const { rows } = await sql<PaidEnd>`
    select c.record_no, c.member_id, array_agg(distinct x.month order by x.month) as months
    from file_changes c join members m on m.id = c.member_id
      cross join lateral employee_shares(array[coalesce(m.subscriber_id, m.id)],
        c.effective_date + (c.action = 'ended')::integer, ${today}::date) x
    where c.job_id = ${jobId} and not c.excluded and c.action in ('ended', 'voided', 'changed') and c.ends & line_bit(x.line) > 0
      and c.effective_date + (c.action = 'ended')::integer < ${today}::date
    group by c.record_no, c.member_id`.execute(tx);
  const paid = rows.filter(({ recordNo }) => !unpaid.has(recordNo));
  await addRowRemarks(
    tx,
    jobId,
    paid.map(({ recordNo, months }) => ({
      recordNo,
      remarks: [fileMessage('row_paid_coverage', { months: monthsText(months) })],
    })),
  );
  const missing = await sql<{ memberId: string }>`
    select distinct f.member_id from file_missing f cross join lateral employee_shares(array[f.subscriber_id], f.proposed_last_day + 1, ${today}::date) x
    where f.job_id = ${jobId} and f.proposed_last_day < ${addDays(today, -1)}::date and coalesce(f.line, x.line) = x.line`.execute(
    tx,
  );
  return new Set([...paid, ...missing.rows].map(({ memberId }) => memberId)).size;
}

/** Whether the selected rows of a file end coverage that was paid for, or a decided member's does. */
export async function endsPaidCoverage(tx: Tx, jobId: string, today: CalendarDate): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from file_changes c where c.job_id = ${jobId} and not c.excluded and c.remarks @> '[{"code": "row_paid_coverage"}]')
      or exists (select from file_missing f where f.job_id = ${jobId} and f.decision = 'end' and f.proposed_last_day < ${addDays(today, -1)}::date) as found`.execute(
    tx,
  );
  return rows[0]?.found ?? false;
}
