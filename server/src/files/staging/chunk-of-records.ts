import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { Identity } from '@openbenefits/domain/files/match-person';
import type { Tx } from '../../db/connect.ts';
import type { Vault } from '../../vault.ts';
import { breathe } from '../queue/breathe.ts';
import type { Lease } from '../queue/file-lease.ts';
import { mayWait } from '../matching/ends-before-additions.ts';
import { withZeros } from '../matching/family-of-dependent.ts';
import type { Staged } from '../matching/staged-for-matching.ts';
import type { PackedRecords } from '../readers/pack-records.ts';
import { LAST_FROM, nextPacks, openPack, type StoredPack } from './staged-packs.ts';
import { familyIndex } from './staged-record.ts';

/**
 * People per transaction: enough that its end costs little, few enough that progress is seen and a kill undoes little.
 */
export const CHUNK = 2000;
/**
 * People per slice, the step of the pipeline within a transaction. The first is short, because the database has nothing
 * to write until it is matched.
 */
const SLICE = 400;
const FIRST_SLICE = 100;
/** Records between two breaths. */
const AT_A_TIME = 25;

/**
 * Digests that come again and again, kept for one chunk after the other: there are ten thousand last fours and some
 * tens of thousands of birthdays.
 */
const KEPT = 60_000;

/** The digits of an SSN's end, a calendar date or a month as one number, behind a one that keeps their zeros. */
function digitsOf(value: string): number {
  let digits = 1;
  for (let at = 0; at < value.length; at++) {
    const digit = value.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
  }
  return digits;
}

/** Keyed digests for one job, as hex digits. */
export class Digests {
  readonly vault: Vault;
  readonly lease: Lease;
  readonly #kept = {
    ssn_last4: new Map<number, string>(),
    date_of_birth: new Map<number, string>(),
    birth_month: new Map<number, string>(),
  };

  constructor(vault: Vault, lease: Lease) {
    this.vault = vault;
    this.lease = lease;
  }

  ssn(value: string): string {
    return this.vault.blindIndexHex('ssn', value, this.lease.tenantId);
  }

  /** Of a member id of the sender or the carrier; without case, as all its comparisons. */
  carrier(value: string): string {
    return this.vault.blindIndexHex('ssn', `carrier:${value.toLowerCase()}`, this.lease.tenantId);
  }

  /** For values of a few digits that few tell apart. */
  common(kind: 'ssn_last4' | 'date_of_birth' | 'birth_month', value: string): string {
    const kept = this.#kept[kind];
    // A number is found faster than a text.
    const digits = digitsOf(value);
    const known = kept.get(digits);
    if (known !== undefined) return known;
    const made = this.vault.blindIndexHex(kind, value, this.lease.tenantId);
    if (kept.size < KEPT) kept.set(digits, made);
    return made;
  }
}

/** The packs of one transaction, sealed as they are stored: their records, opened, take some thirty times the room. */
export type Chunk = { packs: StoredPack[]; lastKey: number };

function identify(record: EnrollmentRecord, digests: Digests): Identity {
  const { ssn, dateOfBirth, previousIdentity, formerNumber, byNumberAlone } = record;
  // Lists often give the last four digits alone, and they are compared with whom the list has named before, too.
  const last4 = record.ssnLast4 ?? (record.source === 'census' ? ssn?.slice(-4) : undefined);
  const identity: Identity = {
    isSubscriber: record.isSubscriber,
    firstName: record.firstName,
    lastName: record.lastName,
    employeeId: record.employeeId,
    carrierMemberId: record.carrierMemberId,
    carrierKey:
      record.carrierMemberId && record.carrierMemberId !== ssn ? digests.carrier(record.carrierMemberId) : null,
    previousIdentity,
    ssnKey: ssn ? digests.ssn(ssn) : null,
    last4Key: last4 ? digests.common('ssn_last4', last4) : null,
    birthKey: dateOfBirth ? digests.common('date_of_birth', dateOfBirth) : null,
    ...(byNumberAlone && { byNumberAlone }),
    previousSsnKey: previousIdentity?.ssn ? digests.ssn(previousIdentity.ssn) : null,
    previousBirthKey: previousIdentity?.dateOfBirth
      ? digests.common('date_of_birth', previousIdentity.dateOfBirth)
      : null,
  };
  return formerNumber === undefined
    ? identity
    : {
        ...identity,
        former: {
          key: familyIndex(digests.vault, digests.lease.tenantId, formerNumber),
          carrierKey: digests.carrier(formerNumber),
        },
      };
}

