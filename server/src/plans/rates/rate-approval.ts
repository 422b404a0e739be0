import { counted } from '@openbenefits/domain/counted';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Work } from '../../command.ts';
import { peopleWith } from '../../policy/people-with.ts';
import { notify } from '../../notifications/notifications.operations.ts';
import { faultsOf } from './rate-activation.ts';
import { lockedDraft, RATE_TABLE, type RateTableRecord, rateTableById } from './rate-table-record.ts';
import { lockPlan } from './rate-tables.operations.ts';

/** Others than the actor and the authors of a version who may activate it and can sign in. */
async function approversOf({ tx, actor }: Work, { authors }: RateTableRecord): Promise<string[]> {
  const holders = await peopleWith(tx, actor.tenantId, 'plans.activate', { groupId: null });
  return holders.map(({ id }) => id).filter((id) => id !== actor.id && !authors.includes(id));
}

/** Asks for the activation of a complete draft; a later change of the draft makes the request void. */
export async function askApproval(
  work: Work,
  input: { id: string; version: number },
): Promise<{ id: string; asked: number }> {
  const { tx, actor, now, note } = work;
  const plan = await lockPlan(tx, (await rateTableById(tx, input.id)).planId);
  const table = await lockedDraft(work, input.id, input.version);
  note({ targetKind: RATE_TABLE, targetId: table.id });
  const faults = await faultsOf(tx, table);
  if (faults.length > 0)
    throw new Refusal('state', `${counted(faults.length, 'problem')} of this version must be corrected first.`);
  if (table.approvalAskedVersion === table.version)
    throw new Refusal('state', `${table.approvalAskedByName} already asked for approval of this version.`);
  const approvers = await approversOf(work, table);
  if (approvers.length === 0)
    throw new Refusal(
      'state',
      'No other person has the permission “Activate Plans & Rates”. Ask a system administrator to add one.',
    );
  await tx
    .updateTable('rateTables')
    .set({ approvalAskedByName: actor.name, approvalAskedAt: now, approvalAskedVersion: table.version })
    .where('id', '=', table.id)
    .execute();
  for (const userId of approvers)
    await notify(tx, now, {
      severity: 'info',
      title: 'Rates Wait for Approval',
      body: `${actor.name} asks you to activate version ${table.versionNo} of the rates of ${plan.name}.`,
      link: `/plans/rates/${table.id}`,
      userId,
    });
  return { id: table.id, asked: approvers.length };
}
