import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { UsedReference } from '@openbenefits/domain/files/safety-stops';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { addRemark } from './missing/missing-people.ts';
import { tookAnybody } from './took-anybody.ts';

/**
 * BGN01: a resubmission (15) repeats the reference of what it sends again; an information copy (22) is never posted.
 */
const REPEATS_ON_PURPOSE: ReadonlySet<string> = new Set(['15', '22']);

const referencesOf = (sets: FileFacts['transactionSets']): string[] =>
  [...new Set(sets.map(({ reference }) => reference.trim()))].filter((reference) => reference !== '');

/** Writes down by which references the file is known again. */
export async function noteReferences(tx: Tx, jobId: string, facts: Pick<FileFacts, 'transactionSets'>): Promise<void> {
  const rows = referencesOf(facts.transactionSets).map((reference) => ({ jobId, reference }));
  await tx.deleteFrom('fileReferences').where('jobId', '=', jobId).execute();
  if (rows.length > 0) await tx.insertInto('fileReferences').values(rows).execute();
}

/**
 * The newest file of the same sender that was posted under a reference of these sets (domain rules 4.1, BGN02); null
 * where there is none.
 */
export async function usedReference(
  tx: Tx,
  jobId: string,
  partnerId: string,
  sets: FileFacts['transactionSets'],
): Promise<UsedReference | null> {
  const own = referencesOf(sets.filter(({ purpose }) => !REPEATS_ON_PURPOSE.has(purpose)));
  if (own.length === 0) return null;
  const { rows } =
    await sql<UsedReference>`select r.reference, to_char(p.created_at, 'MM/DD/YYYY') as at, p.id as file from file_references r join file_jobs p on p.id = r.job_id
    where r.reference = any (${own}::text[]) and p.id <> ${jobId} and p.partner_id = ${partnerId} and p.resent_from is null and p.status = 'completed' and ${tookAnybody} order by p.created_at desc limit 1`.execute(
      tx,
    );
  return rows[0] ?? null;
}

/**
 * Tells which reference several sets of the file have. Each is taken, since senders write one for all sets of a file;
 * one that is sent again in the same file, to replace the other, would be taken beside it without a word.
 */
export async function remarkOnSharedReferences(
  tx: Tx,
  jobId: string,
  { transactionSets }: Pick<FileFacts, 'transactionSets'>,
): Promise<void> {
  const sets = transactionSets.filter(
    ({ purpose, reference, isTwice }) => !isTwice && !REPEATS_ON_PURPOSE.has(purpose) && reference.trim() !== '',
  );
  const shared = [...Map.groupBy(sets, ({ sender, reference }) => `${sender} ${reference.trim()}`).values()].filter(
    ({ length }) => length > 1,
  );
  const [first] = shared;
  if (!first) return;
  await addRemark(
    tx,
    jobId,
    fileMessage('sets_same_reference', { reference: first[0]?.reference.trim() ?? '' }),
    shared.reduce((sum, { length }) => sum + length, 0),
  );
}
