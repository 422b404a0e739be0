import { fromCents } from '@openbenefits/domain/money';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../testing/read-pdf.ts';
import { billLine, billOf, billSubscriber, sampleBill, SAMPLE_HEADER } from '../testing/sample-bill.ts';
import { paperMoney } from './bill-paper.ts';
import { billPdf } from './bill-pdf.ts';

const HMO = { line: 'medical', name: 'Standard HMO' } as const;
const DENTAL = { line: 'dental', name: 'Premium Dental' } as const;
const print = async (document: Parameters<typeof billPdf>[0]) => readPdf(await billPdf(document));

describe('a bill of 186 subscribers', async () => {
  const document = sampleBill(186);
  const bytes = await billPdf(document);
  const pages = readPdf(bytes);
  const [first = [], ...others] = pages;
  const text = pages.map((page) => page.map((run) => run.text).join('\n'));

  it('adds up on page 1 from the previous balance to what is due', () => {
    const rows = rowsOf(first);
    expect(rows).toEqual(
      expect.arrayContaining([
        ['Previous balance', '$144,206.15'],
        ['Payments received', '($144,206.15)'],
        ['Balance carried forward', '$0.00'],
        ['Premium for December 2026, 186 subscribers', paperMoney(document.premium)],
        ['Adjustments', '($1,018.50)'],
        ['Total of this bill', paperMoney(document.total)],
        ['Total due 12/01/2026', paperMoney(document.amountDue)],
        ['Bill number', '2026-12-0042'],
      ]),
    );
  });

  it('multiplies out in each plan that has rates', () => {
    const at = (label: string) => first.find((run) => run.text === label);
    const plan = at('Standard HMO');
    expect(plan).toBeDefined();
    const counts = first.filter((run) => run.y === plan?.y && run.x > (plan?.x ?? 0)).map((run) => run.text);
    const rates = first.filter(
      (run) => run.y < (plan?.y ?? 0) && run.y > (plan?.y ?? 0) - 11 && run.text.startsWith('$'),
    );
    const [subscribers, amount] = counts.slice(-2);
    const products = rates.map(({ text }, place) => Number(counts[place]) * Number(text.replace(/[$,]/g, '')) * 100);
    expect(rates).toHaveLength(4);
    expect(paperMoney(fromCents(products.reduce((sum, cents) => sum + cents, 0)))).toBe(amount);
    expect(counts.slice(0, 4).reduce((sum, count) => sum + Number(count), 0)).toBe(Number(subscribers));
    expect(text[0]).toContain('20 subscribers, each amount on the subscriber list');
  });

  it('has the address in the window of the envelope and the coupon in the lowest 1.5 inches', () => {
    const inches = (run: Run | undefined) => [(run?.x ?? 0) / 72, 11 - (run?.y ?? 0) / 72];
    for (const line of ['Rosalind Baptiste', 'Kestrel Avionics Repair', '3100 Airport Rd', 'Wichita, KS 67209']) {
      const [left = 0, top = 0] = inches(first.find((run) => run.text === line));
      expect(left).toBeGreaterThan(0.875);
      expect(top).toBeGreaterThan(2.04);
      expect(top).toBeLessThan(3.17);
    }
    expect(first.find((run) => run.text === 'Paying by check?')?.y).toBeLessThan(108);
    expect(first.filter((run) => run.y < 108).map((run) => run.text)).toContain(paperMoney(document.amountDue));
  });

  it('lists every subscriber, each location with its sum, and the retro line with its month', () => {
    const rows = others.flatMap(rowsOf);
    for (const { name, employeeId, lines } of document.subscribers) {
      const premium = lines.filter(({ kind }) => kind === 'premium').reduce((sum, { cents }) => sum + cents, 0);
      const row = rows.find((cells) => cells[1] === employeeId);
      expect([row?.[0], row?.at(-1)]).toEqual([name, paperMoney(fromCents(premium))]);
    }
    const sums = rows
      .filter(([label = '']) => /^\d+ of 186 subscribers, /.test(label))
      .map((cells) => cells.at(-1) ?? '');
    expect(sums).toHaveLength(3);
    const cents = sums.map((sum) => Math.round(Number(sum.replace(/[$,]/g, '')) * 100));
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(document.total);
    expect(rows.find(([label]) => label === 'All locations')?.at(-1)).toBe(paperMoney(document.total));
    expect(text.join('\n')).toMatch(/November 2026, Standard HMO,\s+ESP/);
  });

  it('says on each later page whose bill it is, and the page', () => {
    pages.forEach((page, place) => expect(page.at(-1)?.text).toBe(`Page ${place + 1} of ${pages.length}`));
    for (const page of text.slice(1)) {
      expect(page).toContain('Group premium bill 2026-12-0042, Kestrel Avionics Repair');
      expect(page).toMatch(/^Subscribers, .*\nName\nID\n/m);
    }
    expect(text.join('\n')).toContain('Subscribers, Salina Line Station\n');
    expect(text.join('\n')).toContain('(continued)');
    expect(text.join('\n')).not.toContain('OpenBenefits');
  });

  it('is tagged, in English, with a title, embedded fonts and table heads', () => {
    const file = bytes.toString('latin1');
    for (const part of [
      '/StructTreeRoot',
      '/Marked true',
      '/Lang (en-US)',
      '/DisplayDocTitle true',
      '/Scope /Column',
      '/Scope /Row',
      '/ColSpan 4',
    ])
      expect(file.includes(part), part).toBe(true);
    expect(file.includes('(Group premium bill 2026-12-0042)')).toBe(true);
    const tags = new Set(pages.flat().map(({ tag }) => tag));
    expect([...tags].sort()).toEqual(['Artifact', 'H1', 'H2', 'P', 'TD', 'TH']);
    for (const [kind, least] of [
      ['Table', 6],
      ['TR', 190],
      ['TH', 200],
      ['H1', 1],
      ['H2', 6],
    ] as const)
      expect(file.split(`/S /${kind}\n`).length - 1).toBeGreaterThanOrEqual(least);
    expect(/Helvetica|Times|Courier/.test(file)).toBe(false);
  });

  it('has the same bytes each time, and others for another bill', async () => {
    expect((await billPdf(sampleBill(186))).equals(bytes)).toBe(true);
    expect((await billPdf(sampleBill(186, { version: 2 }))).equals(bytes)).toBe(false);
  });
});

