import type { CoverageLine } from '../../coverage-line.ts';
import type { Tier } from '../../coverage/tier.ts';
import type { Relationship } from '../../relationship.ts';
import type { CoverageAction, EnrollmentAction, Gender } from '../enrollment-record.ts';

/**
 * The guide that is read: X12 834 Benefit Enrollment and Maintenance, GS08 and ST03. X220 without A1 has the same
 * grammar.
 */
export const GUIDE_834 = '005010X220A1';

/**
 * Recognisable guides that are something else, with what to say (domain rules 4.1). Matched by the beginning of GS08.
 */
export const OTHER_GUIDES: ReadonlyMap<string, string> = new Map([
  ['005010X307', 'an exchange enrolment file (005010X307), which follows a different guide than the 834 of employers'],
  [
    '005010X318',
    'a plan enrolment reporting file (005010X318), which follows a different guide than the 834 of employers',
  ],
  ['004010', 'written for the old version 4010; please ask the sender for version 005010X220A1'],
]);

/** ST01: what other transaction sets are, in words. */
export const TRANSACTION_SETS: ReadonlyMap<string, string> = new Map([
  ['820', 'premium payments (820)'],
  ['837', 'claims (837)'],
  ['835', 'claim payments (835)'],
  ['270', 'an eligibility inquiry (270)'],
  ['271', 'an eligibility response (271)'],
  ['276', 'a claim status request (276)'],
  ['277', 'a claim status response (277)'],
  ['278', 'a service review (278)'],
  ['999', 'an acknowledgement (999)'],
  ['997', 'an acknowledgement (997)'],
  ['824', 'an application advice (824)'],
]);

/** 005010X220A1, INS02 individual relationship code. A foster child counts as a child (26 U.S.C. 152(f)(1)). */
export const RELATIONSHIP_OF_CODE: ReadonlyMap<string, Relationship> = new Map<string, Relationship>([
  ['18', 'self'],
  ['01', 'spouse'],
  ['53', 'domestic_partner'],
  ['19', 'child'],
  ['10', 'child'],
  ['17', 'step_child'],
  ['09', 'adopted_child'],
  ...[
    '03',
    '04',
    '05',
    '06',
    '07',
    '08',
    '11',
    '12',
    '13',
    '14',
    '15',
    '16',
    '23',
    '24',
    '25',
    '26',
    '31',
    '38',
    '48',
    '49',
    '60',
    'D2',
    'G8',
    'G9',
  ].map((code): [string, Relationship] => [code, 'other']),
]);

/**
 * 005010X220A1, INS03 maintenance type code; 026 (correction) belongs to HD01 only but is sent here (CaliforniaChoice
 * guide): a change.
 */
export const ACTION_OF_CODE: ReadonlyMap<string, EnrollmentAction> = new Map<string, EnrollmentAction>([
  ['001', 'change'],
  ['021', 'add'],
  ['024', 'end'],
  ['025', 'reinstate'],
  ['030', 'compare'],
  ['026', 'change'],
]);

/** 005010X220A1, HD01: as INS03, and 002 delete (as if it never existed). */
export const COVERAGE_ACTION_OF_CODE: ReadonlyMap<string, CoverageAction> = new Map<string, CoverageAction>([
  ...ACTION_OF_CODE,
  ['002', 'void'],
]);

/** 005010X220A1, HD03 insurance line code. */
export const LINE_OF_CODE: ReadonlyMap<string, CoverageLine> = new Map<string, CoverageLine>([
  ['HLT', 'medical'],
  ['HMO', 'medical'],
  ['PPO', 'medical'],
  ['POS', 'medical'],
  ['EPO', 'medical'],
  ['MM', 'medical'],
  ['DEN', 'dental'],
  ['DCP', 'dental'],
  ['VIS', 'vision'],
  ['STD', 'disability'],
  ['LTD', 'disability'],
]);

/**
 * Codes of HD03 that the guide lacks though benefit senders use them (domain rules 4.1): life insurance, and what goes
 * with it. Which of them a sender's files are read with is said in its profile.
 */
export const BEYOND_GUIDE = ['LIF', 'AC', 'ADD'] as const;
export type BeyondGuide = (typeof BEYOND_GUIDE)[number];
export const BEYOND_GUIDE_LABEL: Readonly<Record<BeyondGuide, string>> = {
  LIF: 'life insurance',
  AC: 'accident',
  ADD: 'accidental death and dismemberment',
};
/** What a profile begins with. */
export const BEYOND_GUIDE_AT_FIRST: readonly BeyondGuide[] = ['LIF'];
export const isBeyondGuide = (code: string): code is BeyondGuide => (BEYOND_GUIDE as readonly string[]).includes(code);

