import { addDays, formatDate } from '@openbenefits/domain/calendar-date';
import { counted } from '@openbenefits/domain/counted';
import { RATING_METHOD_LABEL } from '@openbenefits/domain/plans/rate-table';
import { Refusal } from '@openbenefits/domain/refusal';
import { approveUnasked, ask } from '../../approvals/approvals.operations.ts';
import { waitingRequest } from '../../approvals/approvals.queries.ts';
import type { ApprovalSubject, Described } from '../../approvals/subject.ts';
import type { Work } from '../../command.ts';
import { peopleWith } from '../../policy/people-with.ts';
import { activateNow, faultsOf } from './rate-activation.ts';
import { cellsOfTables, lockedDraft, RATE_TABLE, type RateTableRecord, rateTableById } from './rate-table-record.ts';
import { lockPlan } from './rate-tables.operations.ts';
import { activationOf } from './rate-tables.queries.ts';

/** Everything of a version that prices are made of: its period, its settings and all of its cells. */
async function describe({ tx }: Work, id: string): Promise<Described> {
  const { planId } = await rateTableById(tx, id);
  const plan = await lockPlan(tx, planId);
  const { versionNo, method, methodology, from, until, settings, source, authors } = await rateTableById(tx, id, true);
  const cells = ((await cellsOfTables(tx, [id])).get(id) ?? [])
    .map(({ place, kind, ageFrom, ageTo, amount, entered }) => ({ place, kind, ageFrom, ageTo, amount, entered }))
    .toSorted((a, b) => a.place - b.place || (a.kind < b.kind ? -1 : 1));
  return {
    groupId: null,
    title: `Version ${versionNo} of the rates of ${plan.name}`,
    link: `/plans/rates/${id}`,
    cents: null,
    authors,
    content: { planId, versionNo, method, methodology, from, until, settings, cells },
    facts: [
      { label: 'Plan', value: plan.name },
      { label: 'Version', value: String(versionNo) },
      { label: 'From', value: formatDate(from) },
      { label: 'Until', value: until === null ? 'the next version' : formatDate(addDays(until, -1)) },
      { label: 'Method', value: RATING_METHOD_LABEL[method] },
      { label: 'Rates', value: String(cells.filter(({ amount }) => amount !== null).length) },
      ...(source === null ? [] : [{ label: 'Entered from', value: source }]),
    ],
    always: 'Another person activates rates.',
  };
}

/** A version of rates is in force with the approval of somebody who entered or changed no part of it. */
export const RATE_VERSION: ApprovalSubject = {
  kind: 'rate_version',
  describe,
  carryOut: activateNow,
  // The version stays a draft.
  giveUp: async () => {},
};

/** How many others than the actor and the authors of a version may activate it and can sign in. */
async function countApprovers({ tx, actor }: Work, { authors }: RateTableRecord): Promise<number> {
  const holders = await peopleWith(tx, actor.tenantId, 'plans.activate', { groupId: null });
  return holders.filter(({ id }) => id !== actor.id && !authors.includes(id)).length;
}

/** Asks for the activation of a complete draft; a later change of the draft makes the request void. */
export async function askApproval(
  work: Work,
  input: { id: string; version: number },
): Promise<{ id: string; asked: number }> {
  const { tx, note } = work;
  await lockPlan(tx, (await rateTableById(tx, input.id)).planId);
  const table = await lockedDraft(work, input.id, input.version);
  note({ targetKind: RATE_TABLE, targetId: table.id });
  const faults = await faultsOf(tx, table);
  if (faults.length > 0)
    throw new Refusal('state', `${counted(faults.length, 'problem')} of this version must be corrected first.`);
  const waiting = await waitingRequest(tx, 'rate_version', table.id);
  if (waiting) throw new Refusal('state', `${waiting.by} already asked for approval of this version.`);
  const asked = await countApprovers(work, table);
  if (asked === 0)
    throw new Refusal(
      'state',
      'No other person has the permission “Activate Plans & Rates”. Ask a system administrator to add one.',
    );
  await ask(work, RATE_VERSION, table.id);
  return { id: table.id, asked };
}

/**
 * Activates a draft as a second person, who may not have been asked: exactly the draft that was seen, which its version
 * proves. Never by somebody who entered or changed any part of it.
 */
export async function activateRateTable(
  work: Work,
  input: { id: string; version: number; reason?: string | undefined },
): Promise<{ id: string; version: number; changeId: string }> {
  const { tx, note } = work;
  const reason = input.reason ?? '';
  await lockPlan(tx, (await rateTableById(tx, input.id)).planId);
  const { id, createdBy, createdByName } = await lockedDraft(work, input.id, input.version);
  note({ targetKind: RATE_TABLE, targetId: id, reason: reason || undefined });
  await approveUnasked(work, RATE_VERSION, id, { maker: { id: createdBy, name: createdByName }, reason });
  const changeId = await activationOf(tx, id);
  if (changeId === null) throw new Error('An activation left no change in the history');
  return { id, version: input.version + 1, changeId };
}