type Run = ReturnType<typeof readPdf>[number][number];

/** Runs on one baseline, from left to right. */
const rowsOf = (page: readonly Run[]): string[][] =>
  [...Map.groupBy(page, ({ y }) => Math.round(y)).values()].map((runs) =>
    runs.sort((a, b) => a.x - b.x).map(({ text }) => text),
  );

it('shows a bill with more credits than charges as 0.00 due and names the credit', async () => {
  const retro = billLine(HMO, 'FAM', -200_000, { kind: 'retro', month: '2026-10-01' });
  const [first = []] = await print(
    billOf([billSubscriber('Marsh, Lucian', 'KA-1', [billLine(HMO, 'EMP', 48500), retro])]),
  );
  const rows = rowsOf(first);
  expect(rows).toEqual(
    expect.arrayContaining([
      ['Total of this bill', '($1,515.00)'],
      ['Credit carried to your next bill', '$1,515.00'],
      ['Total due 12/01/2026', '$0.00'],
      ['Credit on account', '$1,515.00'],
    ]),
  );
  const text = first.map((run) => run.text).join(' ');
  expect(text).toContain('The credit of $1,515.00 stays on your account.');
  expect(text).toContain('No payment is due');
  expect(text).not.toMatch(/Amount enclosed|grace period/);
});

it('names the bill that it replaces', async () => {
  const usual = await print(sampleBill(2));
  const replacing = await print(sampleBill(2, { version: 2, replaces: '2026-12-0007' }));
  expect(JSON.stringify(usual)).not.toMatch(/replaces/i);
  expect(replacing[0]?.map((run) => run.text)).toContain('Replaces 2026-12-0007');
  expect(JSON.stringify(replacing[1])).toContain('version 2, replaces 2026-12-0007');
});

it('wraps long names in their column and prints letters of many languages', async () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff-Österreicher, Šárka Żaneta';
  const lines = [
    billLine(
      { line: 'medical', name: 'A plan with a name that is as long as carriers make them, 2026 Gold' },
      'FAM',
      123456,
    ),
  ];
  const header = {
    ...SAMPLE_HEADER,
    groupName: 'The Amalgamated Manufacturing and Logistics Company of Southern Kansas, Limited',
  };
  const pages = await print(
    billOf(
      [
        billSubscriber(long, 'EMPLOYEE-0000123456', [...lines, billLine(DENTAL, 'EMP', 4500)]),
        billSubscriber('Łukasz, Núñez', null, lines),
      ],
      { header },
    ),
  );
  const list = pages[1] ?? [];
  const text = list.map((run) => run.text).join('');
  expect(text).toContain('Österreicher');
  expect(text).toContain('Żaneta');
  expect(text).toContain('Łukasz, Núñez');
  for (const page of pages) expectApart(page);
});

/** No two runs of a page cover each other, and none leaves it. */
function expectApart(page: readonly Run[]): void {
  for (const run of page) {
    expect(run.x).toBeGreaterThanOrEqual(36);
    expect(run.x + run.width).toBeLessThanOrEqual(576);
    const over = page.filter(
      (other) =>
        other !== run &&
        Math.abs(other.y - run.y) < Math.min(run.size, other.size) * 0.7 &&
        other.x < run.x + run.width - 0.5 &&
        run.x < other.x + other.width - 0.5,
    );
    expect(over.map((other) => `${run.text} | ${other.text}`)).toEqual([]);
  }
}

it('continues with its plans on the next page, with the names of the columns', async () => {
  const many = Array.from({ length: 40 }, (_, place) =>
    billSubscriber(`Person ${place}`, `P-${place}`, [
      billLine({ line: 'medical', name: `Plan ${place}` }, 'EMP', 10000 + place),
    ]),
  );
  const document = billOf(many);
  const pages = await print(document);
  for (const page of pages) expectApart(page);
  const second = pages[1]?.map((run) => run.text) ?? [];
  expect(second.slice(0, 5)).toContain('Plan');
  expect(pages.flatMap(rowsOf)).toContainEqual([
    'Premium for December 2026, subscribers at the amount below each count',
    paperMoney(document.premium),
  ]);
  expect(pages[0]?.find((run) => run.text === 'Total due 12/01/2026')).toBeDefined();
});

it('prints a bill without subscribers on one page', async () => {
  expect(await print(billOf([]))).toHaveLength(1);
});

it('is not printed where it does not add up', async () => {
  const document = sampleBill(3);
  await expect(billPdf({ ...document, premium: fromCents(document.premium + 1) })).rejects.toThrow(
    'Bill 2026-12-0042 does not add up. The total is',
  );
});
