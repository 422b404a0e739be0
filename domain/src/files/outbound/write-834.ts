import { phoneDigits, readPhone } from '../../phone.ts';
import { addDays, type CalendarDate } from '../../calendar-date.ts';
import type { CoverageLine } from '../../coverage-line.ts';
import type { Tier } from '../../coverage/tier.ts';
import type { Relationship } from '../../relationship.ts';
import { GUIDE_834 } from '../edi-834/edi-834.ts';
import { asciiText } from '../../x12/ascii-text.ts';
import type { LineAction, OutboundMember, ToldLine } from './outbound-person.ts';
import { numberOf } from './told-identity.ts';
import type { Separators } from '../../x12/separators.ts';
import {
  dayText,
  type EnvelopeHeader,
  fileText,
  groupText,
  interchangeText,
  segmentText,
  setText,
  timeText,
} from '../../x12/x12-writer.ts';

/** How a carrier wants its file: what its codes are where they differ from ours, and how it is written. */
export type OutboundFormat = {
  separators: Separators;
  uppercase: boolean;
  /** BGN08: 4 full, 2 changes. */
  mode: 'full' | 'change';
  /**
   * How coverage that never was is told: HD 002, or HD 024 with its first day as its last, for carriers that take no
   * 002 (domain rules 4.1).
   */
  voids: 'delete' | 'same_day';
  /** HD03 by line; what is absent has the code of the guide. */
  lineCodes: Readonly<Partial<Record<CoverageLine, string>>>;
  /** HD04 by plan. */
  planCodes: ReadonlyMap<string, string>;
  /** HD05 by tier; what is absent has the code of the guide. */
  tierCodes: Readonly<Partial<Record<Tier, string>>>;
  payer: { name: string; id: string };
};

/** One employer: a transaction set has one sponsor (1000A). `number` is ours for the group (REF*38, REF*1L). */
export type OutboundGroup = {
  name: string;
  /** Empty where it is not known: then our own number stands for it. */
  taxId: string;
  number: string;
  members: readonly OutboundMember[];
};

/** HD03 of the guide for our lines; LIF is what senders of life insurance use, though the guide lacks it. */
export const LINE_CODE: Readonly<Record<CoverageLine, string>> = {
  medical: 'HLT',
  dental: 'DEN',
  vision: 'VIS',
  life: 'LIF',
  disability: 'LTD',
};

const RELATIONSHIP_CODE: Readonly<Record<Relationship, string>> = {
  self: '18',
  spouse: '01',
  domestic_partner: '53',
  child: '19',
  step_child: '17',
  adopted_child: '09',
  other: 'G8',
};
const ACTION_CODE: Readonly<Record<LineAction, string>> = {
  compare: '030',
  add: '021',
  change: '001',
  end: '024',
  reinstate: '025',
  void: '002',
};
/**
 * Characters that the guide has room for (005010X220A1): NM103, NM104, NM105, NM107, N301, N401, PER06, REF02. What is
 * longer is cut, since a file that breaks the guide may be refused as a whole.
 */
const LONGEST = {
  last: 60,
  first: 35,
  middle: 25,
  suffix: 10,
  street: 55,
  city: 30,
  email: 256,
  reference: 50,
} as const;
/** INS04: notification only, initial enrolment, change in identifying data, termination of benefits, re-enrolment. */
const REASON_CODE: Readonly<Record<OutboundMember['action'], string>> = {
  compare: 'XN',
  add: '28',
  change: '25',
  end: '07',
  reinstate: '41',
};
const COBRA_REASON = '09';
/** No reason given: coverage changes, and the identity of the person does not. */
const NO_REASON = 'AI';

/** The employment's coverage of a plan ends, and COBRA follows on it. */
const beginsCobra = ({ lines }: OutboundMember): boolean =>
  lines.some(
    (one) =>
      one.action === 'add' &&
      lines.some(
        ({ action, line, planId, until }) =>
          action === 'end' && line === one.line && planId === one.planId && until === one.from,
      ),
  );

function reasonOf(member: OutboundMember): string {
  const { person, action, lines, correction } = member;
  if (person.benefitStatus === 'C' && (action === 'add' || beginsCobra(member))) return COBRA_REASON;
  return action === 'change' && lines.length > 0 && !correction?.formerly ? NO_REASON : REASON_CODE[action];
}

