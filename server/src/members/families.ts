import type { PersonSecrets } from '../protected-fields.ts';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { problemsOfRescission, type RescissionGround, rescissionText } from '@openbenefits/domain/coverage/rescission';
import type { Touched } from '@openbenefits/domain/members/member-change';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { refuseIfAny } from '@openbenefits/domain/refusal';
import { type ChangeItem, type ChangeKind, recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { loadPeople } from './people-lookup.ts';
import { noteStoredSpans, type StoredSpans, writePeople } from './people-store.ts';
import { monthsTogether, paidMonthsLost } from './rescission.ts';

/** A subscriber with all dependents, to be changed in memory. */
type Family = { readonly subscriber: PersonDraft; readonly dependents: readonly PersonDraft[] };

export type Families = {
  readonly list: readonly Family[];
  readonly byMember: ReadonlyMap<string, Family>;
  readonly stored: StoredSpans;
};

/** Members written per statement. */
const AT_ONCE = 5000;

/**
 * Loads the families of members (subscribers or dependents) with their current coverage. Members who do not exist or
 * may not be seen are omitted.
 */
export async function loadFamilies(
  tx: Tx,
  memberIds: readonly string[],
  groupOf: ReadonlyMap<string, string> | string,
): Promise<Families> {
  const keys = memberIds.flatMap((id): [string, string][] => {
    const groupId = typeof groupOf === 'string' ? groupOf : groupOf.get(id);
    return groupId ? [[groupId, id]] : [];
  });
  const people = await loadPeople(tx, {
    ssns: [],
    births: [],
    birthDays: [],
    lastFours: [],
    employeeIds: [],
    memberNumbers: [],
    carrierIds: [],
    memberIds: keys,
  });
  const stored: StoredSpans = new Map();
  noteStoredSpans(stored, people);
  const dependents = new Map<string, PersonDraft[]>();
  for (const person of people)
    if (person.subscriberId)
      dependents.set(person.subscriberId, [...(dependents.get(person.subscriberId) ?? []), person]);
  const list = people
    .filter((person) => person.subscriberId === null)
    .map((subscriber): Family => ({ subscriber, dependents: dependents.get(subscriber.id) ?? [] }));
  const byMember = new Map(
    list.flatMap((family) => [family.subscriber, ...family.dependents].map((person) => [person.id, family] as const)),
  );
  return { list, byMember, stored };
}

export type FamilyChange = {
  kind: ChangeKind;
  /** Who or how many and what, without a name or a protected value. */
  summary: string;
  groupId: string | undefined;
  reason?: string | undefined;
  effectiveDate?: CalendarDate | undefined;
  fileJobId?: string | undefined;
  touched: readonly Touched[];
  /** Writes new members and corrected identities. */
  secrets?: ReadonlyMap<string, PersonSecrets>;
  /** Items beyond those of `touched`, and what an item says in addition. */
  also?: readonly ChangeItem[];
  /**
   * Why coverage that the employee paid for may end in the past. 'decided': it was announced ahead and
   * is only applied late, or it was approved with its file.
   */
  rescission?: RescissionGround | 'decided' | undefined;
};

/** Refuses a change that takes paid coverage away in the past without a reason that allows it; returns that in words. */
async function requireNoRescission(
  { tx, today }: Pick<Work, 'tx' | 'today'>,
  stored: StoredSpans,
  { touched, rescission }: FamilyChange,
): Promise<string | undefined> {
  if (rescission === 'decided') return undefined;
  const people = touched.map(({ person }) => person);
  const months = monthsTogether(await paidMonthsLost(tx, stored, people, today));
  refuseIfAny(problemsOfRescission(months, rescission, today));
  return rescission && months.length > 0 ? rescissionText(rescission, months) : undefined;
}

/**
 * Writes changes to members as one change set: members, coverage, history. Spans that a draft no longer has are closed
 * and new ones added; no row is overwritten (decisions/0004-change-sets-and-bitemporal-coverage.md). Returns the ID of
 * the change, which can be undone as a whole.
 */
export async function saveFamilies(
  work: Pick<Work, 'tx' | 'actor' | 'now' | 'today'>,
  stored: StoredSpans,
  change: FamilyChange,
): Promise<string> {
  const { tx, now } = work;
  const allowed = await requireNoRescission(work, stored, change);
  const { touched, secrets = new Map(), also = [], rescission: _, ...about } = change;
  const items = touched.map(({ person, effect, summary }): ChangeItem => ({
    entity: 'member',
    entityId: person.id,
    action: effect,
    ...(person.isNew ? {} : { before: person.before }),
    after: { ...(person.isNew ? {} : person.after), summary },
  }));
  const reason = [about.reason, allowed].filter(Boolean).join('. ') || undefined;
  const changeId = await recordChange(work, { ...about, reason, items: [...items, ...also] });
  const people = touched.map(({ person }) => person);
  // All at once, those of a large group would take longer than a statement of a request may.
  for (let from = 0; from < people.length; from += AT_ONCE)
    await Promise.all(writePeople(tx, people.slice(from, from + AT_ONCE), secrets, stored, changeId, now, []));
  return changeId;
}
