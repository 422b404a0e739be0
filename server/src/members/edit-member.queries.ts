import type { MemberForEdit } from '@openbenefits/contract/member-changes';
import type { MemberEdit } from '@openbenefits/domain/members/member-edit';
import { countryName } from '@openbenefits/domain/countries';
import { fromCents, moneyParts } from '@openbenefits/domain/money';
import { shownContact, shownPhone } from '@openbenefits/domain/phone';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { MEMBER_MISSING } from './add-member.operations.ts';
import { addForm } from './enrollment-context.queries.ts';

async function storedMember(tx: Tx, groupId: string, memberId: string) {
  const row = await tx
    .selectFrom('members')
    .select([
      'id',
      'version',
      'subscriberId',
      'status',
      'relationship',
      'firstName',
      'middleName',
      'lastName',
      'suffix',
      'email',
      'phone',
      'employeeId',
      'jobTitle',
      'department',
      'classCode as class',
      'locationCode as billingLocation',
      'hireDate',
      'salaryAnnualCents',
      'addressLine1',
      'addressLine2',
      'city',
      'state',
      'zipCode',
      'country',
      'emergencyContact',
      sql<boolean>`ssn_encrypted is not null`.as('hasSsn'),
      sql<boolean>`date_of_birth_encrypted is not null`.as('hasBirthDate'),
    ])
    .where('groupId', '=', groupId)
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found', MEMBER_MISSING);
  return row;
}

/** Formats an amount as users enter it: '52,000.00'. */
function salaryText(cents: number | null): string {
  if (cents === null) return '';
  const parts = moneyParts(fromCents(cents));
  return `${parts.dollars.slice(1)}.${parts.cents}`;
}

/** Returns whether another current family member is the spouse or domestic partner. */
export async function hasPartner(tx: Tx, subscriberId: string, exceptId: string): Promise<boolean> {
  const partner = await tx
    .selectFrom('members')
    .select('id')
    .where('subscriberId', '=', subscriberId)
    .where('id', '<>', exceptId)
    .where('relationship', 'in', ['spouse', 'domestic_partner'])
    .where('status', 'not in', ['terminated', 'inactive'])
    .executeTakeFirst();
  return partner !== undefined;
}

/** Returns the fields of the edit dialogs with their version. */
export async function memberForEdit(
  { tx, today, note }: Work,
  input: { groupId: string; memberId: string },
): Promise<MemberForEdit> {
  const { id, version, subscriberId, status, relationship, hasSsn, hasBirthDate, salaryAnnualCents, ...row } =
    await storedMember(tx, input.groupId, input.memberId);
  const { classes, locations } = await addForm(tx, input.groupId, today);
  const { rows: coverage } = await sql<MemberForEdit['coverage'][number]>`
    select s.line, s.plan_id, p.plan_name, lower(s.covered) as "from", upper(s.covered) as until from coverage_spans s join health_plans p on p.id = s.plan_id
    where s.member_id = ${id} and upper_inf(s.recorded) and (upper_inf(s.covered) or upper(s.covered) > ${today}) order by s.line, lower(s.covered)`.execute(
    tx,
  );
  note({ targetKind: 'member', targetId: id, fields: ['name', 'contact', 'employment', 'salary', 'coverage'] });
  const texts = Object.fromEntries(Object.entries(row).map(([field, value]) => [field, value ?? '']));
  return {
    id,
    version,
    subscriberId,
    hasSsn,
    hasBirthDate,
    classes,
    locations,
    coverage,
    status: status as MemberForEdit['status'],
    relationship: relationship as MemberForEdit['relationship'],
    values: {
      ...texts,
      phone: shownPhone(row.phone ?? ''),
      country: row.country === null ? '' : countryName(row.country),
      emergencyContact: shownContact(row.emergencyContact ?? ''),
      status,
      relationship,
      salary: salaryText(salaryAnnualCents),
    } as MemberEdit,
    hasPartner: await hasPartner(tx, subscriberId ?? id, id),
  };
}
