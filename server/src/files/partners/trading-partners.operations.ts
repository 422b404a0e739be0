import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { PartnerProfile } from '@openbenefits/contract/trading-partners';
import { BEYOND_GUIDE } from '@openbenefits/domain/files/edi-834/edi-834';
import { distinctReceivers } from '@openbenefits/domain/files/edi-834/receivers';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { storedPhone } from '@openbenefits/domain/phone';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { plainName } from '../matching/resolve-names.ts';
import { MOST_RECEIVERS, otherReceivers } from './receivers.ts';
import { rehearseAgain } from '../rehearsal/rehearse-again.operations.ts';

/** The profile's row, locked. A group's own profile is seen by whoever sees the group. */
async function lockedPartner(tx: Tx, id: string) {
  const partner = await tx
    .selectFrom('tradingPartners')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const visible =
    partner &&
    (partner.groupId === null ||
      (await tx.selectFrom('groups').select('id').where('id', '=', partner.groupId).executeTakeFirst()));
  if (!visible) throw new Refusal('not_found', fileText('sender_not_found'));
  return partner;
}

/** A sender's profile serves every group that it sends for, so whoever sees some groups only does not change it. */
function requireAllGroups({ actor }: Work, partner: { groupId: string | null }): void {
  if (actor.assignedGroupsOnly && partner.groupId === null)
    throw new Refusal('forbidden', fileText('sender_all_groups'));
}

/** A profile that the actor may change, locked. Throws a Refusal otherwise. */
export async function editablePartner(work: Work, id: string) {
  const partner = await lockedPartner(work.tx, id);
  requireAllGroups(work, partner);
  return partner;
}

/**
 * Changes a profile: refused as stale where somebody else changed it since it was seen. Audited with the fields that
 * differ.
 */
export async function savePartner(
  work: Work,
  input: PartnerProfile & { id: string; version: number },
): Promise<{ id: string }> {
  const {
    id,
    version,
    name,
    contactName,
    contactEmail,
    contactPhone,
    mode,
    absenceProposesEnd,
    autoProcess,
    missingLimitPeople,
    missingLimitPercent,
    dropLimitPercent,
    retroEnds,
    dayFirst,
    padZeros,
    familyByPlace,
    endDayNotCovered,
    referenceRepeats,
    holdsPart,
    receiverIds,
    beyondGuide,
  } = input;
  const profile: PartnerProfile = {
    name,
    contactName,
    contactEmail,
    contactPhone: contactPhone && (storedPhone(contactPhone) ?? contactPhone),
    mode,
    absenceProposesEnd,
    autoProcess,
    missingLimitPeople,
    missingLimitPercent,
    dropLimitPercent,
    retroEnds,
    dayFirst,
    padZeros,
    familyByPlace,
    endDayNotCovered,
    referenceRepeats,
    holdsPart,
    receiverIds: distinctReceivers(receiverIds),
    beyondGuide: BEYOND_GUIDE.filter((code) => beyondGuide.includes(code)),
  };
  const { tx, actor, now, note } = work;
  const before = await editablePartner(work, id);
  if (before.version !== version)
    throw new Refusal('stale', fileText('sender_changed', { user: before.updatedByName ?? 'Another user' }));
  const fields = (Object.keys(profile) as (keyof PartnerProfile)[]).filter(
    (field) => String(profile[field]) !== String(before[field]),
  );
  await tx
    .updateTable('tradingPartners')
    .set({ ...profile, updatedByName: actor.name, updatedAt: now, version: version + 1 })
    .where('id', '=', id)
    .execute();
  note({ targetKind: 'trading_partner', targetId: id, fields });
  return { id };
}

/**
 * Notes that less is remembered of a sender. Its version stays: whoever has the profile open forgets from there, and
 * saves it afterwards.
 */
const noteForgotten = ({ tx, actor, now }: Work, id: string) =>
  tx.updateTable('tradingPartners').set({ updatedByName: actor.name, updatedAt: now }).where('id', '=', id).execute();

/** Forgets what a sender's code means; its next file asks again. */
export async function forgetCode(
  work: Work,
  input: { id: string; kind: string; code: string },
): Promise<{ id: string }> {
  await editablePartner(work, input.id);
  const { numDeletedRows } = await work.tx
    .deleteFrom('tradingPartnerCodes')
    .where('partnerId', '=', input.id)
    .where('kind', '=', input.kind)
    .where('code', '=', input.code)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal('not_found', fileText('code_not_mapped'));
  await noteForgotten(work, input.id);
  work.note({
    targetKind: 'trading_partner',
    targetId: input.id,
    fields: [input.kind === 'plan' ? 'plan_code' : 'words'],
  });
  return { id: input.id };
}

/** Forgets what a heading of the sender's lists stands for; the next list is understood as any other is. */
export async function forgetColumn(work: Work, input: { id: string; heading: string }): Promise<{ id: string }> {
  await editablePartner(work, input.id);
  const { numDeletedRows } = await work.tx
    .deleteFrom('tradingPartnerColumns')
    .where('partnerId', '=', input.id)
    .where('heading', '=', input.heading)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal('not_found', fileText('heading_not_saved'));
  await noteForgotten(work, input.id);
  work.note({ targetKind: 'trading_partner', targetId: input.id, fields: ['columns'] });
  return { id: input.id };
}

