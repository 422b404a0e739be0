import type { TheirLine } from '@openbenefits/domain/payments/reconciliation/difference';
import type { InvoiceColumns } from '@openbenefits/domain/payments/reconciliation/columns';
import { type InvoiceRow, withoutSsn } from '@openbenefits/domain/payments/reconciliation/read-invoice';
import { wordsOf } from '@openbenefits/domain/plain-words';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { PlanFinder } from './plan-names.ts';

type Person = {
  id: string;
  groupId: string;
  subscriberId: string;
  memberNumber: string;
  employeeId: string | null;
  name: string;
  last4: string | null;
};

/** Equal IDs as one string: a file may have 100,000 members. */
function shareStrings(people: readonly Person[]): void {
  const groups = new Map<string, string>();
  for (const person of people) {
    const known = groups.get(person.groupId);
    if (known === undefined) groups.set(person.groupId, person.groupId);
    else person.groupId = known;
    if (person.subscriberId === person.id) person.subscriberId = person.id;
  }
}

const idWords = (text: string): string => text.trim().toLowerCase();

/** People by a key; null where several have it. */
class Directory {
  readonly #people = new Map<string, Person | null>();

  add(key: string, person: Person): void {
    const before = this.#people.get(key);
    // Two records of one family's subscriber lead to the same subscriber.
    this.#people.set(key, before === undefined || before?.id === person.id ? person : null);
  }

  get(key: string): Person | undefined {
    return this.#people.get(key) ?? undefined;
  }
}

/** Finds members of groups by member ID, employee ID, or name with the last four digits of the SSN, which stay digests. */
export class MemberFinder {
  readonly #numbers = new Directory();
  readonly #employees = new Directory();
  readonly #names = new Directory();
  readonly #namesAndDigits = new Directory();
  readonly #digest: (last4: string) => string;

  private constructor(people: readonly Person[], digest: (last4: string) => string) {
    this.#digest = digest;
    for (const person of people) {
      this.#numbers.add(idWords(person.memberNumber), person);
      if (person.employeeId && person.id === person.subscriberId) {
        this.#employees.add(idWords(person.employeeId), person);
        this.#employees.add(`${person.groupId} ${idWords(person.employeeId)}`, person);
      }
      if (person.name === '') continue;
      const name = nameKey(person.name);
      this.#names.add(name, person);
      this.#names.add(`${person.groupId} ${name}`, person);
      if (person.last4) this.#namesAndDigits.add(`${name} ${person.last4}`, person);
    }
  }

  /** Names and digits are read only where the file has a column of them. */
  static async open(
    { tx, services, actor }: Work,
    groupIds: readonly string[],
    { name, lastName, last4 }: InvoiceColumns,
  ): Promise<MemberFinder> {
    const isNamed = name !== undefined || lastName !== undefined;
    const { rows } = await sql<Person>`
      select id, group_id, coalesce(subscriber_id, id) as subscriber_id, member_number, employee_id, ${isNamed ? sql`first_name || ' ' || last_name` : sql`''`} as name,
        ${isNamed && last4 !== undefined ? sql`encode(ssn_last4_index, 'hex')` : sql`null`} as last4
      from members where group_id = any (${[...groupIds]}::uuid[])`.execute(tx);
    shareStrings(rows);
    return new MemberFinder(rows, (digits) => services.vault.blindIndexHex('ssn_last4', digits, actor.tenantId));
  }

  find({ memberId, employeeId, name, last4 }: InvoiceRow, groupId: string | null): Person | undefined {
    const inGroup = (key: string): string => (groupId === null ? key : `${groupId} ${key}`);
    const byId =
      (memberId && this.#numbers.get(idWords(memberId))) ||
      (employeeId && this.#employees.get(inGroup(idWords(employeeId)))) ||
      (memberId && this.#employees.get(inGroup(idWords(memberId)))) ||
      (employeeId && this.#numbers.get(idWords(employeeId)));
    if (byId) return byId;
    // An ID that nobody has is not overruled by a name that somebody else may have.
    if (memberId || employeeId || name === '') return undefined;
    const key = nameKey(name);
    return last4.length === 4
      ? this.#namesAndDigits.get(`${key} ${this.#digest(last4)}`)
      : this.#names.get(inGroup(key));
  }
}

/** "Okafor, Ines" and "Ines Okafor" are the same name. */
function nameKey(text: string): string {
  const [last, first] = text.split(',');
  const plain = first === undefined ? text : `${first} ${last}`;
  return wordsOf(plain.normalize('NFD').replace(/\p{M}/gu, ''));
}

/** How the file names a member we do not know. */
const statedName = ({ memberId, employeeId, name }: InvoiceRow): string =>
  withoutSsn([memberId || employeeId, name].filter((text) => text !== '').join(', '));

/** The rows of a file with their members, plans and groups as we know them. */
export function matchedLines(
  rows: readonly InvoiceRow[],
  {
    members,
    plans,
    groups,
    groupId,
  }: { members: MemberFinder | null; plans: PlanFinder; groups: GroupFinder; groupId: string | null },
): TheirLine[] {
  return rows.map((row) => {
    const plan = row.plan === '' ? undefined : plans.find(row.plan);
    const rowGroup = groupId ?? groups.find(row.group);
    const person = members?.find(row, rowGroup);
    return {
      row: row.row,
      groupId: person?.groupId ?? rowGroup,
      subscriberId: person?.subscriberId ?? null,
      memberId: person?.id ?? null,
      stated: person ? '' : statedName(row),
      statedPlan: plan ? '' : withoutSsn(row.plan),
      planId: plan?.id ?? null,
      line: plan?.line ?? (row.plan === '' ? row.line : null),
      tier: row.tier,
      month: row.month,
      cents: row.cents,
      count: row.count,
    };
  });
}

/** Finds groups by name or CIM number. */
export class GroupFinder {
  readonly #groups = new Map<string, string | null>();

  constructor(groups: readonly { id: string; name: string; cim: string }[]) {
    for (const { id, name, cim } of groups)
      for (const words of new Set([wordsOf(name), wordsOf(cim)]))
        this.#groups.set(words, this.#groups.has(words) ? null : id);
  }

  find(text: string): string | null {
    return text === '' ? null : (this.#groups.get(wordsOf(text)) ?? null);
  }
}
