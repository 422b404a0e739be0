import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { FILE_FORMAT_LABEL, type FileFormat } from '@openbenefits/domain/files/file-format';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { peopleWith } from '../../policy/people-with.ts';
import { notify } from '../../notifications/notifications.operations.ts';
import { ask, withdrawRequest } from '../../approvals/approvals.operations.ts';
import { waitingRequest } from '../../approvals/approvals.queries.ts';
import { markConsulted } from '../../approvals/consulted.ts';
import { writeEvent } from '../queue/file-events.ts';
import { ENROLLMENT_FILE, endsOf } from './file-approval.ts';
import { losingOf } from './losing-coverage.ts';
import { queueSettings } from '../queue/queue-settings.ts';
import { endsToPost } from './losing-coverage.ts';

/** Others than the actor who may approve files and can sign in. */
async function others({ tx, actor }: Pick<Work, 'tx' | 'actor'>): Promise<string[]> {
  const people = await peopleWith(tx, actor.tenantId, 'files.process');
  return people.map(({ id }) => id).filter((id) => id !== actor.id);
}

/** Refuses what would leave every such file waiting for good. */
export async function requireSecondPerson(work: Work): Promise<void> {
  if ((await others(work)).length > 0) return;
  const message = fileText('second_approver_missing');
  throw new Refusal('invalid', message, [{ path: 'secondApprovalFrom', message }]);
}

/**
 * A first approval is of what was chosen then; who gave it is told when somebody else chooses anew. Of a file that is
 * applied it stays: both have approved that.
 */
export async function takeFirstBack({ tx, actor, now }: Pick<Work, 'tx' | 'actor' | 'now'>, id: string): Promise<void> {
  const first = await waitingRequest(tx, 'enrollment_file', id);
  if (first === null) return;
  await withdrawRequest({ tx }, 'enrollment_file', id, fileText('log_approval_withdrawn'));
  await writeEvent(tx, id, now, 'first_taken_back', fileText('log_approval_withdrawn'), actor.name);
  if (first.byId === actor.id) return;
  await notify(tx, now, {
    severity: 'warning',
    title: 'Approval Withdrawn',
    body: fileText('log_approval_changed', { format: FILE_FORMAT_LABEL[await formatOf(tx, id)], user: actor.name }),
    link: `/files/jobs/${id}`,
    userId: first.byId,
  });
}

async function formatOf(tx: Tx, id: string): Promise<FileFormat> {
  const { rows } = await sql<{ format: FileFormat }>`
    select u.format from file_jobs j join uploads u on u.id = j.upload_id where j.id = ${id}`.execute(tx);
  return rows[0]?.format ?? 'edi834';
}

/**
 * People of an applied file who are decided to have left, or to lose a line, and whose end is not posted; and who has
 * decided so where that waits for a second person.
 */
export async function endsWaiting(tx: Tx, id: string): Promise<{ people: number; by: string | null }> {
  const { rows } = await sql<{
    people: number;
    by: string | null;
  }>`select (${endsToPost}) as people, j.ends_approved_by as by from file_jobs j where j.id = ${id}`.execute(tx);
  return rows[0] ?? { people: 0, by: null };
}

/**
 * Whether two persons approve what an applied file ends of missing people: by all of it, what was posted and what is
 * decided, so many lose coverage as the settings say. One by one would else come to as many by one person.
 */
export async function wantsSecondForEnds(tx: Tx, id: string): Promise<boolean> {
  const { secondApprovalFrom } = await queueSettings(tx);
  if (secondApprovalFrom === null) return false;
  const { rows } = await sql<{
    losing: number;
  }>`select count(distinct x.member_id) as losing from (select c.member_id from file_changes c where c.job_id = ${id} and not c.excluded and c.action in ('ended', 'voided')
    union all select f.member_id from file_missing f where f.job_id = ${id} and f.decision = 'end') x`.execute(tx);
  return (rows[0]?.losing ?? 0) >= secondApprovalFrom;
}

/**
 * Whether an approval of a held file is the first of two: it is then asked for, and waits. Refused while one waits. Two
 * persons approve a file by which so many lose coverage as the queue's settings say (experience, change set).
 */
export async function asksSecond(work: Work, id: string, reason = ''): Promise<boolean> {
  const { tx, actor, now } = work;
  markConsulted(tx, 'enrollment_file');
  const { secondApprovalFrom } = await queueSettings(tx);
  if (secondApprovalFrom === null) return false;
  const losing = await losingOf(tx, id);
  if (losing < secondApprovalFrom) return false;
  const first = await waitingRequest(tx, 'enrollment_file', id);
  if (first)
    throw new Refusal(
      'state',
      first.byId === actor.id ? fileText('approved_by_you') : fileText('approved_first', { user: first.by }),
    );
  await ask(work, ENROLLMENT_FILE, id, reason);
  await sql`update file_jobs set reviews = reviews + 1 where id = ${id}`.execute(tx);
  await writeEvent(tx, id, now, 'approved_first', fileText('log_first_approval', { count: losing }), actor.name);
  return true;
}

/** Asks for a second person about ends that were decided after their file was applied; an earlier request is void. */
export async function askSecondForEnds(work: Work, id: string, people: number): Promise<void> {
  const { tx, actor, now } = work;
  const isFirst = (await waitingRequest(tx, 'enrollment_file', endsOf(id))) === null;
  await ask(work, ENROLLMENT_FILE, endsOf(id));
  if (isFirst)
    await writeEvent(tx, id, now, 'ends_decided', fileText('log_terminations_second', { count: people }), actor.name);
}
