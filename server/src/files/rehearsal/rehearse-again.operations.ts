import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { originalGoneText } from '../files.operations.ts';
import { writeEvent } from '../queue/file-events.ts';
import { mendsWaiting } from '../refused/mends-taken.ts';
import { PROTECTED } from '../refused/refused-rows.ts';
import { takeFirstBack } from './second-approval.ts';

type Reading = {
  /** It was read, or answered, otherwise than its sender's profile says by now. */
  otherwise: boolean;
  /** Refused records of it that were mended and do not stand in it yet. */
  mended: number;
};

/** What speaks for reading a held file anew; nothing where the original is gone. */
async function readingOf(tx: Tx, id: string): Promise<Reading> {
  const { rows } =
    await sql<Reading>`select coalesce((j.facts->>'endDayNotCovered')::boolean, false) <> coalesce(p.end_day_not_covered, false) 
      or coalesce(j.facts->>'beyondGuide', '["LIF"]')::jsonb <> coalesce(to_jsonb(p.beyond_guide), '["LIF"]') or j.stops @> '[{"code": "other_receiver"}]' as otherwise, (${mendsWaiting}) as mended
    from file_jobs j left join trading_partners p on p.id = j.partner_id join uploads u on u.id = j.upload_id where j.id = ${id} and u.deleted_at is null`.execute(
      tx,
    );
  return rows[0] ?? { otherwise: false, mended: 0 };
}

/**
 * Puts a held file back into the queue, to be judged by the profile as it is now; read again where records of it were
 * mended, or where the profile says by now what its ends are, which codes are taken, or to whom it may be addressed (it
 * is answered again, too). Says how many were mended.
 */
export async function rehearseAgain({ tx, actor, now, services }: Work, id: string, why: string): Promise<number> {
  const { otherwise, mended } = await readingOf(tx, id);
  const isReadAgain = otherwise || mended > 0;
  await takeFirstBack({ tx, actor, now }, id);
  if (isReadAgain) await tx.deleteFrom('importPacks').where('jobId', '=', id).execute();
  await tx
    .updateTable('fileJobs')
    .set({ status: 'queued', stage: isReadAgain ? 'waiting' : 'rehearsing', leaseOwner: null, leasedUntil: null })
    .where('id', '=', id)
    .execute();
  await writeEvent(tx, id, now, 'retried', why, actor.name);
  await services.queue.add(tx, { tenantId: actor.tenantId, jobId: id }, 'high');
  return mended;
}

/**
 * Works a held file out anew, by the group and the sender's profile as they are now, with what was mended of it in the
 * place of what was sent; what somebody has chosen of it stays (choices.ts).
 */
export async function rehearseHeld(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const job = await work.tx.selectFrom('fileJobs').select('status').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!job) throw new Refusal('not_found', fileText('file_not_found'));
  if (job.status !== 'held') throw new Refusal('state', fileText('file_not_held'));
  const mended = await rehearseAgain(work, id, fileText('log_preview_refreshed'));
  work.note({ targetKind: 'file_job', targetId: id, ...(mended > 0 && { fields: PROTECTED, itemCount: mended }) });
  return { id };
}

/**
 * Reads a file that is held because it names another group than the chosen one from its beginning, as if none had been
 * chosen. A file whose people are of groups that only it names is seen by nobody who works on assigned ones, so they
 * cannot give theirs away.
 */
export async function takeNamedGroup(
  { tx, actor, now, services, note }: Work,
  { id }: { id: string },
): Promise<{ id: string }> {
  const job = await tx
    .selectFrom('fileJobs as j')
    .innerJoin('uploads as u', 'u.id', 'j.uploadId')
    .select([
      'j.uploadId',
      'j.status',
      'u.deletedAt',
      sql<boolean>`j.stops @> '[{"code": "other_group"}]'`.as('namesAnother'),
    ])
    .where('j.id', '=', id)
    .forUpdate('j')
    .executeTakeFirst();
  if (!job) throw new Refusal('not_found', fileText('file_not_found'));
  if (job.status !== 'held' || !job.namesAnother) throw new Refusal('state', fileText('group_not_held'));
  if (job.deletedAt) throw new Refusal('state', originalGoneText);
  await takeFirstBack({ tx, actor, now }, id);
  await tx.deleteFrom('importPacks').where('jobId', '=', id).execute();
  await tx.updateTable('uploads').set({ groupId: null }).where('id', '=', job.uploadId).execute();
  await tx
    .updateTable('fileJobs')
    .set({
      status: 'queued',
      stage: 'waiting',
      groupId: null,
      groupFromFile: false,
      leaseOwner: null,
      leasedUntil: null,
    })
    .where('id', '=', id)
    .execute();
  await writeEvent(tx, id, now, 'retried', fileText('log_named_group'), actor.name);
  await services.queue.add(tx, { tenantId: actor.tenantId, jobId: id }, 'high');
  note({ targetKind: 'file_job', targetId: id });
  return { id };
}
