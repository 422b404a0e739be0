import type { ProtectedField } from '@openbenefits/contract/member-changes';
import { type CalendarDate, formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { hasReason } from '@openbenefits/domain/members/given-reason';
import { checkBirth, checkSsn, digitsOfSsn, Problems, tidy } from '@openbenefits/domain/members/new-member';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { requireFlag } from '../admin/feature-flags.queries.ts';
import type { Work } from '../command.ts';
import { MEMBER_MISSING, requireUnusedSsn } from './add-member.operations.ts';
import { loadMemberForUpdate } from './edit-member.operations.ts';
import { saveFamilies } from './families.ts';
import { countLookups, countRefusedLookup } from './protected-lookups.ts';
import { birthPlace, sealIdentity, ssnPlace, type PersonSecrets } from '../protected-fields.ts';

type InGroup = { groupId: string; memberId: string };
const REASON = 'Enter a reason of at least four letters.';

async function storedSecrets({ tx }: Work, memberId: string): Promise<PersonSecrets> {
  const { rows } = await sql<PersonSecrets>`
    select ssn_encrypted, encode(ssn_index, 'hex') as ssn_index, encode(ssn_last4_index, 'hex') as ssn_last4_index, date_of_birth_encrypted as birth_encrypted,
      encode(date_of_birth_index, 'hex') as birth_index, encode(birth_month_index, 'hex') as birth_month_index from members where id = ${memberId}`.execute(
    tx,
  );
  return rows[0] as PersonSecrets;
}

/**
 * Corrects an SSN or a birth date. Old and new value are encrypted in the change for the member's row, so that an undo
 * can restore the old one. No one can read them there.
 */
export async function correctIdentity(
  work: Work,
  input: InGroup & { ssn: string; dateOfBirth: string; reason: string },
): Promise<{ id: string; changeId: string }> {
  const { services, actor, today, note } = work;
  const found = new Problems();
  checkSsn(found, 'ssn', input.ssn, false);
  checkBirth(found, 'dateOfBirth', input.dateOfBirth, today, false);
  if (!hasReason(input.reason)) found.add('reason', REASON);
  if (input.ssn.trim() === '' && input.dateOfBirth === '') found.add('ssn', 'Enter the SSN or the date of birth.');
  refuseIfAny(found.list);
  const { person, families } = await loadMemberForUpdate(work, input);
  const ssn = digitsOfSsn(input.ssn) || undefined;
  const dateOfBirth = parseCalendarDate(input.dateOfBirth);
  if (ssn && person.subscriberId === null) await requireUnusedSsn(work, input.groupId, ssn, person.id);
  const sealed = sealIdentity(services.vault, actor.tenantId, person, { ssn, dateOfBirth });
  if ((!ssn || sealed.ssnIndex === person.ssnKey) && (!dateOfBirth || sealed.birthIndex === person.birthKey)) {
    await countRefusedLookup(work, 'on_record');
    throw new Refusal('invalid', 'This value is already on record.');
  }
  const before = await storedSecrets(work, person.id);
  for (const key of Object.keys(sealed) as (keyof PersonSecrets)[]) {
    if (sealed[key] === null) continue;
    person.before[key] = before[key];
    person.after[key] = sealed[key];
  }
  const what = ssn && dateOfBirth ? 'SSN and date of birth' : ssn ? 'SSN' : 'date of birth';
  const reason = tidy(input.reason);
  const changeId = await saveFamilies(work, families.stored, {
    kind: 'identity',
    summary: `Corrected the ${what} of a member`,
    groupId: input.groupId,
    reason,
    touched: [{ person, effect: 'changed', summary: `Corrected ${what}` }],
    secrets: new Map([[person.id, sealed]]),
  });
  note({
    targetKind: 'member',
    targetId: person.id,
    reason,
    fields: [...(ssn ? ['ssn'] : []), ...(dateOfBirth ? ['date_of_birth'] : [])],
  });
  return { id: person.id, changeId };
}

/**
 * Reveals one protected value for a reason. The audit entry is in the same transaction, so nothing is shown without it.
 */
export async function reveal(
  work: Work,
  input: InGroup & { field: ProtectedField; reason: string },
): Promise<{ value: string }> {
  const { tx, actor, services, note } = work;
  await requireFlag(tx, 'protected_value_reveal');
  if (!hasReason(input.reason)) throw new Refusal('invalid', REASON, [{ path: 'reason', message: REASON }]);
  await countLookups(work, 'reveal');
  const row = await tx
    .selectFrom('members')
    .select(['id', 'ssnEncrypted', 'dateOfBirthEncrypted'])
    .where('groupId', '=', input.groupId)
    .where('id', '=', input.memberId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found', MEMBER_MISSING);
  const envelope = input.field === 'ssn' ? row.ssnEncrypted : row.dateOfBirthEncrypted;
  if (!envelope) throw new Refusal('not_found', 'No value is on record.');
  note({ targetKind: 'member', targetId: row.id, reason: tidy(input.reason).slice(0, 500), fields: [input.field] });
  const plain = services.vault.open(envelope, (input.field === 'ssn' ? ssnPlace : birthPlace)(actor.tenantId, row.id));
  return {
    value:
      input.field === 'ssn' ? plain.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3') : formatDate(plain as CalendarDate),
  };
}
