import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { tidy } from '@openbenefits/domain/members/new-member';
import { problemsOfTobaccoUse, TOBACCO_LABEL, type TobaccoForm } from '@openbenefits/domain/members/tobacco-use';
import { refuseIfAny } from '@openbenefits/domain/refusal';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import { addTobaccoStatement, tobaccoStatementsOf } from '../coverage/tobacco-use.ts';
import { loadMemberForUpdate } from './edit-member.operations.ts';

/**
 * Records what a member attests about tobacco use from a day on. Earlier statements stay in the history, also one of the
 * same day, which this one replaces with a reason.
 */
export async function recordTobacco(
  work: Work,
  { groupId, memberId, ...form }: TobaccoForm & { groupId: string; memberId: string },
): Promise<{ id: string; changeId: string }> {
  const { tx, today, note } = work;
  const { person } = await loadMemberForUpdate(work, { groupId, memberId });
  const known = await tobaccoStatementsOf(tx, person.id);
  refuseIfAny(problemsOfTobaccoUse(form, today, known));
  const effectiveOn = calendarDateFrom(form.from);
  const attestedOn = calendarDateFrom(form.attestedOn);
  const before = known.find((one) => one.effectiveOn <= effectiveOn);
  const isReplaced = before?.effectiveOn === effectiveOn;
  const reason = tidy(form.overrideReason) || undefined;
  const answer = form.usesTobacco === 'yes' ? 'yes' : 'no';
  const changeId = await recordChange(work, {
    kind: 'tobacco_use',
    summary: isReplaced ? 'Replaced the tobacco answer of a member' : 'Recorded the tobacco use of a member',
    groupId,
    reason,
    effectiveDate: effectiveOn,
    items: [
      {
        entity: 'member',
        entityId: person.id,
        action: 'changed',
        before: {
          tobaccoUse: before ? TOBACCO_LABEL[before.usesTobacco ? 'yes' : 'no'] : null,
          ...(isReplaced && { tobaccoFrom: before.effectiveOn, tobaccoAttestedOn: before.attestedOn }),
        },
        after: { tobaccoUse: TOBACCO_LABEL[answer], tobaccoFrom: effectiveOn, tobaccoAttestedOn: attestedOn },
      },
    ],
  });
  const statement = { usesTobacco: answer === 'yes', effectiveOn, attestedOn };
  await addTobaccoStatement(work, { memberId: person.id, groupId, changeId }, statement);
  note({ targetKind: 'member', targetId: person.id, fields: ['tobacco_use'], reason });
  return { id: person.id, changeId };
}
