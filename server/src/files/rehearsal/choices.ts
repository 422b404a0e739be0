import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { sql } from 'kysely';
import { arrayOf } from '../../db/pg-arrays.ts';
import type { Tx } from '../../db/connect.ts';

/**
 * What somebody has chosen of a held file outlasts its being worked out again: what was left out stays left out, and
 * what was decided of missing people stays decided. The file then waits for an approval, whatever else held it.
 *
 * Rows of records that were left out are put aside under negative numbers while the others make room; the record of the
 * same number that speaks of the same person is left out then, or, where a mended row has moved the numbers, the one of
 * that person on the same line. Sets that were processed before are left out by the file's own doing
 * (`sets-before.ts`), and are found anew.
 */
const isAside = sql<boolean>`record_no < 0`;

/** To be called before the rows of a rehearsal make room. */
export async function putAside(tx: Tx, jobId: string): Promise<void> {
  await sql`update file_changes set record_no = -record_no, action = 'unchanged', what = '', effective_date = null, premium_change = 0, differences = null, others = 0, followers = null, lines = null, ends = 0, may_go_on = false, says_end = false
    where job_id = ${jobId} and excluded and not ${isAside} and exists (select from file_jobs where id = ${jobId} and reviews > 0 and not stops @> '[{"code": "sets_processed"}]')`.execute(
    tx,
  );
  await sql`delete from file_changes where job_id = ${jobId} and not ${isAside}`.execute(tx);
}

/**
 * To be called when every record has its row: records that were left out before are again, what was put aside goes, and
 * dependents who are new stay out with a subscriber who does.
 */
export async function takeBack(tx: Tx, jobId: string): Promise<void> {
  await sql`update file_changes c set excluded = true from file_changes a where c.job_id = ${jobId} and a.job_id = ${jobId} and c.record_no > 0 and a.record_no < 0 and c.person_label = a.person_label
    and (c.record_no = -a.record_no or (c.line = a.line and not exists (select from file_changes s where s.job_id = ${jobId} and s.record_no = -a.record_no and s.person_label = a.person_label)))`.execute(
    tx,
  );
  await sql`delete from file_changes where job_id = ${jobId} and ${isAside}`.execute(tx);
  await sql`update file_changes set excluded = true where job_id = ${jobId} and action = 'added' and not is_subscriber and not excluded
    and followers ?| (select array_agg(member_id::text) from file_changes where job_id = ${jobId} and excluded and is_subscriber and action = 'added')`.execute(
    tx,
  );
}

/** Whether anything is left out by now of what somebody had left out before. */
export async function isLeftOut(tx: Tx, jobId: string): Promise<boolean> {
  return (
    (await tx
      .selectFrom('fileChanges')
      .select('recordNo')
      .where('jobId', '=', jobId)
      .where('excluded', '=', true)
      .where('action', '<>', 'unchanged')
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

type Decision = { memberId: string; line: CoverageLine | null; decision: string; by: string | null };

/** What was decided of missing people; to be asked before they are looked for anew. */
export async function decisionsOn(tx: Tx, jobId: string): Promise<readonly Decision[]> {
  return tx
    .selectFrom('fileMissing')
    .select(['memberId', 'line', 'decision', 'decidedByName as by'])
    .where('jobId', '=', jobId)
    .where('decision', 'is not', null)
    .execute() as Promise<Decision[]>;
}

/** Decides the same of whoever is missing still, and says of how many. */
export async function decideAgain(tx: Tx, jobId: string, decided: readonly Decision[]): Promise<number> {
  if (decided.length === 0) return 0;
  const { numAffectedRows } =
    await sql`update file_missing f set decision = d.decision, decided_by_name = d.by from unnest(${arrayOf(
      'uuid',
      decided.map(({ memberId }) => memberId),
    )}, ${arrayOf(
      'text',
      decided.map(({ line }) => line),
    )}, ${arrayOf(
      'text',
      decided.map(({ decision }) => decision),
    )},
    ${arrayOf(
      'text',
      decided.map(({ by }) => by),
    )}) as d(member_id, line, decision, by) where f.job_id = ${jobId} and f.member_id = d.member_id and f.line is not distinct from d.line`.execute(
      tx,
    );
  return Number(numAffectedRows ?? 0n);
}
