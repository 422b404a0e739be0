import { describe, expect, it } from 'vitest';
import { matchColumns, missingColumns } from './columns.ts';
import { fieldOfHeading, relationshipOfPlace } from './field-of-heading.ts';

describe('fieldOfHeading', () => {
  it.each([
    ['Family ID # \n(to match family members to the EE)(optional)', 'familyId'],
    ['First Name', 'firstName'],
    ['FName', 'firstName'],
    ['LAST_NAME1', 'lastName'],
    ['SSN NO', 'ssn'],
    ['FICA-NBR', 'ssn'],
    ['EID', 'employeeId'],
    ['MBR ID', 'memberId'],
    ['EE/ES/EC/FAM', 'tier'],
    ['Add or Remove', 'action'],
    ['Dependent Relationship Type', 'relationship'],
    ['RelationshipToSubscriberCode', 'relationship'],
    ['Social Security Number', 'ssn'],
    ['SSN / TIN (enter without dashes)', 'ssn'],
    ['Birth Date', 'dateOfBirth'],
    ['Date of Birth (MM/DD/YYYY)', 'dateOfBirth'],
    ['DOH', 'hireDate'],
    ['Employee Hire Date', 'hireDate'],
    ['DOT', 'terminationDate'],
    ['E-mail', 'email'],
    ['EMAIL_WORK', 'email'],
    ['Postal Code', 'zip'],
    ['Subscriber State', 'state'],
    ['Address Line 2(Optional)', 'addressLine2'],
    ['EE ID', 'employeeId'],
    ['Medical Plan', 'plan.medical'],
    ['Waive Medical', 'waived.medical'],
    ['Medical Coverage Declined?', 'waived.medical'],
    ['Opt Out - Dental', 'waived.dental'],
    ['Employee Waived', 'waived'],
    ['Enrolled in Vision', 'enrolled.vision'],
    ['Dental Status', 'enrolled.dental'],
    ['Enrolled? (Y/N)', 'enrolled'],
    ['COBRA Eff. Date', 'cobraBegin'],
    ['COBRA End Date', 'cobraEnd'],
    ['COBRA Qualifying Event', 'cobraEvent'],
    ['Qualifying Event Date', 'cobraEventDate'],
    ['Plan Code', 'plan.medical'],
    ['Dental Plan Name', 'plan.dental'],
    ['Dental Tier', 'tier.dental'],
    ['Vision Effective Date', 'from.vision'],
    ['Coverage Level', 'tier'],
    ['Benefit Begin Date', 'from'],
    ['Coverage Period', 'from'],
    ['Medical Coverage Dates', 'from.medical'],
    ['CIM', 'groupKey'],
    ['Position', 'jobTitle'],
    ['Legal First Name', 'firstName'],
    ['Last Name, First Name', 'fullName'],
    ['Employee Name (Last, First)', 'fullName'],
    ['SS#', 'ssn'],
    ['Payroll #', 'employeeId'],
    ['Associate ID', 'employeeId'],
    ['Home Address: Street 1', 'addressLine1'],
    ['Primary Address: Address Line 1', 'addressLine1'],
    ['Apt/Suite', 'addressLine2'],
    ['State/Province', 'state'],
    ['Zip/Postal Code', 'zip'],
    ['Work Email Address', 'email'],
    ['Most Recent Hire Date', 'rehireDate'],
    ['Rehire Date', 'rehireDate'],
    ['Annual Base Salary', 'salary'],
    ['Sex at Birth', 'gender'],
    ['EE/SP/CH', 'relationship'],
    ['Medical Eff Date', 'from.medical'],
    ['Dental Term Date', 'until.dental'],
    ['Effective Date of Coverage', 'from'],
  ])('%j is %s', (heading, field) => expect(fieldOfHeading(heading)).toMatchObject({ field, dependent: 0 }));

  it('knows the dependents of wide rows', () => {
    expect(fieldOfHeading('Dep3 First Name')).toMatchObject({ field: 'firstName', dependent: 3 });
    expect(fieldOfHeading('Dependent 2 DOB')).toMatchObject({ field: 'dateOfBirth', dependent: 2 });
    expect(fieldOfHeading('Dependent SSN')).toMatchObject({ field: 'ssn', dependent: 1 });
    expect(fieldOfHeading('Spouse First Name')).toMatchObject({ field: 'firstName', dependent: 20 });
    expect(fieldOfHeading('Child 2 DOB')).toMatchObject({ field: 'dateOfBirth', dependent: 22 });
    expect(fieldOfHeading('Child Name')).toMatchObject({ field: 'fullName', dependent: 21 });
    expect([20, 21, 1].map(relationshipOfPlace)).toEqual(['spouse', 'child', undefined]);
  });

  it.each([
    ['Dependent Relationship', 'relationship'],
    ['Dependent Type', 'relationship'],
    ['Department', 'department'],
    ['Spouse Coverage', undefined],
    ['Child Support', undefined],
    ['Special Instructions', undefined],
  ])('%j is no dependent’s, but %s', (heading, field) => {
    expect(fieldOfHeading(heading)?.field).toBe(field);
    expect(fieldOfHeading(heading)?.dependent ?? 0).toBe(0);
  });

  it.each(['Premium Total', 'Broker Name', 'RECORDSTARTDATE', 'constructor', ''])('does not know %j', (heading) =>
    expect(fieldOfHeading(heading)).toBeUndefined(),
  );
});

