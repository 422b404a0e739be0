import { type CalendarDate, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf, type Dialect, interchangeOf, loopsOf, xlsxOf, xmlOf } from '../testing/written-people.ts';
import { families, type Told, tellOf, told } from '../testing/generated-people.ts';
import { type Outcome, readBytes } from './readers/samples/read-here.ts';

const dialects: fc.Arbitrary<Dialect> = fc.record({
  element: fc.constantFrom('*', '|', '\x1d', '+', '\t'),
  terminator: fc.constantFrom('~', '\x1e', '!', '\n'),
  component: fc.constantFrom(':', '>', '\\', '\x1f'),
  between: fc.constantFrom('', '\n', '\r\n', '\n\r', '\r\n      '),
  padded: fc.boolean(),
  mark: fc.boolean(),
});
const styles = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  mark: fc.boolean(),
  quoted: fc.boolean(),
  iso: fc.boolean(),
});

const ofReader = ({ records }: Outcome): Told[] =>
  records.map(tellOf).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Read at the level of the readers: matching and applying know nothing of the format any more. */
describe('any set of people', () => {
  it('reads back the same from an 834 of any separators and line ends', async () => {
    await fc.assert(
      fc.asyncProperty(families, dialects, fc.boolean(), async (people, dialect, full) => {
        const outcome = await readBytes(
          'x.edi',
          interchangeOf(loopsOf(people, full ? '030' : '021'), { full, control: 7, dialect }),
        );
        expect(outcome.records.flatMap(({ problems }) => problems)).toEqual([]);
        expect(outcome.facts.mode).toBe(full ? 'full' : 'change');
        expect(ofReader(outcome)).toEqual(told(people));
      }),
      { numRuns: 80 },
    );
  });

  it.each([
    [
      'CSV of any separators',
      styles.map((style) => ['x.csv', (people: Parameters<typeof csvOf>[0]) => csvOf(people, style)] as const),
    ],
    ['workbook', fc.constant(['x.xlsx', xlsxOf] as const)],
    ['XML', fc.constant(['x.xml', xmlOf] as const)],
  ])('reads back the same from a %s', async (_, writers) => {
    await fc.assert(
      fc.asyncProperty(families, writers, async (people, [name, write]) => {
        const outcome = await readBytes(name, write(people));
        expect(outcome.records.flatMap(({ problems }) => problems)).toEqual([]);
        expect(ofReader(outcome)).toEqual(told(people));
      }),
      { numRuns: 40 },
    );
  });

  it('is ended by no cut of its file: a part of an 834 is refused whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        families,
        dialects,
        fc.double({ min: 0, max: 0.97, noNaN: true }),
        async (people, dialect, share) => {
          const text = interchangeOf(loopsOf(people, '021'), { full: false, control: 7, dialect });
          await expect(
            readBytes('x.edi', text.slice(0, Math.max(1, Math.floor((text.lastIndexOf('IEA') - 1) * share)))),
          ).rejects.toMatchObject({
            name: 'Refusal',
          });
        },
      ),
      { numRuns: 40 },
    );
  });
});

it('writes the days that it means', () => {
  const day: CalendarDate = calendarDateFrom('2026-03-31');
  expect(
    csvOf(
      [
        {
          key: '1',
          subscriber: {
            first: 'A',
            last: 'B',
            birth: calendarDateFrom('1980-01-02'),
            gender: 'F',
            relationship: 'self',
            coverages: [
              {
                line: 'medical',
                plan: 'P',
                from: calendarDateFrom('2026-01-01'),
                until: calendarDateFrom('2026-04-01'),
              },
            ],
          },
          dependents: [],
        },
      ],
      { separator: ',', lineEnd: '\n', mark: false, quoted: false, iso: true },
    ),
  ).toContain(`,P,2026-01-01,${day},`);
});
