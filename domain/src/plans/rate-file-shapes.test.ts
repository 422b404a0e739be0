import { describe, expect, it } from 'vitest';
import { formatMoney, type Cents } from '../money.ts';
import { pasteRates } from './paste-rates.ts';
import { priceHousehold } from './price-household.ts';
import { pricedMonth } from './proration.ts';
import { calendarDateFrom } from '../calendar-date.ts';
import { readCells } from './rate-cell.ts';
import { readRateFile } from './rate-file.ts';
import { errorsOf, gridProblems } from './rate-grid-problems.ts';
import { cellsOfRows, cellText, GRID_COLUMNS, type GridRow, rowsOfCells } from './rate-row.ts';
import { type TableSettings, tableOf } from './table-settings.ts';

const textsOf = (settings: TableSettings, rows: readonly GridRow[]): string[] =>
  rows.map((row) =>
    [row.tier, ...GRID_COLUMNS[settings.method].map((column) => cellText(row, column))].filter(Boolean).join(' | '),
  );

/** Reads a table as a file. */
function read(text: string, present: TableSettings | null = null) {
  const answer = readRateFile(readCells(text), present);
  if ('problem' in answer) throw new Error(answer.problem);
  const { settings, rows, remarks } = answer;
  const errors = errorsOf(gridProblems(settings, rows)).map((problem) => problem.text);
  return { settings, rows, remarks, errors, texts: textsOf(settings, rows) };
}

const BAND = { method: 'banded' } as const;
const AGE_RATES = { method: 'age_rates', chargedChildren: 3 } as const;
const FOUR = { method: 'composite', tiers: 'four' } as const;

/** Shapes that carriers send, with what they become. */
const SHAPES: [name: string, text: string, settings: TableSettings, texts: string[], errors: string[]][] = [
  [
    'a rate per age, with ages missing',
    'Age,Rate\n0-14,231.10\n15,251.64\n16-20,270.00\n21-25,302.08\n64 and over,906.24',
    AGE_RATES,
    ['Under 15 | 231.10', '15 | 251.64', '16–20 | 270.00', '21–25 | 302.08', '64 and over | 906.24'],
    ['Ages 26–63 have no row.'],
  ],
  [
    'the CMS Rates Table Template',
    [
      'Rating Method:,Age-Based Rates,,,',
      'Plan ID*,Rating Area ID*,Tobacco*,Age*,Individual Rate*,Individual Tobacco Rate',
      'Required,Required,Required,Required,Required,Required if tobacco',
      '99999ZZ0010001,Rating Area 2,Tobacco User/Non-Tobacco User,0-14,200.00,200.00',
      '99999ZZ0010001,Rating Area 2,Tobacco User/Non-Tobacco User,15-63,300.00,330.00',
      '99999ZZ0010001,Rating Area 2,No Preference,64 and over,900.00,',
    ].join('\n'),
    AGE_RATES,
    ['Under 15 | 200.00 | 200.00', '15–63 | 300.00 | 330.00', '64 and over | 900.00'],
    [],
  ],
  [
    'rows of their own for tobacco users',
    'Age,Smoker,Member Rate\nUnder 21,No,150\n21+,No,300\n21+,Yes,360',
    AGE_RATES,
    ['Under 21 | 150.00', '21 and over | 300.00 | 360.00'],
    [],
  ],
  [
    'columns of non-tobacco and tobacco rates',
    'Age\tNon-Tobacco\tTobacco\nUnder 21\t$150.00\t$150.00\n21+\t$300.00\t$360.00',
    AGE_RATES,
    ['Under 21 | 150.00 | 150.00', '21 and over | 300.00 | 360.00'],
    [],
  ],
  [
    'age groups by four tiers',
    'Age,EE,EE+SP,EE+CH,FAM\nUnder 30,412.00,824.00,741.60,1174.20\n30 and over,742.00,1484.00,1335.60,2114.70',
    { method: 'banded', dependents: 'whole' },
    ['Under 30 | 412.00 | 824.00 | 741.60 | 1174.20', '30 and over | 742.00 | 1484.00 | 1335.60 | 2114.70'],
    [],
  ],
  [
    'one row with a column per tier',
    'Plan,Employee Only,Employee + Spouse,Employee + Child(ren),Family\nPPO 1,600.00,1200.00,1080.00,1710.00',
    FOUR,
    ['EMP | 600.00', 'ESP | 1200.00', 'ECH | 1080.00', 'FAM | 1710.00'],
    [],
  ],
  [
    'five tiers',
    'Tier,Rate\nEmployee Only,500\nEmployee + Spouse,1000\nEmployee + Child,900\nEmployee + Children,1001\nFamily,1500',
    { method: 'composite', tiers: 'five' },
    ['EMP | 500.00', 'ESP | 1000.00', 'E1D | 900.00', 'ECH | 1001.00', 'FAM | 1500.00'],
    [],
  ],
  [
    'four tiers with children as "Employee + Child"',
    'EE Only,EE + Spouse,EE + Child,Family\n500,1000,900,1500',
    FOUR,
    ['EMP | 500.00', 'ESP | 1000.00', 'ECH | 900.00', 'FAM | 1500.00'],
    [],
  ],
  [
    'New York tiers with children to 29',
    'New York small group 2027\nTier,Premium\nIndividual,500\nCouple,1000\nParent and Child(ren) to age 29,850\nFamily (dependents through age 29),1425',
    FOUR,
    ['EMP | 500.00', 'ESP | 1000.00', 'ECH | 850.00', 'FAM | 1425.00'],
    [],
  ],
  ...['No Preference', ''].map((tobacco): (typeof SHAPES)[number] => [
    `family tiers of the CMS template, ${tobacco === '' ? 'with blank columns about tobacco' : tobacco}`,
    [
      'Plan ID*,Tobacco*,Age*,Individual Rate*,Individual Tobacco Rate,Couple*,Primary Subscriber and One Dependent*,Primary Subscriber and Two Dependents*,Couple and One Dependent*,Couple and Two Dependents*',
      `99999VT0010001,${tobacco},Family Option,500.00,,1000.00,965.00,965.00,1405.00,1405.00`,
    ].join('\n'),
    FOUR,
    ['EMP | 500.00', 'ESP | 1000.00', 'ECH | 965.00', 'FAM | 1405.00'],
    [],
  ]),
];

