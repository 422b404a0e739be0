import { canAgeOut } from '@openbenefits/domain/relationship';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { type ColumnOfRows, columnOf } from '../../db/pg-arrays.ts';
import { birthPlace, carrierIdPlace, ssnPlace, type PersonSecrets } from '../../protected-fields.ts';
import { breathe } from '../queue/breathe.ts';
import type { Digests } from '../staging/chunk-of-records.ts';
import type { Staged } from './staged-for-matching.ts';

/** People between two breaths. */
const AT_A_TIME = 25;

/** What a record says of a person's protected identity, in the clear. */
export type SaidSecrets = {
  ssn?: string | undefined;
  dateOfBirth?: string | undefined;
  carrierId?: string | undefined;
};

export const saidOf = (
  { record: { ssn, dateOfBirth, carrierMemberId }, identity }: Staged,
  { carrierKey }: PersonDraft,
): SaidSecrets => ({
  ssn,
  dateOfBirth,
  carrierId: carrierKey === identity.carrierKey ? carrierMemberId : undefined,
});

/** The digests by which the person is found. */
function indexesOf(
  { identity }: Staged,
  said: SaidSecrets,
  { relationship }: PersonDraft,
  digests: Digests,
): Partial<PersonSecrets> {
  const indexes: Partial<PersonSecrets> = {};
  if (said.ssn) {
    indexes.ssnIndex = identity.ssnKey;
    indexes.ssnLast4Index = digests.common('ssn_last4', said.ssn.slice(-4));
  }
  if (said.dateOfBirth) {
    indexes.birthIndex = identity.birthKey;
    indexes.birthMonthIndex = canAgeOut(relationship)
      ? digests.common('birth_month', said.dateOfBirth.slice(0, 7))
      : null;
  }
  if (said.carrierId) indexes.carrierIdIndex = identity.carrierKey;
  return indexes;
}

/** What is said, sealed for the row of the person: an envelope opens nowhere else. */
function envelopesOf(
  memberId: string,
  { ssn, dateOfBirth, carrierId }: SaidSecrets,
  { vault, lease: { tenantId } }: Digests,
): Partial<PersonSecrets> {
  const envelopes: Partial<PersonSecrets> = {};
  if (ssn) envelopes.ssnEncrypted = vault.seal(ssn, ssnPlace(tenantId, memberId));
  if (dateOfBirth) envelopes.birthEncrypted = vault.seal(dateOfBirth, birthPlace(tenantId, memberId));
  if (carrierId) envelopes.carrierIdEncrypted = vault.seal(carrierId, carrierIdPlace(tenantId, memberId));
  return envelopes;
}

const NO_SECRETS: PersonSecrets = {
  ssnEncrypted: null,
  ssnIndex: null,
  ssnLast4Index: null,
  birthEncrypted: null,
  birthIndex: null,
  birthMonthIndex: null,
};

/**
 * The protected identities that the records of a slice bring or correct; where several speak of one person, each gives
 * what it says.
 */
export async function secretsOf(
  people: Iterable<PersonDraft>,
  slice: readonly Staged[],
  digests: Digests,
): Promise<Map<string, PersonSecrets>> {
  const secrets = new Map<string, PersonSecrets>();
  const byNumber = new Map(slice.map((one) => [one.record.recordNo, one]));
  for (const person of people) {
    for (const recordNo of person.secretsFrom) {
      const staged = byNumber.get(recordNo);
      if (!staged) continue;
      if (secrets.size % AT_A_TIME === AT_A_TIME - 1) await breathe();
      const said = saidOf(staged, person);
      secrets.set(person.id, {
        ...(secrets.get(person.id) ?? NO_SECRETS),
        ...indexesOf(staged, said, person, digests),
        ...envelopesOf(person.id, said, digests),
      });
    }
  }
  return secrets;
}

/** The digests of people who each come in with one record, without the envelopes. */
export const indexesOfNew = (
  people: readonly PersonDraft[],
  own: readonly Staged[],
  said: readonly SaidSecrets[],
  digests: Digests,
): Map<string, PersonSecrets> =>
  new Map(
    people.map((person, index) => [
      person.id,
      { ...NO_SECRETS, ...indexesOf(own[index] as Staged, said[index] as SaidSecrets, person, digests) },
    ]),
  );

/** The columns of envelopes for new people in this order; one that nobody fills is left out. */
export async function columnsOfEnvelopes(
  memberIds: readonly string[],
  said: readonly SaidSecrets[],
  digests: Digests,
): Promise<ColumnOfRows[]> {
  const envelopes: Partial<PersonSecrets>[] = [];
  for (const [index, memberId] of memberIds.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await breathe();
    envelopes.push(envelopesOf(memberId, said[index] ?? {}, digests));
  }
  return (
    [
      ['ssn_encrypted', 'ssnEncrypted'],
      ['date_of_birth_encrypted', 'birthEncrypted'],
      ['carrier_id_encrypted', 'carrierIdEncrypted'],
    ] as const
  )
    .filter(([, field]) => envelopes.some((one) => one[field]))
    .map(([column, field]) =>
      columnOf(
        column,
        'text',
        envelopes.map((one) => one[field]),
      ),
    );
}
