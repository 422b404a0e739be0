import { type CalendarDate } from '../../calendar-date.ts';
import type { CoverageLine } from '../../coverage/coverage-line.ts';
import type { Tier } from '../../coverage/tier.ts';
import type { BenefitStatus, CobraEvent, MedicarePlan } from '../../members/benefit-status.ts';
import type { Relationship } from '../../members/relationship.ts';

/** Coverage of one line as a carrier is told of it. `until` is the first day without coverage, null while it is open. */
type Stretch = { planId: string; from: CalendarDate; until: CalendarDate | null };
export type OutboundLine = Stretch & { line: CoverageLine; tier?: Tier | undefined; /** What runs until then, where `from` is still to come. */ previous?: (Stretch & { until: CalendarDate }) | undefined };

/** A person of ours as a carrier is told of them. */
export type OutboundPerson = {
  memberId: string;
  isSubscriber: boolean;
  relationship: Relationship;
  /** REF*0F, the same for the whole family. */
  familyId: string;
  memberNumber: string;
  /** What the carrier or the employer calls the person, where a file has said it. */
  carrierMemberId?: string | undefined;
  benefitStatus?: BenefitStatus | undefined;
  medicarePlan?: MedicarePlan | undefined;
  /** INS10 and INS13, where they say anything unusual. */
  isDisabled?: boolean | undefined;
  isAddressRestricted?: boolean | undefined;
  cobraEvent?: CobraEvent | undefined;
  cobraEventDate?: CalendarDate | undefined;
  cobraBeginDate?: CalendarDate | undefined;
  cobraEndDate?: CalendarDate | undefined;
  ssn?: string | undefined;
  firstName: string;
  middleName?: string | undefined;
  lastName: string;
  suffix?: string | undefined;
  dateOfBirth?: CalendarDate | undefined;
  gender?: 'F' | 'M' | 'U' | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  addressLine1?: string | undefined;
  addressLine2?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zip?: string | undefined;
  hireDate?: CalendarDate | undefined;
  /** Changes when anything above changes that the carrier keeps. */
  identity: string;
  /** For each line the last coverage that is known, perhaps one that is still to come. */
  lines: readonly OutboundLine[];
};

/** What the carrier was last told of a person's line. `answered`: it has accepted the file. */
export type SentLine = { memberId: string; line: CoverageLine; planId: string; from: CalendarDate; until: CalendarDate | null; isVoid: boolean; identity: string; answered: boolean };

export type LineAction = 'compare' | 'add' | 'change' | 'end' | 'reinstate' | 'void';
export type MemberAction = Exclude<LineAction, 'void'>;
export type OutboundMember = { person: OutboundPerson; action: MemberAction; lines: readonly (OutboundLine & { action: LineAction })[] };

const isOpen = ({ until }: { until: CalendarDate | null }, today: CalendarDate): boolean => until === null || until > today;

/** A full file: everybody who is covered or will be. It says nothing of those who are not (domain rules 4.1). */
export function fullFile(people: readonly OutboundPerson[], today: CalendarDate): OutboundMember[] {
  return people.flatMap((person): OutboundMember[] => {
    const lines = person.lines.filter((line) => isOpen(line, today)).flatMap((line) => [...(line.previous ? [{ ...line, ...line.previous }] : []), line].map((one) => ({ ...one, action: 'compare' as const })));
    return lines.length === 0 ? [] : [{ person, action: 'compare', lines }];
  });
}

type Told = OutboundLine & { action: LineAction };

/** A line of which the carrier was never told. A plan that follows without a gap is a change of plan. */
function toldFirst(now: OutboundLine): Told[] {
  const { previous } = now;
  if (!previous) return [{ ...now, action: 'add' }];
  const followsAtOnce = previous.until === now.from;
  return [{ ...now, ...previous, until: followsAtOnce ? null : previous.until, action: 'add' }, { ...now, action: followsAtOnce ? 'change' : 'add' }];
}

/** What has to be told of a line that the carrier knows. */
function toldAgain(now: OutboundLine | undefined, sent: SentLine, today: CalendarDate): Told[] {
  // Gone, or all that is left ended before what was told began: that never was (domain rules 4.1, cancel against terminate).
  if (!now || (now.until !== null && now.until <= sent.from && now.from < sent.from)) {
    const isKnown = sent.isVoid && sent.answered;
    return isKnown ? [] : [{ line: sent.line, planId: sent.planId, from: sent.from, until: null, action: 'void' }];
  }
  if (sent.isVoid) return isOpen(now, today) ? [{ ...now, action: 'add' }] : [];
  const isSamePlan = now.planId === sent.planId;
  // Between what runs now and what comes there is a gap: the one ends and the other begins.
  if (now.previous && now.previous.until < now.from && sent.until === null && sent.from < now.from) return [{ ...now, ...now.previous, action: 'end' }, { ...now, action: 'add' }];
  if (isSamePlan && now.from === sent.from && now.until === sent.until) {
    // A termination is repeated until the carrier has accepted one (domain rules 4.1, outbound).
    return now.until !== null && !sent.answered ? [{ ...now, action: 'end' }] : [];
  }
  if (now.until === null) {
    if (sent.until === null) return [{ ...now, action: 'change' }];
    return [{ ...now, action: isSamePlan ? 'reinstate' : sent.until < now.from ? 'add' : 'change' }];
  }
  // A later end than the one told is a reinstatement and a new end; an earlier one is simply told (CMS 7.2.6).
  if (isSamePlan && now.from === sent.from && sent.until !== null && sent.until < now.until) return [{ ...now, until: null, action: 'reinstate' }, { ...now, action: 'end' }];
  if (isSamePlan && now.from === sent.from) return [{ ...now, action: 'end' }];
  return isOpen(now, today) ? [{ ...now, until: null, action: 'change' }, { ...now, action: 'end' }] : [{ ...now, action: 'end' }];
}

function memberAction(told: readonly Told[], isKnown: boolean, staysCovered: boolean): MemberAction {
  if (!isKnown) return 'add';
  if (told.length === 0 || staysCovered) return 'change';
  const last = told.filter((one, index) => told.findLastIndex(({ line }) => line === one.line) === index);
  if (last.every(({ action }) => action === 'end' || action === 'void')) return 'end';
  return last.every(({ action }) => action === 'reinstate') ? 'reinstate' : told.every(({ action }) => action === 'add') ? 'add' : 'change';
}

/**
 * A change file: the difference from what the carrier was last told, person by person in the order given. Terminations are repeated until a file with
 * them was accepted. `people` holds everybody who is covered and everybody the carrier knows of,
 * `sent` what it was told of each by member id.
 */
export function changeFile(people: readonly OutboundPerson[], sent: ReadonlyMap<string, readonly SentLine[]>, today: CalendarDate): OutboundMember[] {
  return people.flatMap((person): OutboundMember[] => {
    const before = sent.get(person.memberId) ?? [];
    const told: Told[] = before.flatMap((line) => toldAgain(person.lines.find((now) => now.line === line.line), line, today));
    for (const now of person.lines) if (isOpen(now, today) && !before.some(({ line }) => line === now.line)) told.push(...toldFirst(now));
    const isRenamed = before.some(({ identity, isVoid, until }) => identity !== person.identity && !isVoid && isOpen({ until }, today));
    if (told.length === 0 && !isRenamed) return [];
    const staysCovered = person.lines.some((line) => isOpen(line, today) && before.some((one) => one.line === line.line && !one.isVoid && isOpen(one, today)) && !told.some((one) => one.line === line.line));
    return [{ person, action: memberAction(told, before.length > 0, staysCovered), lines: told }];
  });
}
