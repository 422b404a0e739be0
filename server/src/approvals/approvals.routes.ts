import { APPROVAL_SUBJECTS } from '@openbenefits/domain/approvals/subjects';
import { Refusal } from '@openbenefits/domain/refusal';
import { api } from '../api.ts';
import { command, query, type Work } from '../command.ts';
import { requirePermission } from '../policy/actor.ts';
import { approve, reject, withdraw } from './approvals.operations.ts';
import { approvalById, countApprovals, getApproval, listApprovals } from './approvals.queries.ts';

/** The approval with its subject, for somebody who may decide about it. */
async function decidable(work: Work, id: string) {
  const { kind, subjectId, title } = await approvalById(work, id);
  requirePermission(work.actor, APPROVAL_SUBJECTS[kind].approves);
  work.note({ targetKind: 'approval', targetId: id, reason: title });
  return { subject: work.services.approvals.subjectOf(kind), subjectId };
}

async function approveById(
  work: Work,
  { id, digest, reason }: { id: string; digest: string; reason?: string | undefined },
): Promise<{ id: string }> {
  const { subject, subjectId } = await decidable(work, id);
  const { approvalId } = await approve(work, subject, { subjectId, digest, reason });
  if (approvalId !== id) throw new Refusal('stale', 'It was asked for again meanwhile. Look at it again.');
  return { id };
}

async function rejectById(work: Work, { id, reason }: { id: string; reason: string }): Promise<{ id: string }> {
  const { subject, subjectId } = await decidable(work, id);
  await reject(work, subject, { subjectId, reason });
  return { id };
}

async function withdrawById(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const { kind, subjectId, isOwn, status, title } = await approvalById(work, id);
  if (!isOwn) throw new Refusal('forbidden', 'Only the one who asked for it takes it back.');
  if (status !== 'waiting') throw new Refusal('state', 'Nothing of it waits for approval any more.');
  work.note({ targetKind: 'approval', targetId: id, reason: title });
  await withdraw(work, kind, subjectId, 'Withdrawn by the requester');
  await work.services.approvals.subjectOf(kind).giveUp(work, subjectId, 'Withdrawn');
  return { id };
}

export const approvalRoutes = {
  list: api.approvals.list.handler(query(listApprovals)),
  count: api.approvals.count.handler(query(countApprovals)),
  get: api.approvals.get.handler(query(getApproval)),
  approve: api.approvals.approve.handler(command(approveById)),
  reject: api.approvals.reject.handler(command(rejectById)),
  withdraw: api.approvals.withdraw.handler(command(withdrawById)),
};
