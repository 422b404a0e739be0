import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { Tx } from '../../db/connect.ts';
import { findGroupIds, type GroupKeys } from '../matching/find-groups.ts';

/** What a record, or a pack of them, says of its group. */
export type NamedGroup = Pick<EnrollmentRecord, 'groupKey' | 'masterPolicyKey' | 'sponsorTaxId' | 'sponsorName'>;

/** Names of nobody that are remembered at once: a file may have another in each record. */
const MOST_UNKNOWN = 10_000;

const isFilled = (text: string | undefined): text is string => Boolean(text?.trim());

const ownNames = ({ groupKey, masterPolicyKey, sponsorTaxId, sponsorName }: NamedGroup): string[] =>
  [groupKey, masterPolicyKey, sponsorTaxId, sponsorName].filter(isFilled);

/**
 * Which group a record belongs to: the one chosen at the upload, else what the record, the file's header or its sponsor
 * say.
 */
export class GroupFinder {
  readonly #known = new Map<string, string>();
  readonly #unknown = new Set<string>();
  /** The groups that members' REF*1L have named. */
  readonly #byMembers = new Set<string>();
  readonly #chosen: string | null;
  readonly #keys: GroupKeys;
  #facts: FileFacts | undefined;
  /**
   * What the file says elsewhere: the first name that is a group's, and the first of all. Behind it what every member
   * says who says it, for one who says nothing.
   */
  #ofFile: { groupId?: string | undefined; name?: string | undefined } = {};
  #ofMembers: { groupId?: string | undefined; name?: string | undefined } = {};

  constructor(chosen: string | null, keys: GroupKeys) {
    this.#chosen = chosen;
    this.#keys = keys;
  }

  /**
   * To be called before the groups of a batch are asked for: looks up every name in it, and in what is known of the
   * file by then, at once.
   */
  async lookUp(tx: Tx, records: readonly NamedGroup[], facts: FileFacts): Promise<void> {
    if (this.#chosen) return;
    const policies = facts.groupKeys.filter(({ source }) => source === 'REF*1L').map(({ value }) => value);
    const ofFile = namesOfFile(facts).filter(isFilled);
    this.#facts = facts;
    if (this.#unknown.size > MOST_UNKNOWN) this.#unknown.clear();
    const names = new Set([...records.flatMap(ownNames), ...ofFile, ...policies.filter(isFilled)]);
    const strangers = [...names].filter((name) => !this.#known.has(name) && !this.#unknown.has(name));
    if (strangers.length > 0) {
      const found = await findGroupIds(tx, this.#keys, strangers);
      for (const name of strangers) {
        const id = found.get(name);
        if (id === undefined) this.#unknown.add(name);
        else this.#known.set(name, id);
      }
    }
    for (const policy of policies) {
      const id = this.#known.get(policy);
      if (id !== undefined) this.#byMembers.add(id);
    }
    const known = ofFile.find((name) => this.#known.has(name));
    this.#ofFile = { groupId: known && this.#known.get(known), name: ofFile[0] };
    const [only, ...others] = facts.format === 'edi834' && facts.sponsors.length <= 1 ? policies : [];
    this.#ofMembers = only !== undefined && others.length === 0 ? { groupId: this.#known.get(only), name: only } : {};
  }

  /** The group of a record of the batch that was looked up. */
  of(record: NamedGroup): { groupId: string } | { unknown: string } {
    if (this.#chosen) return { groupId: this.#chosen };
    const own = ownNames(record);
    for (const name of own) {
      const groupId = this.#known.get(name);
      if (groupId !== undefined) return { groupId };
      // A record that names its own group is never moved to another by what the header says. REF*1L may as well be a
      // policy number, unless others of the file are known by it.
      if (name === record.groupKey && (this.#facts?.mode === 'census' || this.#isKnownByMembers(record)))
        return { unknown: name };
    }
    const ofMembers = record.groupKey === undefined ? this.#ofMembers : {};
    const groupId = this.#ofFile.groupId ?? ofMembers.groupId;
    return groupId === undefined ? { unknown: own[0] ?? this.#ofFile.name ?? ofMembers.name ?? '' } : { groupId };
  }

  /**
   * Whether other members of the file have a REF*1L that is a group here, another than the one that the header of this
   * record's set names.
   */
  #isKnownByMembers(record: NamedGroup): boolean {
    const header = ownNames({ ...record, groupKey: undefined }).find((name) => this.#known.has(name));
    const ofHeader = header === undefined ? undefined : this.#known.get(header);
    return (
      this.#byMembers.size > 1 ||
      (this.#byMembers.size === 1 && (ofHeader === undefined || !this.#byMembers.has(ofHeader)))
    );
  }
}

/**
 * What the file says elsewhere. Of an 834 of several employers nothing of it counts: the one whose group is not known
 * here would come into the group of another. Of one employer, what a set says holds for the next, which may leave it
 * out.
 */
function namesOfFile({ format, groupKeys, sponsors }: FileFacts): (string | undefined)[] {
  if (format === 'edi834' && sponsors.length > 1) return [];
  const parties = sponsors.flatMap(({ taxId, name }) => [taxId, name]);
  return [
    ...groupKeys.filter(({ source }) => format !== 'edi834' || source === 'REF*38').map(({ value }) => value),
    ...parties,
  ];
}