/** The digests of a family's number, as it is and with the zeros that it may have lost. */
function keyOf(
  vault: Vault,
  lease: Lease,
  record: EnrollmentRecord,
  key: string,
): { key: string; digest: string; padded: string | null } {
  const padded = withZeros(record);
  return {
    key,
    digest: familyIndex(vault, lease.tenantId, key),
    padded: padded === undefined ? null : familyIndex(vault, lease.tenantId, padded),
  };
}

/** The records of a pack with their keys; only those that are wanted, where it is said which. */
async function recordsOf(digests: Digests, pack: StoredPack, wanted: ReadonlySet<number> | null): Promise<Staged[]> {
  return stagedOf(digests, pack, await openPack(digests.vault, digests.lease, pack), wanted);
}

/** The records of an opened pack with their keys, in the order in which they are taken. */
export async function stagedOf(
  digests: Digests,
  pack: Pick<StoredPack, 'packKey' | 'groupId'>,
  { records, rawOf }: PackedRecords,
  wanted: ReadonlySet<number> | null,
): Promise<Staged[]> {
  const { vault, lease } = digests;
  // Families stand together, so the key before is usually the same.
  let known: { key: string; digest: string; padded: string | null } = { key: '', digest: '', padded: null };
  const isLast = pack.packKey >= LAST_FROM;
  const places = isLast ? undefined : mayWait(records);
  const waiting = [...(places?.keys() ?? [])];
  const behind = records.length;
  const found: Staged[] = [];
  for (let at = 0; at < behind + waiting.length; at++) {
    const index = at < behind ? at : (waiting[at - behind] as number);
    const record = records[index] as EnrollmentRecord;
    const place = isLast ? 'last' : at >= behind ? 'again' : places?.get(index);
    if (wanted && !wanted.has(record.recordNo)) continue;
    if (record.familyKey && record.familyKey !== known.key) known = keyOf(vault, lease, record, record.familyKey);
    found.push({
      record,
      rawOf,
      index,
      packKey: pack.packKey,
      groupId: pack.groupId,
      familyKey: record.familyKey ? known.digest : null,
      paddedKey: record.familyKey && !record.isSubscriber ? known.padded : null,
      identity: identify(record, digests),
      place,
    });
    if (at % AT_A_TIME === AT_A_TIME - 1) await breathe();
  }
  return found;
}

/** The packs after a checkpoint, as many as one transaction takes. Null when none are left. */
export async function readChunk(tx: Tx, lease: Lease, after: number, most = CHUNK): Promise<Chunk | null> {
  const packs = await nextPacks(tx, lease, after, most);
  const last = packs.at(-1);
  return last ? { packs, lastKey: last.packKey } : null;
}

/**
 * The records of a chunk with their keys, slice by slice. A pack is opened when its first slice is asked for: records
 * that live no longer than the work on them are collected while they are young.
 */
export async function* slicesOf(digests: Digests, { packs }: Chunk): AsyncGenerator<Staged[], void, undefined> {
  let most = FIRST_SLICE;
  let slice: Staged[] = [];
  for (const pack of packs) {
    for (const staged of await recordsOf(digests, pack, pack.left && new Set(pack.left))) {
      slice.push(staged);
      if (slice.length < most) continue;
      yield slice;
      slice = [];
      most = SLICE;
    }
  }
  if (slice.length > 0) yield slice;
}

/**
 * How many records a chunk has, each counted once: what has waited for the end of the file was counted where it stood.
 */
export const countOf = ({ packs }: Chunk): number =>
  packs.reduce(
    (sum, { packKey, left, recordCount }) => sum + (packKey >= LAST_FROM ? 0 : (left?.length ?? recordCount)),
    0,
  );

/** Opens those records of some packs that are wanted, in the order in which they are applied. */
export async function recordsOfPacks(
  digests: Digests,
  packs: readonly StoredPack[],
  wanted: ReadonlySet<number>,
): Promise<Staged[]> {
  const found: Staged[] = [];
  for (const pack of packs) found.push(...(await recordsOf(digests, pack, wanted)));
  return found;
}
