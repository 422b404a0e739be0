import { addDays, type CalendarDate, calendarDateFrom, calendarDateOf } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { fullFile } from '@openbenefits/domain/files/outbound/full-file';
import type {
  LineAction,
  OutboundLine,
  OutboundMember,
  OutboundPerson,
} from '@openbenefits/domain/files/outbound/outbound-person';
import { fileAnswer } from '@openbenefits/domain/files/edi-834/received-interchange';
import { write834 } from '@openbenefits/domain/files/outbound/write-834';
import { safeValue } from '@openbenefits/domain/x12/x12-writer';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBytes } from './samples/read-here.ts';

const TODAY = calendarDateFrom('2026-03-01');
const NOW = '2026-03-01T15:00:00.000Z';
const header = {
  senderQualifier: 'ZZ',
  senderId: 'OPENBENEFITS',
  receiverQualifier: '30',
  receiverId: 'CARRIER',
  groupSender: 'OPENBENEFITS',
  groupReceiver: 'CARRIER',
  control: 4711,
  usage: 'P',
  now: NOW,
};

const dates = (from: number, to: number): fc.Arbitrary<CalendarDate> =>
  fc
    .tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([year, month, day]) => calendarDateOf(year, month, day) as CalendarDate);
// Letters, and everything that may be a separator.
const text = fc
  .string({
    unit: fc.constantFrom('A', 'B', 'c', "'", '-', ' ', '*', '~', ':', '^', '|', '>', 'é'),
    minLength: 1,
    maxLength: 12,
  })
  .map((inner) => `X${inner}`);
const ssn = fc
  .tuple(fc.integer({ min: 1, max: 665 }), fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 9999 }))
  .map(
    ([area, group, serial]) =>
      String(area).padStart(3, '0') + String(group).padStart(2, '0') + String(serial).padStart(4, '0'),
  );
const coverage = fc
  .tuple(dates(2020, 2025), fc.option(fc.integer({ min: 0, max: 900 }), { nil: null }), fc.constantFrom('p1', 'p2'))
  .map(([from, days, planId]) => ({ planId, from, until: days === null ? null : addDays(TODAY, days + 1) }));
const linesOf = fc
  .uniqueArray(fc.constantFrom(...COVERAGE_LINES), { minLength: 1, maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((line) => coverage.map((one): OutboundLine => ({ line, ...one })))));
const person = fc.record({
  lines: linesOf,
  ssn: fc.option(ssn, { nil: undefined }),
  firstName: text,
  lastName: text,
  middleName: fc.option(text, { nil: undefined }),
  dateOfBirth: fc.option(dates(1940, 2019), { nil: undefined }),
  gender: fc.constantFrom('F' as const, 'M' as const, 'U' as const),
  relationship: fc.constantFrom(
    'spouse' as const,
    'child' as const,
    'step_child' as const,
    'adopted_child' as const,
    'domestic_partner' as const,
    'other' as const,
  ),
});
const family = fc.array(person, { minLength: 1, maxLength: 4 });
const SEPARATORS = ['*', '|', '^', '~', ':', '>', '!', '{', '}', '\n'] as const;
const format = fc.record({
  four: fc.uniqueArray(fc.constantFrom(...SEPARATORS), { minLength: 4, maxLength: 4 }),
  uppercase: fc.boolean(),
});

const OLA: OutboundPerson = {
  memberId: 'm',
  isSubscriber: true,
  relationship: 'self',
  familyId: 'F-1',
  memberNumber: 'M1',
  firstName: 'Ola',
  lastName: 'Oak',
  identity: '',
  lines: [],
};
const FORMAT = {
  separators: { element: '*', component: ':', repetition: '^', segment: '~' },
  uppercase: true,
  mode: 'change',
  voids: 'delete',
  lineCodes: {},
  planCodes: new Map([['p1', 'MED']]),
  tierCodes: {},
  payer: { name: 'Carrier', id: 'CARRIER' },
} as const;

