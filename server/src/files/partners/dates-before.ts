import type { SenderMapping } from '@openbenefits/domain/files/census/mapping';
import type { DatesOf } from '@openbenefits/domain/files/census/values/date-styles';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';

/**
 * The mapping for refused rows of a file, whose dates are read as those of the whole file were: alone they may show no
 * order, or another one. `from`: the rows are those of the file that this one was resent from.
 */
export async function withDatesOf(
  tx: Tx,
  mapping: SenderMapping,
  jobId: string,
  from: 'own' | 'resent',
): Promise<SenderMapping> {
  const {
    rows: [job],
  } = await sql<{
    datesOf: DatesOf | null;
  }>`select o.facts->'datesOf' as dates_of from file_jobs j join file_jobs o on o.id = ${from === 'own' ? sql`j.id` : sql`j.resent_from`} where j.id = ${jobId}`.execute(
    tx,
  );
  return job?.datesOf ? { ...mapping, datesOf: job.datesOf } : mapping;
}
