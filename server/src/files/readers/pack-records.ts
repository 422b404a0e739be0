import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { packPair, unpackPair } from '../staging/packed-text.ts';
import { SeenKeys } from '../staging/seen-keys.ts';
import type { RecordPack } from './reader-messages.ts';
import { SharedFamilies } from './shared-families.ts';

/** Families whose subscriber came so recently that a dependent may follow in the same pack. */
export const NEAR_FAMILIES = 50;

/** Records of a family that may go on in the next batch; a longer one is cut. */
const MOST_HELD = 50;

type Pile = { first: EnrollmentRecord; late: boolean; records: EnrollmentRecord[] };

const sameGroup = (a: EnrollmentRecord, b: EnrollmentRecord): boolean =>
  a.groupKey === b.groupKey &&
  a.masterPolicyKey === b.masterPolicyKey &&
  a.sponsorTaxId === b.sponsorTaxId &&
  a.sponsorName === b.sponsorName;

/**
 * The records and, apart from them, what they were read from, which is only looked at for a record that is refused
 * later.
 */
export function packOf(records: readonly EnrollmentRecord[]): RecordPack['packed'] {
  const raws = JSON.stringify(records.map((record) => record.raw));
  // The records end here; taking the bytes out of them is cheaper than copying forty fields.
  for (const record of records) record.raw = '';
  return packPair(JSON.stringify(records), raws);
}

/** A record of a pack and how to come by the bytes it was read from. */
export type PackedRecords = { records: EnrollmentRecord[]; rawOf: (index: number) => string };

export async function recordsOfPack(packed: Buffer): Promise<PackedRecords> {
  const { first, second } = await unpackPair(packed);
  let raws: string[] | undefined;
  return {
    records: JSON.parse(first) as EnrollmentRecord[],
    rawOf: (index) => (raws ??= JSON.parse(second()) as string[])[index] ?? '',
  };
}

/**
 * Sorts batches into the records that are refused and packs of the others. Most files put dependents right behind their
 * subscriber: these stay in file order and are worked on together. A dependent whose subscriber has not just been seen
 * goes into a late pack, after every subscriber, and so do those of the family who follow: what the file says of one
 * dependent stays in its order.
 */
export class RecordPacker {
  readonly #near = new Set<string>();
  readonly #shared = new SharedFamilies();
  /** Families of whom a dependent went into a late pack. */
  #late: SeenKeys | undefined;
  #held: EnrollmentRecord[] = [];

  /**
   * Packs a batch but for its last family, which is held until the next batch so that no family is cut in two; the last
   * batch is packed whole.
   */
  pack(next: readonly EnrollmentRecord[], isLast: boolean): { refused: EnrollmentRecord[]; packs: RecordPack[] } {
    const all = [...this.#held, ...next];
    const start = isLast
      ? all.length
      : all.findLastIndex(({ isSubscriber, goesOnAbove }) => isSubscriber && !goesOnAbove);
    const cut = start >= 0 && all.length - start <= MOST_HELD ? start : all.length;
    this.#held = all.slice(cut);
    const batch = all.slice(0, cut);
    const refused: EnrollmentRecord[] = [];
    const piles = new Map<string, Pile>();
    let group = { first: undefined as EnrollmentRecord | undefined, key: '' };
    for (const record of batch) {
      // Neighbours usually name the same group.
      if (!group.first || !sameGroup(group.first, record))
        group = {
          first: record,
          key: JSON.stringify([record.groupKey, record.masterPolicyKey, record.sponsorTaxId, record.sponsorName]),
        };
      const late = !record.isSubscriber && this.#isLate(`${group.key} ${record.familyKey}`);
      if (record.isSubscriber && record.familyKey !== undefined) this.#remember(`${group.key} ${record.familyKey}`);
      const shared = this.#shared.find(record);
      if (shared && record.problems.length === 0) record.problems.push(shared);
      if (record.problems.length > 0) {
        refused.push(record);
        continue;
      }
      const key = `${late} ${group.key}`;
      const pile = piles.get(key);
      if (pile) pile.records.push(record);
      else piles.set(key, { first: record, late, records: [record] });
    }
    const packs = Array.from(piles.values(), ({ first, late, records }): RecordPack => {
      const { groupKey, masterPolicyKey, sponsorTaxId, sponsorName, recordNo } = first;
      return {
        late,
        groupKey,
        masterPolicyKey,
        sponsorTaxId,
        sponsorName,
        firstRecordNo: recordNo,
        count: records.length,
        packed: packOf(records),
      };
    });
    return { refused, packs };
  }

  #isLate(family: string): boolean {
    if (this.#near.has(family)) return this.#late?.has('f', family) ?? false;
    this.#late ??= new SeenKeys('likely');
    this.#late.hasOrAdd('f', family);
    return true;
  }

  #remember(family: string): void {
    this.#near.delete(family);
    this.#near.add(family);
    if (this.#near.size <= NEAR_FAMILIES) return;
    const [oldest] = this.#near;
    if (oldest !== undefined) this.#near.delete(oldest);
  }
}