const day = (date: CalendarDate): string => date.replaceAll('-', '');
/** 349 and 357 are last days (domain rules 4.1). */
const lastDay = (until: CalendarDate): string => day(addDays(until, -1));

/**
 * N402 is for the states and provinces of the United States and Canada, by their two letters, and N404 for other
 * countries than the first (005010X220A1, N4 of loop 2100A).
 */
function placeOf(
  { state, zip, country }: OutboundMember['person'],
  text: (value: string | undefined) => string | undefined,
): (string | undefined)[] {
  const code = state?.length === 2 ? text(state) : '';
  if (country === undefined) return [code, zip?.replace(/\D/g, '')];
  return [country === 'CA' ? code : '', text(zip?.replace(/[ -]/g, '')), country];
}

function memberSegments(member: OutboundMember, groupNumber: string, format: OutboundFormat, today: string): string[] {
  const { person, action, lines, correction } = member;
  const text = (value: string | undefined, most: number = LONGEST.reference): string | undefined =>
    value === undefined
      ? undefined
      : (format.uppercase ? asciiText(value).toUpperCase() : asciiText(value)).slice(0, most);
  const segment = (id: string, ...elements: (string | undefined)[]): string =>
    segmentText(format.separators, id, ...elements);
  const date = (code: string, value: string): string => segment('DTP', code, 'D8', value);
  const ends = lines.flatMap(({ action: one, until }) => (one === 'end' && until !== null ? [until] : []));
  const last = ends.reduce<CalendarDate | undefined>(
    (latest, until) => (latest === undefined || until > latest ? until : latest),
    undefined,
  );
  const phone = person.phone && phoneDigits(person.phone);
  const extension = person.phone && readPhone(person.phone)?.extension;
  const isCobra = person.benefitStatus === 'C';
  const { formerly, formerNumber } = correction ?? {};
  const isEndedAtOnce = (line: ToldLine): boolean => line.action === 'void' && format.voids === 'same_day';
  return [
    // Whoever goes on under COBRA has left the employer or hangs on nobody who works there.
    segment(
      'INS',
      person.isSubscriber ? 'Y' : 'N',
      RELATIONSHIP_CODE[person.relationship],
      ACTION_CODE[action],
      reasonOf(member),
      person.benefitStatus ?? 'A',
      person.medicarePlan,
      isCobra ? person.cobraEvent : '',
      person.isSubscriber ? (action === 'end' || isCobra ? 'TE' : 'AC') : '',
      '',
      person.isDisabled ? 'Y' : '',
      '',
      '',
      person.isAddressRestricted ? 'R' : '',
    ),
    segment('REF', '0F', text(person.familyId)),
    segment('REF', '1L', text(groupNumber)),
    segment('REF', '23', text(numberOf(person))),
    ...(formerNumber === undefined ? [] : [segment('REF', 'Q4', text(formerNumber))]),
    ...(person.hireDate && person.isSubscriber ? [date('336', day(person.hireDate))] : []),
    ...(isCobra
      ? (
          [
            ['301', person.cobraEventDate],
            ['340', person.cobraBeginDate],
            ['341', person.cobraEndDate],
          ] as const
        ).flatMap(([code, on]) => (on ? [date(code, day(on))] : []))
      : []),
    ...(action === 'end' && last !== undefined ? [date('357', lastDay(last))] : []),
    ...(action === 'change' && lines.length === 0 ? [date('303', today)] : []),
    segment(
      'NM1',
      formerly ? '74' : 'IL',
      '1',
      text(person.lastName, LONGEST.last),
      text(person.firstName, LONGEST.first),
      text(person.middleName, LONGEST.middle),
      '',
      text(person.suffix, LONGEST.suffix),
      person.ssn ? '34' : '',
      person.ssn,
    ),
    ...(phone || person.email
      ? [
          segment(
            'PER',
            'IP',
            '',
            ...(phone ? ['HP', phone, ...(extension ? ['EX', extension] : [])] : []),
            ...(person.email ? ['EM', text(person.email, LONGEST.email)] : []),
          ),
        ]
      : []),
    ...(person.addressLine1 && person.city
      ? [
          segment('N3', text(person.addressLine1, LONGEST.street), text(person.addressLine2, LONGEST.street)),
          segment('N4', text(person.city, LONGEST.city), ...placeOf(person, text)),
        ]
      : []),
    ...(person.dateOfBirth ? [segment('DMG', 'D8', day(person.dateOfBirth), person.gender ?? 'U')] : []),
    ...(formerly
      ? [
          segment(
            'NM1',
            '70',
            '1',
            text(formerly.lastName, LONGEST.last),
            text(formerly.firstName, LONGEST.first),
            text(formerly.middleName, LONGEST.middle),
            '',
            '',
            formerly.ssn ? '34' : '',
            formerly.ssn,
          ),
        ]
      : []),
    ...(formerly?.dateOfBirth ? [segment('DMG', 'D8', day(formerly.dateOfBirth), formerly.gender ?? 'U')] : []),
    ...lines.flatMap((line) => [
      segment(
        'HD',
        isEndedAtOnce(line) ? ACTION_CODE.end : ACTION_CODE[line.action],
        '',
        format.lineCodes[line.line] ?? LINE_CODE[line.line],
        text(format.planCodes.get(line.planId)),
        line.level && (format.tierCodes[line.level.tier] ?? line.level.tier),
      ),
      // 303 is for a change by which nobody's coverage begins or ends, 348 stays its first day (005010X220A1, DTP of
      // loop 2300).
      ...(line.isLevel && line.level ? [date('303', day(line.level.from))] : []),
      date('348', day(line.from)),
      ...(isEndedAtOnce(line)
        ? [date('349', day(line.from))]
        : line.until === null
          ? []
          : [date('349', lastDay(line.until))]),
    ]),
  ];
}