describe('an 834 that is written', () => {
  it.each<[OutboundMember['action'], LineAction, string | null, string]>([
    ['add', 'add', null, 'add add 2026-01-01'],
    ['add', 'add', '2026-07-01', 'add add 2026-01-01 2026-07-01'],
    ['change', 'change', null, 'change change 2026-01-01'],
    ['end', 'end', '2026-07-01', 'end end 2026-01-01 2026-07-01'],
    ['reinstate', 'reinstate', null, 'reinstate reinstate 2026-01-01'],
    ['end', 'void', null, 'end void 2026-01-01'],
    ['compare', 'compare', null, 'compare compare 2026-01-01'],
  ])('says %s with a coverage of %s until %s as our reader understands it', async (action, line, until, expected) => {
    const member: OutboundMember = {
      person: OLA,
      action,
      lines: [
        {
          action: line,
          line: 'medical',
          planId: 'p1',
          from: calendarDateFrom('2026-01-01'),
          until: until === null ? null : calendarDateFrom(until),
        },
      ],
    };
    const { records, facts } = await readBytes(
      'x.edi',
      write834([{ name: 'Widget', taxId: '', number: 'CIM-1', members: [member] }], FORMAT, header).text,
    );
    expect(fileAnswer(facts.interchanges)).toBe('A');
    expect(
      records.map((one) =>
        [
          one.action,
          ...one.coverages.map((coverage) =>
            [coverage.action, coverage.from, coverage.until].filter(Boolean).join(' '),
          ),
        ].join(' '),
      ),
    ).toEqual([expected]);
    expect(records[0]?.problems).toEqual([]);
  });

  it('says that coverage never was as an end on its first day, where the carrier wants it so', async () => {
    const from = calendarDateFrom('2026-01-01');
    const { text: bytes } = write834(
      [
        {
          name: 'Widget',
          taxId: '',
          number: 'CIM-1',
          members: [
            {
              person: OLA,
              action: 'end',
              lines: [{ action: 'void', line: 'medical', planId: 'p1', from, until: null }],
            },
          ],
        },
      ],
      { ...FORMAT, voids: 'same_day' },
      header,
    );
    expect(bytes).toContain('HD*024**HLT*MED~\nDTP*348*D8*20260101~\nDTP*349*D8*20260101~');
    const { records, facts } = await readBytes('x.edi', bytes);
    expect(fileAnswer(facts.interchanges)).toBe('A');
    expect(records).toMatchObject([{ action: 'end', problems: [], coverages: [{ action: 'void', from }] }]);
  });

  it.each([
    [
      { city: 'Toronto', state: 'ON', zip: 'M5V 2T6', country: 'CA' },
      'N4*TORONTO*ON*M5V2T6*CA~',
      { state: 'ON', zip: 'M5V2T6', country: 'CA' },
    ],
    [
      { city: 'Toronto', state: 'Ontario', zip: 'M5V 2T6', country: 'CA' },
      'N4*TORONTO**M5V2T6*CA~',
      { zip: 'M5V2T6', country: 'CA' },
    ],
    [
      { city: 'Tijuana', state: 'Baja California', zip: '22000', country: 'MX' },
      'N4*TIJUANA**22000*MX~',
      { zip: '22000', country: 'MX' },
    ],
    [{ city: 'Boston', state: 'MA', zip: '02139-1234' }, 'N4*BOSTON*MA*021391234~', { state: 'MA', zip: '02139-1234' }],
  ])('says where people abroad live: %o', async (place, segment, expected) => {
    const { text: bytes } = write834(
      [
        {
          name: 'Widget',
          taxId: '',
          number: 'CIM-1',
          members: [{ person: { ...OLA, addressLine1: '1 Main St', ...place }, action: 'change', lines: [] }],
        },
      ],
      FORMAT,
      header,
    );
    expect(bytes).toContain(segment);
    const { records, facts } = await readBytes('x.edi', bytes);
    expect(fileAnswer(facts.interchanges)).toBe('A');
    expect(records[0]).toMatchObject({ ...expected, problems: [] });
  });

  it('has no more characters than the guide has room for', async () => {
    const long = {
      lastName: 'Oak'.repeat(25),
      firstName: 'Ola'.repeat(15),
      middleName: 'M'.repeat(30),
      suffix: 'the younger one',
      addressLine1: `1 ${'Main '.repeat(15)}`,
      addressLine2: 'Apt '.repeat(20),
      city: 'Llanfair'.repeat(5),
      state: 'TX',
      zip: '76701',
    };
    const { records, facts } = await readBytes(
      'x.edi',
      write834(
        [
          {
            name: 'Widget',
            taxId: '',
            number: 'CIM-1',
            members: [{ person: { ...OLA, ...long }, action: 'change', lines: [] }],
          },
        ],
        FORMAT,
        header,
      ).text,
    );
    expect(fileAnswer(facts.interchanges)).toBe('A');
    expect(records).toMatchObject([
      { problems: [], lastName: 'OAK'.repeat(20), city: 'LLANFAIRLLANFAIRLLANFAIRLLANFA' },
    ]);
  });

  it('says that somebody has another name without a word on coverage', async () => {
    const { records } = await readBytes(
      'x.edi',
      write834(
        [{ name: 'Widget', taxId: '', number: 'CIM-1', members: [{ person: OLA, action: 'change', lines: [] }] }],
        FORMAT,
        header,
      ).text,
    );
    expect(records).toMatchObject([
      { action: 'change', effectiveDate: '2026-03-01', lastName: 'OAK', coverages: [], problems: [] },
    ]);
  });

  it('is read back by our own reader as the same people, whatever the separators and the names', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(family, { minLength: 1, maxLength: 3 }),
        format,
        async (families, { four, uppercase }) => {
          // A line end may only end segments.
          const [element = '*', component = ':', repetition = '^', segment = '~'] = [
            ...four.filter((one) => one !== '\n'),
            ...four.filter((one) => one === '\n'),
          ];
          const separators = { element, component, repetition, segment };
          const people = families.flatMap((members, at) =>
            members.map((one, index): OutboundPerson => ({
              ...one,
              memberId: `${at}-${index}`,
              memberNumber: `M${at}${index}`,
              familyId: `F-${at}`,
              isSubscriber: index === 0,
              relationship: index === 0 ? 'self' : one.relationship,
              identity: '',
            })),
          );
          const members = fullFile(people, TODAY);
          const {
            text: bytes,
            segments,
            people: count,
          } = write834(
            [{ name: 'Widget & Co.', taxId: '12-3456789', number: 'CIM-1', members }],
            {
              separators,
              uppercase,
              mode: 'full',
              voids: 'delete',
              lineCodes: {},
              planCodes: new Map([
                ['p1', 'MED 1'],
                ['p2', 'P~2*X'],
              ]),
              tierCodes: {},
              payer: { name: 'Carrier', id: 'CARRIER' },
            },
            header,
          );
          expect(bytes.split(segment).length - 1).toBe(segments);
          const { records, facts } = await readBytes('x.edi', bytes);
          // A person without a birth date, a child of any age, and life insurance, for which the guide has no code, are
          // said of the person; nothing else had to be repaired.
          expect(
            facts.remarks.filter(
              ({ code }) => !['date_of_birth_missing', 'child_over_age', 'line_life'].includes(code),
            ),
          ).toEqual([]);
          expect(fileAnswer(facts.interchanges)).toBe('A');
          expect(facts).toMatchObject({ mode: 'full', records: count, sponsors: [{ taxId: '123456789' }] });
          const written = (value: string | undefined): string | undefined => {
            const ascii = value?.replaceAll('é', 'e');
            return ascii === undefined ? undefined : safeValue(uppercase ? ascii.toUpperCase() : ascii, separators);
          };
          expect(
            records.map(
              ({
                firstName,
                lastName,
                middleName,
                ssn: number,
                dateOfBirth,
                relationship,
                isSubscriber,
                familyKey,
                groupKey,
                action,
                coverages,
                problems,
              }) => ({
                firstName,
                lastName,
                middleName,
                ssn: number,
                dateOfBirth,
                relationship,
                isSubscriber,
                familyKey,
                groupKey,
                action,
                coverages,
                problems,
              }),
            ),
          ).toEqual(
            members.map(({ person: one, lines }) => ({
              firstName: written(one.firstName),
              lastName: written(one.lastName),
              middleName: written(one.middleName),
              ssn: one.ssn,
              dateOfBirth: one.dateOfBirth,
              relationship: one.relationship,
              isSubscriber: one.isSubscriber,
              familyKey: one.familyId,
              groupKey: 'CIM-1',
              action: 'compare',
              problems: [],
              coverages: lines.map(({ line, planId, from, until }) => ({
                line,
                action: 'compare',
                planKey: planId === 'p1' ? 'MED 1' : written('P~2*X'),
                from,
                ...(until === null ? {} : { until }),
              })),
            })),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