describe('a table of rates as carriers send it', () => {
  it.each(SHAPES)('%s, from a file', (_name, text, settings, texts, errors) => {
    const found = read(text);
    expect(found.settings).toMatchObject(settings);
    expect(found.texts).toEqual(texts);
    expect(found.errors).toEqual(errors);
  });

  it.each(SHAPES)('%s, pasted', (_name, text, settings, texts, errors) => {
    const { unread: _, ...present } = settings;
    const empty = rowsOfCells(present, []);
    const pasted = pasteRates(empty, present, { row: 0, column: 0 }, readCells(text));
    expect(pasted).toMatchObject({ refusal: null, problems: [] });
    expect(textsOf(pasted.settings, pasted.rows)).toEqual(texts);
    expect(errorsOf(gridProblems(pasted.settings, pasted.rows)).map((one) => one.text)).toEqual(errors);
  });

  it('prices each person at the rate of the own age, tobacco users from 21, three children at most', () => {
    const { settings, rows } = read(
      'Age,Rate,Tobacco rate\n0-14,200.00,210.00\n15-20,250.00,260.00\n21+,300.00,360.50',
    );
    const table = tableOf(settings, cellsOfRows(settings, rows));
    if (!table) throw new Error('no table');
    const from = calendarDateFrom('2027-01-01');
    const person = (id: string, relationship: 'self' | 'child', age: number, usesTobacco = false) => ({
      id,
      relationship,
      age,
      usesTobacco,
      periods: [{ from, until: null }],
    });
    const people = [
      person('a', 'self', 40, true),
      person('b', 'child', 22),
      ...[18, 14, 9, 3].map((age) => person(`c${age}`, 'child', age, age === 18)),
    ];
    const rules = {
      proration: { start: 'full_month', end: 'full_month', birth: 'full_month' },
      newbornFreeDays: 0,
      contribution: null,
    } as const;
    const price = priceHousehold({ people }, table, pricedMonth(from), rules);
    if ('held' in price) throw new Error(price.held.code);
    expect(price.lines.map(({ cents }) => formatMoney(cents))).toEqual([
      '$360.50',
      '$300.00',
      '$250.00',
      '$200.00',
      '$200.00',
      '$0.00',
    ]);
    expect(price.trace).toContainEqual({
      kind: 'age_rate',
      memberId: 'a',
      age: 40,
      from: 21,
      to: null,
      isTobacco: true,
      monthly: 36_050,
    });
  });
});

