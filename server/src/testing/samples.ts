import { createHash } from 'node:crypto';
import type { GroupSetup } from '@openbenefits/contract/groups';
import { blankSetupFields } from '@openbenefits/domain/groups/group-fields';

/** A different tax ID for every employer, because sharing one needs a reason. */
const taxIdOf = (companyName: string): string =>
  `84-${String(createHash('sha256').update(companyName).digest().readUIntBE(0, 4) % 10_000_000).padStart(7, '0')}`;

/** Returns a complete, valid wizard form for a group offering the given plans to its one class. */
export function setupOf(companyName: string, planIds: readonly string[], change: Partial<GroupSetup> = {}): GroupSetup {
  return {
    ...(blankSetupFields() as GroupSetup),
    companyName,
    legalName: `${companyName}, Inc.`,
    taxId: taxIdOf(companyName),
    industry: 'manufacturing',
    sicCode: '3599',
    addressLine1: '400 Foundry Street',
    addressLine2: '',
    city: 'Dubuque',
    stateProvince: 'IA',
    zipPostalCode: '52001',
    contactPhone: '(563) 555-0140',
    faxPhone: '',
    contactEmail: 'benefits@foundry.test',
    website: '',
    employeeCount: 24,
    eligibleEmployeeCount: 20,
    effectiveDate: '2026-01-01',
    renewalDate: '2027-01-01',
    waitingPeriodDays: 0,
    waitingPeriodStart: 'date_of_hire',
    hoursRequirement: 30,
    groupType: 'traditional',
    billingLocations: [
      {
        locationName: 'Main Plant',
        addressLine1: '400 Foundry Street',
        addressLine2: '',
        city: 'Dubuque',
        state: 'IA',
        zipCode: '52001',
      },
    ],
    classes: [{ className: 'Full-Time Employee', billingLocation: 'Main Plant' }],
    billingMethod: 'list_bill',
    paymentMethod: 'recurring_ach',
    gracePeriodDays: 31,
    retroTermDays: 60,
    openEnrollmentStart: '2026-11-01',
    openEnrollmentEnd: '2026-11-30',
    cobraEnabled: true,
    selectedPlans: { 'Full-Time Employee': { 'Main Plant': [...planIds] } },
    planCustomizations: {},
    ...change,
  };
}

export type SampleMember = {
  first: string;
  last: string;
  ssn?: string;
  birth: string;
  family: string;
  relationship?: string;
  action?: string;
  plans?: readonly (readonly [line: string, plan: string, from: string, until?: string])[];
};

/**
 * Returns a small 834 (005010X220A1) of invented people, with correct totals. `line` is an HD03 code, dates are
 * CCYYMMDD, `until` a last day.
 */
export function edi834(
  members: readonly SampleMember[],
  options: { group?: string; bgn08?: string; control?: string } = {},
): string {
  const { group = 'CIM-2026-000001', bgn08 = '2' } = options;
  // Another content is another interchange, the same content the same.
  const control =
    options.control ??
    String(
      Number.parseInt(
        createHash('sha256')
          .update(JSON.stringify([members, group, bgn08]))
          .digest('hex')
          .slice(0, 7),
        16,
      ),
    ).padStart(9, '0');
  const body = members.flatMap((member) => {
    const isSubscriber = member.relationship === undefined;
    const action = member.action ?? '021';
    return [
      `INS*${isSubscriber ? 'Y*18' : `N*${member.relationship}`}*${action}*28*A***${isSubscriber ? 'FT' : ''}`.replace(
        /\*+$/,
        '',
      ),
      `REF*0F*${member.family}`,
      `REF*1L*${group}`,
      `NM1*IL*1*${member.last}*${member.first}${member.ssn ? `****34*${member.ssn}` : ''}`,
      `DMG*D8*${member.birth}*F`,
      ...(member.plans ?? []).flatMap(([line, plan, from, until]) => [
        `HD*${action}**${line}*${plan}`,
        `DTP*348*D8*${from}`,
        ...(until ? [`DTP*349*D8*${until}`] : []),
      ]),
    ];
  });
  const set = [
    `ST*834*0001*005010X220A1`,
    `BGN*00*R${control}*20261120*0930*CT***${bgn08}`,
    `REF*38*${group}`,
    'N1*P5*SAMPLE EMPLOYER*FI*123456789',
    'N1*IN*SAMPLE HEALTH PLAN*FI*987654321',
    ...body,
  ];
  return [
    `ISA*00*          *00*          *ZZ*SAMPLESENDER   *ZZ*OPENBENEFITS   *261120*0930*^*00501*${control}*0*P*:`,
    `GS*BE*SAMPLESENDER*OPENBENEFITS*20261120*0930*1*X*005010X220A1`,
    ...set,
    `SE*${set.length + 1}*0001`,
    'GE*1*1',
    `IEA*1*${control}`,
    '',
  ].join('~\n');
}