/** 005010X220A1, HD03: the lines that are not administered here, by name. */
export const OTHER_LINES: ReadonlyMap<string, string> = new Map([
  ['AG', 'preventative care'],
  ['AH', '24 hour care'],
  ['AJ', 'medicare risk'],
  ['AK', 'mental health'],
  ['FAC', 'facility'],
  ['HE', 'hearing'],
  ['LTC', 'long-term care'],
  ['MOD', 'mail order drug'],
  ['PDG', 'prescription drug'],
  ['PRA', 'practitioners'],
  ['UR', 'utilization review'],
  // Not in the guide; payroll systems send them beside the lines that are.
  ['EAP', 'employee assistance'],
  ['FSA', 'flexible spending account'],
  ['HRA', 'health reimbursement arrangement'],
  ['HSA', 'health savings account'],
]);

/**
 * 005010X220A1, HD05 coverage level code. Only some mean one of the composite tiers; what the others say is compared
 * with who is covered (files/coverage/stated-level.ts).
 */
export const TIER_OF_CODE: ReadonlyMap<string, Tier | undefined> = new Map<string, Tier | undefined>([
  ['EMP', 'EMP'],
  ['IND', 'EMP'],
  ['ESP', 'ESP'],
  ['ECH', 'ECH'],
  ['FAM', 'FAM'],
  ...['CHD', 'DEP', 'SPC', 'SPO', 'TWO', 'E1D', 'E2D', 'E3D', 'E5D', 'E6D', 'E7D', 'E8D', 'E9D'].map(
    (code): [string, undefined] => [code, undefined],
  ),
]);

/** 005010X220A1, DMG03. */
export const GENDER_OF_CODE: ReadonlyMap<string, Gender> = new Map<string, Gender>([
  ['F', 'female'],
  ['M', 'male'],
  ['U', 'unknown'],
  ['X', 'unknown'],
]);

/** 005010X220A1, INS04 maintenance reason code, in words. */
export const REASON_TEXT: ReadonlyMap<string, string> = new Map([
  ['01', 'Divorce'],
  ['02', 'Birth'],
  ['03', 'Death'],
  ['04', 'Retirement'],
  ['05', 'Adoption'],
  ['06', 'Strike'],
  ['07', 'Termination of benefits'],
  ['08', 'Termination of employment'],
  ['09', 'COBRA'],
  ['10', 'COBRA premium paid'],
  ['11', 'Surviving spouse'],
  ['14', 'Voluntary withdrawal'],
  ['15', 'Change of primary care provider'],
  ['16', 'Quit'],
  ['17', 'Fired'],
  ['18', 'Suspended'],
  ['20', 'Active'],
  ['21', 'Disability'],
  ['22', 'Plan change'],
  ['25', 'Change in identifying data'],
  ['26', 'Declined coverage'],
  ['27', 'Pre-enrolment'],
  ['28', 'Initial enrolment'],
  ['29', 'Benefit selection'],
  ['31', 'Legal separation'],
  ['32', 'Marriage'],
  ['33', 'Personnel data'],
  ['37', 'Leave of absence with benefits'],
  ['38', 'Leave of absence without benefits'],
  ['39', 'Lay off with benefits'],
  ['40', 'Lay off without benefits'],
  ['41', 'Re-enrolment'],
  ['43', 'Change of location'],
  ['59', 'Non payment'],
  ['AI', 'No reason given'],
  ['EC', 'Member benefit selection'],
  ['XN', 'Notification only'],
  ['XT', 'Transfer'],
]);

/**
 * 005010X220A1, DTP01 in loop 2000, of dates that say something of a person for which there is no place here, in words.
 * Those of the transaction itself (050 received, 300 signature) are not among them.
 */
export const DATES_LEFT_ASIDE: ReadonlyMap<string, string> = new Map([
  ['286', 'retirement'],
  ['296', 'return from a disability'],
  ['297', 'last day worked before a disability'],
  ['338', 'Medicare begin'],
  ['339', 'Medicare end'],
  ['350', 'education begin'],
  ['351', 'education end'],
  ['383', 'adjusted hire'],
  ['385', 'credited service begin'],
  ['386', 'credited service end'],
  ['393', 'suspension of the participation'],
  ['473', 'Medicaid begin'],
  ['474', 'Medicaid end'],
]);

/** INS04 of whoever declines coverage. */
export const DECLINED = '26';

/** 005010X220A1, ICM01 frequency code: how many times a year the wage of ICM02 is paid. */
export const WAGES_PER_YEAR: ReadonlyMap<string, number> = new Map([
  ['1', 52],
  ['2', 26],
  ['3', 24],
  ['4', 12],
  ['7', 1],
  ['Q', 4],
  ['S', 2],
]);