/**
 * What the set holds by its own count (QTY of the header): people in total, employees, dependents. Whoever reads it
 * finds by it that something is missing, beside SE01.
 */
function totalsOf(members: readonly OutboundMember[]): [qualifier: string, count: number][] {
  const employees = members.filter(({ person }) => person.isSubscriber).length;
  return [
    ['TO', members.length],
    ['ET', employees],
    ['DT', members.length - employees],
  ];
}

/**
 * One employer's transaction set, from ST to SE; `number` counts the sets of the interchange from 1, `of` is how many
 * there are.
 */
export function employerSet(
  group: OutboundGroup,
  number: number,
  of: number,
  format: OutboundFormat,
  header: EnvelopeHeader,
): string[] {
  const { separators } = format;
  const today = dayText(header.now);
  const name = (text: string): string =>
    (format.uppercase ? asciiText(text).toUpperCase() : asciiText(text)).slice(0, 60);
  return setText(separators, '834', number, GUIDE_834, [
    segmentText(
      separators,
      'BGN',
      '00',
      `OB${header.control}${of > 1 ? `-${number}` : ''}`,
      today,
      timeText(header.now),
      'UT',
      '',
      '',
      format.mode === 'full' ? '4' : '2',
    ),
    segmentText(separators, 'REF', '38', group.number),
    ...totalsOf(group.members).map(([qualifier, count]) => segmentText(separators, 'QTY', qualifier, String(count))),
    segmentText(
      separators,
      'N1',
      'P5',
      name(group.name),
      ...(group.taxId ? ['FI', group.taxId.replace(/\D/g, '')] : ['94', group.number]),
    ),
    segmentText(separators, 'N1', 'IN', name(format.payer.name), '94', format.payer.id),
    ...group.members.flatMap((member) => memberSegments(member, group.number, format, today)),
  ]);
}

/** The interchange around the sets of its employers: totals true, one functional group. */
export function interchange834(
  sets: readonly (readonly string[])[],
  { separators }: OutboundFormat,
  header: EnvelopeHeader,
): { text: string; segments: number } {
  const segments = interchangeText(
    separators,
    header,
    1,
    groupText(separators, header, 'BE', GUIDE_834, header.control, sets),
  );
  return { text: fileText(separators, segments), segments: segments.length };
}

export type Written834 = { text: string; people: number; segments: number };

/**
 * The 834 of an interchange: one transaction set per employer, subscribers and dependents in the order given, dates
 * inclusive, totals true, no separator in the data. TR3 005010X220A1.
 */
export function write834(groups: readonly OutboundGroup[], format: OutboundFormat, header: EnvelopeHeader): Written834 {
  const sets = groups.map((group, index) => employerSet(group, index + 1, groups.length, format, header));
  return {
    ...interchange834(sets, format, header),
    people: groups.reduce((sum, { members }) => sum + members.length, 0),
  };
}