describe('columns and rows that were not read', () => {
  it.each<[name: string, text: string, unread: string[]]>([
    [
      'a fifth tier of age groups',
      'Age,EE,EE+SP,EE+1 child,EE+CH,FAM\nAll ages,1,2,3,4,5',
      ['The column “EE+1 child” was not read. Rates by age group have four tiers.'],
    ],
    [
      'a tier that names an age',
      'Tier,Rate\nEE,1\nEE + Spouse,2\nEmployee + Child to 29,3\nFamily,4',
      ['“Employee + Child to 29” names an age. Does it mean Employee and children, with children covered to 29?'],
    ],
    [
      'a column of a tier that names an age, of a carrier with an address in New York',
      '"Northfold, 1 Main St, New York, NY 10166"\nAge,EE,EE+SP,EE+Children to age 29,FAM\nAll ages,1,2,3,4',
      ['“EE+Children to age 29” names an age. Does it mean Employee and children, with children covered to 29?'],
    ],
    [
      'an age next to no tier',
      'Tier,Rate\nEE,1\nEE + Spouse,2\nEE + Children,3\nFamily,4\nEmployee + dependents to 29,5',
      ['“Employee + dependents to 29” is not a tier. Its rate “5” was not read.'],
    ],
    [
      'another age than that of New York',
      'Plan ID,EE,EE+SP,EE+CH through age 30,FAM\n99999NY0010001,1,2,3,4',
      ['“EE+CH through age 30” names an age. Does it mean Employee and children, with children covered to 30?'],
    ],
    [
      'a column without a heading',
      'Tier,Rate,\nEE,1,7\nFamily,2,8',
      ['Column C has no heading. Its cells, such as “7”, were not read.'],
    ],
    [
      'a column that is listed twice',
      'Age,Rate,Premium\nAll ages,1,2',
      ['The column “Premium” is in the file twice. The first one was read.'],
    ],
    [
      'a second row of tiers',
      'EE,EE+SP,EE+CH,FAM\n1,2,3,4\n5,6,7,8',
      ['Row 3 was not read. A version has one row of tiers.'],
    ],
    [
      'tiers of the same name that differ',
      'Individual,Couple,Primary Subscriber and One Dependent,Primary Subscriber and Two Dependents,Family\n1,2,3,4,5',
      ['Row 2: “4” under “Primary Subscriber and Two Dependents” was not read. Employee and children is 3.'],
    ],
    [
      'a rate above the headings',
      'Child only,99.50\nAge,Rate\nAll ages,1',
      ['Row 1, above the headings, has “99.50”, which was not read.'],
    ],
    [
      'a tobacco rate that differs where tobacco use does not matter',
      'Tobacco,Age,Individual Rate,Individual Tobacco Rate\nNo Preference,0-20,100.00,100\nNo Preference,21+,200.00,230.00',
      ['Row 3: the tobacco rate “230.00” was not read. “No Preference” means that it is the rate “200.00”.'],
    ],
    [
      'tiers with words about tobacco',
      'Tobacco,Age,Individual Rate,Couple,Family\nTobacco User/Non-Tobacco User,Family Option,1,2,3',
      ['The column “Tobacco” does not belong to this table and was not read.', 'Employee and children has no rate.'],
    ],
    [
      'unknown words about tobacco',
      'Age,Smoker,Rate\nAll ages,No,1\nAll ages,sometimes,2',
      ['Row 3: “sometimes” does not say who uses tobacco. Not read.'],
    ],
    [
      'a step of a volume',
      'Age or setting,Rate per unit\nStep 1,Round sideways to 100\nAll ages,0.26',
      [
        'Step 1: “Round sideways to 100” is not a step. It was not read.',
        'Enter how the volume follows from the salary.',
      ],
    ],
  ])('%s keep the version a draft', (_name, text, unread) => {
    const { errors, settings } = read(text);
    expect(errors.toSorted()).toEqual(unread.toSorted());
    expect(settings.unread).toEqual([unread[0]]);
  });

  it.each([
    ['plans', 'Plan ID,Age,Rate\nA,All ages,1\nB,All ages,2', 'This table has rates of 2 plans: A, B.'],
    [
      'rating areas',
      'Rating Area,Age,Rate\n1,All ages,1\n2,All ages,2',
      'This table has rates of 2 rating areas: 1, 2.',
    ],
  ])('several %s in one table are refused by name, in a file and in a paste', (_name, text, problem) => {
    const table = readCells(text);
    expect(readRateFile(table, null)).toMatchObject({ problem: expect.stringContaining(problem) });
    const pasted = pasteRates([], AGE_RATES, { row: 0, column: 0 }, table);
    expect(pasted).toMatchObject({ rows: [], taken: 0, refusal: expect.stringContaining(problem) });
  });

  it('five pasted columns do not become four', () => {
    const rows = rowsOfCells(FOUR, []);
    const pasted = pasteRates(rows, FOUR, { row: 0, column: 0 }, [['1', '2'], ['3'], ['4'], ['5'], ['6']]);
    expect(pasted.unread).toEqual(['Pasted cells beyond the table were not read: “2”, “6”.']);
    expect(errorsOf(gridProblems(pasted.settings, pasted.rows)).map(({ text, setting }) => [setting, text])).toEqual([
      ['unread', pasted.unread[0]],
    ]);
  });

  it('a pasted table of five tiers gets five rows in a version of four', () => {
    const { rows, settings } = pasteRates(
      rowsOfCells(FOUR, []),
      FOUR,
      { row: 0, column: 0 },
      readCells('Tier\tRate\nEE\t1\nEE + Spouse\t2\nEE + Child\t3\nEE + Children\t4\nFamily\t5'),
    );
    expect(textsOf(settings, rows)).toEqual(['EMP | 1.00', 'ESP | 2.00', 'E1D | 3.00', 'ECH | 4.00', 'FAM | 5.00']);
    expect(settings).toEqual({ method: 'composite', tiers: 'five' });
  });

  it('a pasted table of another method is refused', () => {
    const pasted = pasteRates([], BAND, { row: 0, column: 0 }, readCells('Tier\tRate\nEE\t1\nFamily\t2'));
    expect(pasted).toMatchObject({ taken: 0, refusal: expect.stringContaining('“Composite”') });
  });
});

it('whole tiers of an age group add nothing to the employee’s rate', () => {
  const { settings, rows } = read('Age,EE,EE+SP,EE+CH,FAM\nAll ages,412.00,824.00,741.60,1174.20');
  const table = tableOf(settings, cellsOfRows(settings, rows));
  if (!table) throw new Error('no table');
  const from = calendarDateFrom('2027-01-01');
  const rules = {
    proration: { start: 'full_month', end: 'full_month', birth: 'full_month' },
    newbornFreeDays: 0,
    contribution: null,
  } as const;
  const totalOf = (...relationships: ('self' | 'spouse' | 'child')[]): Cents | string => {
    const people = relationships.map((relationship, place) => ({
      id: String(place),
      relationship,
      age: 30,
      periods: [{ from, until: null }],
    }));
    const price = priceHousehold({ people }, table, pricedMonth(from), rules);
    return 'held' in price ? price.held.code : price.total;
  };
  expect(totalOf('self', 'spouse')).toBe(82_400);
  expect(totalOf('self', 'child', 'child')).toBe(74_160);
  expect(totalOf('self', 'spouse', 'child')).toBe(117_420);
});