/** Remembers which plan a sender's code means. Throws a Refusal for a plan that is not offered any more. */
export async function rememberPlanCode(
  { tx, actor, now }: Work,
  partnerId: string,
  code: string,
  planId: string,
): Promise<void> {
  const plan = await tx
    .selectFrom('healthPlans')
    .select('id')
    .where('id', '=', planId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!plan)
    throw new Refusal('not_found', fileText('plan_not_offered'), [
      { path: 'planId', message: fileText('choose_offered_plan') },
    ]);
  await sql`insert into trading_partner_codes (partner_id, kind, code, shown_code, plan_id, mapped_by_name, mapped_at) values (${partnerId}, 'plan', ${plainName(code)}, ${code}, ${planId}, ${actor.name}, ${now})
    on conflict (tenant_id, partner_id, kind, code) do update set plan_id = excluded.plan_id, mapped_by_name = excluded.mapped_by_name, mapped_at = excluded.mapped_at`.execute(
    tx,
  );
}

/** Says which plan a sender's code means, for this file and the later ones; a held file is rehearsed again with it. */
export async function mapPlanCode(
  work: Work,
  input: { id: string; code: string; planId: string },
): Promise<{ id: string }> {
  const { tx, note } = work;
  const job = await tx
    .selectFrom('fileJobs')
    .select(['status', 'partnerId'])
    .where('id', '=', input.id)
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw new Refusal('not_found', fileText('file_not_found'));
  if (!job.partnerId) throw new Refusal('state', fileText('file_not_read'));
  await editablePartner(work, job.partnerId);
  await rememberPlanCode(work, job.partnerId, input.code, input.planId);
  note({ targetKind: 'trading_partner', targetId: job.partnerId, fields: ['plan_code'] });
  if (job.status === 'held') await rehearseAgain(work, input.id, fileText('log_plan_mapped'));
  return { id: input.id };
}

/**
 * Remembers in the profile of a held file's sender what somebody has said of its files, and rehearses the file again by
 * it.
 */
async function learnFromHeld(
  work: Work,
  id: string,
  learned: 'referenceRepeats' | 'holdsPart',
  why: string,
): Promise<{ id: string }> {
  const { tx, actor, now, note } = work;
  const job = await tx
    .selectFrom('fileJobs')
    .select(['status', 'partnerId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw new Refusal('not_found', fileText('file_not_found'));
  if (job.status !== 'held' || !job.partnerId) throw new Refusal('state', fileText('file_not_held'));
  const { version } = await editablePartner(work, job.partnerId);
  await tx
    .updateTable('tradingPartners')
    .set({ [learned]: true, updatedByName: actor.name, updatedAt: now, version: version + 1 })
    .where('id', '=', job.partnerId)
    .execute();
  note({ targetKind: 'trading_partner', targetId: job.partnerId, fields: [learned] });
  await rehearseAgain(work, id, why);
  return { id };
}

/**
 * Says that files of their senders are addressed to the receivers of a held file, too: that is remembered, and the file
 * goes on.
 */
export async function acceptReceiver(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const { tx, actor, now, note } = work;
  const job = await tx
    .selectFrom('fileJobs')
    .select(['status', 'facts'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw new Refusal('not_found', fileText('file_not_found'));
  const others = job.status === 'held' ? await otherReceivers(tx, (job.facts as unknown as FileFacts).envelopes) : [];
  const [first] = others;
  if (!first) throw new Refusal('state', fileText('receiver_not_held'));
  for (const { id: partnerId, known, receivers } of others) {
    const { version } = await editablePartner(work, partnerId);
    if (known.length + receivers.length > MOST_RECEIVERS)
      throw new Refusal('invalid', fileText('receivers_most', { most: MOST_RECEIVERS }));
    await tx
      .updateTable('tradingPartners')
      .set({ receiverIds: [...known, ...receivers], updatedByName: actor.name, updatedAt: now, version: version + 1 })
      .where('id', '=', partnerId)
      .execute();
  }
  note({ targetKind: 'trading_partner', targetId: first.id, fields: ['receiverIds'] });
  await rehearseAgain(work, id, fileText('log_receiver_added'));
  return { id };
}

/** Says that the sender of a held file repeats its references (BGN02): no file of it is held for that again. */
export const acceptReference = (work: Work, { id }: { id: string }): Promise<{ id: string }> =>
  learnFromHeld(work, id, 'referenceRepeats', fileText('log_reference_repeats'));

/**
 * Says that the full files of a held file's sender hold a part of the group each: nobody is missing from one for
 * standing in another.
 */
export const acceptPart = (work: Work, { id }: { id: string }): Promise<{ id: string }> =>
  learnFromHeld(work, id, 'holdsPart', fileText('log_part_of_group'));