describe('matchColumns', () => {
  it('takes Subscriber SSN for the link beside an SSN, and for the SSN alone', () => {
    const both = matchColumns(['First Name', 'Last Name', 'SSN', 'Subscriber SSN']).columns;
    expect(both.find(({ heading }) => heading === 'Subscriber SSN')?.field).toBe('subscriberKey');
    const alone = matchColumns(['First Name', 'Last Name', 'Subscriber SSN']).columns;
    expect(alone.find(({ heading }) => heading === 'Subscriber SSN')?.field).toBe('ssn');
  });

  it('prefers the better heading where several say the same', () => {
    const plans = matchColumns(['Plan Name', 'First Name', 'Last Name', 'HIOS Id']).columns.filter(
      ({ field }) => field === 'plan.medical',
    );
    expect(plans.map(({ heading }) => heading)).toEqual(['HIOS Id', 'Plan Name']);
  });

  it('names what is missing', () => {
    expect(missingColumns(matchColumns(['SSN', 'First Name']).columns)).toEqual(['Last Name']);
    expect(missingColumns(matchColumns(['SSN', 'DOB']).columns)).toEqual(['First Name', 'Last Name']);
    expect(missingColumns(matchColumns(['Employee Name']).columns)).toEqual([]);
  });
});

describe('what is remembered of a sender', () => {
  const remembered = [
    { heading: 'Notiz', field: null, dependent: 0 },
    { heading: 'Vor-Name', field: 'firstName', dependent: 0 },
    { heading: 'Kind 1', field: 'firstName', dependent: 1 },
  ] as const;

  it('wins over our own understanding, however the heading is written', () => {
    const { columns, ignored, leftOut } = matchColumns(
      [' NOTIZ ', 'vorname', 'First Name', 'Kind 1', 'Premium'],
      remembered,
    );
    expect(columns.map(({ heading, field, dependent, how }) => [heading, field, dependent, how])).toEqual([
      ['vorname', 'firstName', 0, 'remembered'],
      ['Kind 1', 'firstName', 1, 'remembered'],
      ['First Name', 'firstName', 0, 'sure'],
    ]);
    expect({ ignored, leftOut }).toEqual({ ignored: ['Premium'], leftOut: ['NOTIZ'] });
  });

  it('keeps a Subscriber SSN what it was said to be', () => {
    expect(
      matchColumns(['Subscriber SSN'], [{ heading: 'Subscriber SSN', field: 'subscriberKey', dependent: 0 }]).columns[0]
        ?.field,
    ).toBe('subscriberKey');
    expect(matchColumns(['Subscriber SSN']).columns[0]?.field).toBe('ssn');
  });

  it('tells a heading that is known from one that probably means it', () => {
    expect(matchColumns(['Last Name', 'Insured Title']).columns.map(({ how }) => how)).toEqual(['sure', 'likely']);
  });
});

