import { sql } from 'kysely';
import type { Tx } from './db/connect.ts';

/** ISA13 has nine digits; after 999,999,999 it begins again at 1, as the guides allow. */
const MOST = 999_999_999;

/**
 * The first of `count` control numbers in a row, for what we send; each is given once. A transaction that fails gives
 * its numbers back.
 */
export async function takeControlNumbers(tx: Tx, count: number): Promise<number> {
  const { rows } = await sql<{
    last: number;
  }>`insert into control_numbers (kind, last_number) values ('interchange', ${count})
    on conflict (tenant_id, kind) do update set last_number = case when control_numbers.last_number + ${count} > ${MOST} then ${count} else control_numbers.last_number + ${count} end
    returning last_number as last`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('No control number was given');
  return row.last - count + 1;
}
