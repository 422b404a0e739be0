import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { namedSince } from './named-since.ts';

/** People who lose coverage by what is chosen and decided of a held file; `job` is its id in SQL. */
export const losingCoverage = (
  job: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`(select count(distinct x.member_id) from (
  select c.member_id from file_changes c where c.job_id = ${job} and not c.excluded and c.action in ('ended', 'voided')
  union all select f.member_id from file_missing f where f.job_id = ${job} and f.decision = 'end' and f.change_id is null) x)`;

/** How many people lose coverage by a held file as it is chosen and decided. */
export async function losingOf(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ losing: number }>`select ${losingCoverage(sql`${id}::uuid`)}::integer as losing`.execute(
    tx,
  );
  return rows[0]?.losing ?? 0;
}

/**
 * How many people of a file (`j`) are decided to have left, or to lose a line, where that is to be posted
 * (end-missing.ts).
 */
export const endsToPost = sql<number>`select count(distinct f.member_id) from file_missing f join members m on m.id = f.member_id where f.job_id = j.id and f.decision = 'end' and f.change_id is null and not ${namedSince}
  and m.status not in ('terminated', 'inactive') and (f.line is not null or m.status <> 'pending_termination')`;