/** Headings, and what those that are called alike in lists of jobs and of coverage mean there. */
it.each([
  ['Medical Plan, Begin, End', 'plan.medical from until'],
  ['Hire Date, Medical Plan, Carrier, Begin, End', 'hireDate plan.medical from until'],
  ['Job Title, Begin, End, Medical Plan', 'jobTitle hireDate terminationDate plan.medical'],
  ['Employed, From, To, Medical Plan', 'hireDate terminationDate plan.medical'],
  ['Hire Date, Position, Start Date, Medical Plan', 'hireDate jobTitle plan.medical'],
  ['Start Date, End Date, Medical Plan', 'from until plan.medical'],
  ['Start Date, Medical Plan', 'plan.medical'],
  [
    'Medical Plan, Begin, End, Dental Plan, Begin, End',
    'plan.medical from.medical until.medical plan.dental from.dental until.dental',
  ],
  [
    'Medical Plan, Tier, Effective Date, Dental Plan, Tier, Effective Date',
    'plan.medical tier.medical from.medical plan.dental tier.dental from.dental',
  ],
  ['Effective Date, Medical Plan, Dental Plan, Effective Date', 'from plan.medical plan.dental from'],
])('%s', (headings, fields) => {
  const { columns } = matchColumns(['First Name', 'Last Name', ...headings.split(', ')]);
  expect(
    columns
      .toSorted((a, b) => a.index - b.index)
      .slice(2)
      .map(({ field }) => field)
      .join(' '),
  ).toBe(fields);
});

it.each([
  [
    'Employee First, Employee Last, Employee DOB, Dependent Relationship, Dependent DOB',
    'firstName lastName dateOfBirth relationship#1 dateOfBirth#1',
  ],
  [
    'First Name, Last Name, DOB, Dep 1 First Name, Dep 1 Last Name, Dep 1 Add or Remove',
    'firstName lastName dateOfBirth firstName#1 lastName#1 action#1',
  ],
  [
    'First Name, Last Name, DOB, Health Election, Current Health Plan Tier',
    'firstName lastName dateOfBirth plan.medical tier.medical',
  ],
  ['First Name, Last Name, DOB, Medical Tier, Current Medical Tier', 'firstName lastName dateOfBirth tier.medical'],
])('%s are read as %s', (headings, fields) => {
  const { columns } = matchColumns(headings.split(', '));
  expect(
    columns
      .toSorted((a, b) => a.index - b.index)
      .map(({ field, dependent }) => (dependent ? `${field}#${dependent}` : field))
      .join(' '),
  ).toBe(fields);
});

it.each([
  [
    ['ID', 'Name', 'Plan1', 'Eff1', 'End1', 'Plan2', 'Eff2', 'End2'],
    ['plan.medical', 'from', 'until', 'plan.2', 'from.2', 'until.2'],
  ],
  [
    ['Name', 'DOB', 'Plan', 'Cover Start', 'Cover End'],
    ['plan.medical', 'from', 'until'],
  ],
  // Without a plan of that number it ends nothing that is known.
  [['Name', 'DOB', 'Plan', 'End 2'], ['plan.medical']],
])('%j: the days of plans', (headings, fields) => {
  const { columns } = matchColumns(headings);
  expect(
    columns
      .filter(({ field }) => /^(?:plan|from|until)/.test(field))
      .toSorted((a, b) => a.index - b.index)
      .map(({ field }) => field),
  ).toEqual(fields);
});

it.each([
  ['Last Name, First Name, Hire Date, Benefit Type, Plan Name, Effective Date, Termination Date', 'until', true],
  // Elsewhere the day is that of the job.
  [
    'Last Name, First Name, Hire Date, Termination Date, Benefit Type, Plan Name, Effective Date',
    'terminationDate',
    undefined,
  ],
  ['Last Name, First Name, Hire Date, Medical Plan, Effective Date, Termination Date', 'terminationDate', undefined],
])('%s: Termination Date is %s', (headings, field, isBeside) => {
  const { columns, term } = matchColumns(headings.split(', '));
  expect(columns.find(({ heading }) => heading === 'Termination Date')?.field).toBe(field);
  expect(term?.isBeside).toBe(isBeside);
});
