import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { Tx } from '../../db/connect.ts';
import { findGroupId } from '../matching/resolve-names.ts';

/** What a record, or a pack of them, says of its group. */
export type NamedGroup = Pick<EnrollmentRecord, 'groupKey' | 'masterPolicyKey' | 'sponsorTaxId' | 'sponsorName'>;

const isFilled = (text: string | undefined): text is string => Boolean(text?.trim());

/** Which group a record belongs to: the one chosen at the upload, else what the record, the file's header or its sponsor say. */
export class GroupFinder {
  readonly #known = new Map<string, string | undefined>();
  readonly #chosen: string | null;

  constructor(chosen: string | null) {
    this.#chosen = chosen;
  }

  async of(tx: Tx, record: NamedGroup, facts: FileFacts): Promise<{ groupId: string } | { unknown: string }> {
    if (this.#chosen) return { groupId: this.#chosen };
    const own = [record.groupKey, record.masterPolicyKey, record.sponsorTaxId, record.sponsorName].filter(isFilled);
    const keys = [...own, ...this.#ofFile(record, facts)].filter(isFilled);
    for (const key of keys) {
      const groupId = await this.#find(tx, key);
      if (groupId) return { groupId };
      // A record that names its own group is never moved to another by what the header says. REF*1L may as well be a policy number, unless others of the file are known by it.
      if (key === record.groupKey && (facts.mode === 'census' || (await this.#isKnownByRecord(tx, record, facts)))) break;
    }
    return { unknown: keys[0] ?? '' };
  }

  /**
   * What the file says elsewhere. Of an 834 of several employers nothing of it counts: the one whose group is not known here would come into the group of another. Of one employer, what a set says holds for the
   * next, which may leave it out.
   */
  #ofFile({ groupKey }: NamedGroup, { format, groupKeys, sponsors }: FileFacts): (string | undefined)[] {
    const parties = sponsors.flatMap(({ taxId, name }) => [taxId, name]);
    if (format !== 'edi834') return [...groupKeys.map(({ value }) => value), ...parties];
    if (sponsors.length > 1) return [];
    const ofMembers = groupKeys.filter(({ source }) => source === 'REF*1L');
    return [...groupKeys.filter(({ source }) => source === 'REF*38').map(({ value }) => value), ...parties, ...(groupKey === undefined && ofMembers.length === 1 ? ofMembers.map(({ value }) => value) : [])];
  }

  /** Whether other members of the file have a REF*1L that is a group here, another than the one that the header of this record's set names. */
  async #isKnownByRecord(tx: Tx, { masterPolicyKey, sponsorTaxId, sponsorName }: NamedGroup, { groupKeys }: FileFacts): Promise<boolean> {
    const ofSet: (string | undefined)[] = [];
    for (const key of [masterPolicyKey, sponsorTaxId, sponsorName].filter(isFilled)) ofSet.push(await this.#find(tx, key));
    const header = ofSet.find((id) => id !== undefined);
    for (const { source, value } of groupKeys) {
      const id = source === 'REF*1L' ? await this.#find(tx, value) : undefined;
      if (id !== undefined && id !== header) return true;
    }
    return false;
  }

  async #find(tx: Tx, key: string): Promise<string | undefined> {
    if (!this.#known.has(key)) this.#known.set(key, await findGroupId(tx, key));
    return this.#known.get(key);
  }
}
