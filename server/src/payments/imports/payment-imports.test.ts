import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { bankTable, guessColumns, readBankRows } from '@openbenefits/domain/payments/bank-file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOnRuns } from '../../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { cellsOfFile } from '../../plans/rates/sent-file.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let kestrel: string;
let bill: { id: string; number: string; due: number };

const sent = (name: string, text: string) => ({ name, base64: Buffer.from(text).toString('base64') });
const lockbox = (text: string, name = 'lockbox.csv') => ({
  kind: 'lockbox' as const,
  bank: 'First Bank',
  file: sent(name, text),
});
const statement = (text: string, name = 'bank.csv') => ({
  kind: 'bank' as const,
  bank: 'First Bank',
  file: sent(name, text),
});
const dollars = (cents: number) => (cents / 100).toFixed(2);
const owed = async () => (await dana.api.payments.owed({ groupId: kestrel })).bills[0]?.due ?? 0;
const ISA =
  'ISA*00*          *00*          *ZZ*123456789012345*ZZ*123456789012346*261120*1705*>*00501*000010216*0*P*:~';
const advice = (handling: string, sum: number, trace: string) =>
  `${ISA}GS*RA*1*2*20261120*1705*1*X*005010X218~ST*820*0001*005010X218~BPR*${handling}*${sum}*C*ACH*CCP*01*1*DA*1*1**01*1*DA*9*20261120~TRN*3*${trace}*1231555555~N1*PR*Kestrel Avionics Repair~ENT*1~NM1*EY*1*SMITH*JOHN****EI*1~RMR*CT*A**${sum}~SE*8*0001~GE*1*1~IEA*1*1~`;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const { id } = await dana.api.billing.runs.start({ period: '2026-11-01', groupIds: [kestrel] });
  await workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  bill = (await dana.api.payments.owed({ groupId: kestrel })).bills[0] ?? { id: '', number: '', due: 0 };
});
afterAll(() => server.close());

const SAMPLES = path.join(import.meta.dirname, '../../../../../shared/samples/faults/money');
describe.skipIf(!existsSync(SAMPLES))('bank files of other programs', () => {
  it.each<[string, (readonly [number, number])[], number[]]>([
    [
      'unsigned-with-type',
      [
        [2, 1840_25],
        [3, -2500_00],
        [4, 612_40],
      ],
      [],
    ],
    [
      'no-headings',
      [
        [1, 1840_25],
        [2, 612_40],
        [3, -35_00],
      ],
      [],
    ],
    ['thousands-without-quotes', [[3, 612_40]], [2]],
    [
      'lines-above',
      [
        [6, 1840_25],
        [7, -35_00],
      ],
      [],
    ],
    [
      'debit-and-credit-columns',
      [
        [2, 1840_25],
        [3, -35_00],
      ],
      [],
    ],
    ['equal-payment-1', [[2, 512_34]], []],
  ])('bank-%s.csv', async (name, expected, wrong) => {
    const base64 = readFileSync(path.join(SAMPLES, `bank-${name}.csv`), 'base64');
    const table = bankTable(await cellsOfFile({ name: 'bank.csv', base64 }));
    const columns = guessColumns(table);
    const { rows, problems } = readBankRows(table.rows, columns, {
      columns: table.headings.length,
      firstRow: table.firstRow,
    });
    expect(rows.map(({ row, cents }) => [row, cents])).toEqual(expected);
    expect(problems.map(({ row }) => row)).toEqual(wrong);
    expect(columns.account).toBeUndefined();
  });
});

describe('a lockbox file', () => {
  const file = () =>
    `Posted Date,Check Number,Remitter,Amount,Invoice\n11/19/2026,5511,Kestrel,"1,000.00",${bill.number}\n11/19/2026,5512,R. Holloway,250.00,\n11/19/2026,5513,Bank charge,(5.00),\n`;

  it('is shown row by row, then taken: payments find their bill, one waits for its group', async () => {
    const preview = await dana.api.paymentImports.preview(lockbox(file()));
    expect(preview.rows.map(({ outcome, cents }) => [outcome, cents])).toEqual([
      ['bill', 1000_00],
      ['unknown', 250_00],
      ['outgoing', -5_00],
    ]);
    expect(preview).toMatchObject({ isRemembered: false, problems: [], total: 1250_00 });
    expect(await owed()).toBe(bill.due);
    const { mapping } = preview;
    expect(await dana.api.paymentImports.apply({ ...lockbox(file()), mapping })).toEqual({
      payments: 2,
      applied: 1000_00,
      unmatched: 1,
      duplicates: 0,
      duplicateRows: [],
      leftOut: 0,
    });
    expect(await owed()).toBe(bill.due - 1000_00);
    await expect(dana.api.paymentImports.apply({ ...lockbox(file()), mapping })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('is remembered by bank and headings; a row of an earlier file is not taken again', async () => {
    const again = `${file()}11/20/2026,5514,R. Holloway,300.00,\n`;
    const preview = await dana.api.paymentImports.preview(lockbox(again));
    expect(preview.isRemembered).toBe(true);
    expect(preview.rows.map(({ outcome }) => outcome)).toEqual(['duplicate', 'duplicate', 'outgoing', 'unknown']);
  });

  it('knows a payer once somebody has said whose the payment is', async () => {
    const { rows } = await dana.api.payments.list({ search: 'Holloway', limit: 5 });
    const [payment] = rows;
    expect(payment).toMatchObject({ groupId: null, payer: 'R. Holloway', unapplied: 250_00 });
    expect(await dana.api.payments.assign({ id: payment?.id ?? '', groupId: kestrel })).toEqual({ applied: 250_00 });
    const { rows: next } = await dana.api.paymentImports.preview(
      lockbox('Posted Date,Check Number,Remitter,Amount,Invoice\n11/20/2026,5514,r. holloway,300.00,\n'),
    );
    expect(next[0]).toMatchObject({ outcome: 'group', groupName: 'Kestrel Avionics Repair' });
  });

  it('with a cell that is not understood takes nothing and names the row', async () => {
    const text = 'Posted Date,Amount\n11/19/2026,12.00\nsoon,13.00\n';
    const { mapping, problems } = await dana.api.paymentImports.preview(lockbox(text));
    expect(problems).toEqual([{ row: 3, message: '“soon” is not a date.' }]);
    await expect(dana.api.paymentImports.apply({ ...lockbox(text), mapping })).rejects.toMatchObject({
      data: { problems: [{ path: 'file', message: 'Row 3: “soon” is not a date.' }] },
    });
    await expect(dana.api.paymentImports.apply({ ...lockbox('A,B\n1,2\n'), mapping: {} })).rejects.toMatchObject({
      data: { problems: [{ path: 'mapping' }, { path: 'mapping' }] },
    });
  });

  it('of a bank format that is no table is rejected by name; rows are counted from the first line of the file', async () => {
    const preview = (text: string) => dana.api.paymentImports.preview(statement(text));
    await expect(preview('\ufeff01,RIVERCITY,OPENBEN,261124,0700,1,80,,2/\n99,0,1,2/\n')).rejects.toMatchObject({
      data: { problems: [{ path: 'file', message: expect.stringContaining('This is a BAI2 file') }] },
    });
    const above = 'River City Bank\nAccount ending 4471\n\nPosted,Description,Money in,Money out\n';
    expect(await preview(`${above}11/18/2026,HOLLOW PINE,1840.25,\n11/18/2026,CHARGE,,35.00\n`)).toMatchObject({
      problems: [],
      rows: [{ cents: 1840_25 }, { cents: -35_00, outcome: 'outgoing' }],
    });
    expect(await preview('11/18/2026,1840.25,*,,HOLLOW PINE\n11/18/2026,-35.00,*,,CHARGE\n')).toMatchObject({
      headings: ['Column 1', 'Column 2', 'Column 3', 'Column 4', 'Column 5'],
      isRemembered: false,
      isFirstLineAsked: true,
      rows: [{ row: 1 }, { row: 2 }],
    });
    const bare = { ...statement('11/18/2026,18.25,TALL OAK\n11/18/2026,-5.00,FEE\n'), mapping: { date: 0, amount: 1 } };
    await expect(dana.api.paymentImports.apply(bare)).rejects.toMatchObject({
      data: { problems: [{ path: 'firstLine' }] },
    });
    expect(await dana.api.paymentImports.preview({ ...bare, firstLine: 'headings' })).toMatchObject({
      headings: ['11/18/2026', '18.25', 'TALL OAK'],
      rows: [{ row: 2, cents: -5_00 }],
    });
    const wide = 'Date,Description,Amount,Reference\n11/18/2026,PINE,19,990.00,17\n';
    expect((await preview(wide)).problems).toMatchObject([{ row: 2 }]);
  });

  it('is deposited by the bank statement that has its sum', async () => {
    const text = 'Date,Description,Debit,Credit\n11/20/2026,LOCKBOX DEPOSIT,,"1,250.00"\n';
    const { mapping, rows } = await dana.api.paymentImports.preview(statement(text));
    expect(rows.map(({ outcome }) => outcome)).toEqual(['deposit']);
    expect(await dana.api.paymentImports.apply({ ...statement(text), mapping })).toMatchObject({ payments: 0 });
    const { accounts } = await dana.api.billing.ledger.trialBalance({});
    expect(
      accounts.filter(({ account }) => account === '1000' || account === '1020').map(({ debit }) => debit),
    ).toEqual([1250_00, 0]);
  });

  it('is stored without an account number of its payer, who is known all the same', async () => {
    const row = (date: string, check: string) =>
      `Posted Date,Check Number,Remitter,Amount,Invoice\n${date},${check},M. Ostrow 4401234567890,20.00,\n`;
    const { mapping } = await dana.api.paymentImports.preview(lockbox(row('11/19/2026', '5601')));
    await dana.api.paymentImports.apply({ ...lockbox(row('11/19/2026', '5601')), mapping });
    const { rows } = await dana.api.payments.list({ search: 'Ostrow', limit: 5 });
    expect(rows.map(({ payer }) => payer)).toEqual(['M. Ostrow •••••7890']);
    await dana.api.payments.assign({ id: rows[0]?.id ?? '', groupId: kestrel });
    const next = await dana.api.paymentImports.preview(lockbox(row('11/20/2026', '5602')));
    expect(next.rows).toMatchObject([{ outcome: 'group', payer: 'M. Ostrow •••••7890' }]);
    const again = await dana.api.paymentImports.preview(lockbox(`${row('11/19/2026', '5601')}\n`));
    expect(again.rows).toMatchObject([{ outcome: 'duplicate' }]);
  });

  it('is the same payment only if bank, payer, account and group are the same; an equal row is a question', async () => {
    const text = (payer: string) => `Date,Payer,Amount\n11/20/2026,${payer},512.34\n`;
    const apply = (file: string, more: { bank?: string; separateRows?: number[] } = {}) =>
      dana.api.paymentImports.apply({ ...statement(file), mapping: { date: 0, payer: 1, amount: 2 }, ...more });
    expect(await apply(text('TALL OAK SURVEY'))).toMatchObject({ payments: 1, duplicates: 0 });
    expect(await apply(text('HOLLOW PINE DENTAL'))).toMatchObject({ payments: 1, duplicates: 0 });
    // The same bytes from another bank are other payments.
    expect(await apply(text('TALL OAK SURVEY'), { bank: 'Second Bank' })).toMatchObject({ payments: 1, duplicates: 0 });
    const again = text('TALL OAK SURVEY').replace('\n', '\r\n');
    const preview = await dana.api.paymentImports.preview(statement(again));
    expect(preview.rows).toMatchObject([{ row: 2, outcome: 'duplicate' }]);
    expect(await apply(again, { separateRows: [2] })).toMatchObject({ payments: 1, duplicates: 0 });
    expect(await apply(`${again}\r\n`)).toMatchObject({
      payments: 0,
      duplicates: 1,
      duplicateRows: [{ row: 2, payer: 'TALL OAK SURVEY', cents: 512_34 }],
    });
    const bare = statement('11/19/2026,18.25,TALL OAK\n11/19/2026,-5.00,FEE\n');
    expect(
      await dana.api.paymentImports.apply({ ...bare, mapping: { date: 0, amount: 1, payer: 2 }, firstLine: 'data' }),
    ).toMatchObject({ payments: 1, unmatched: 1 });
    const byGroup = (cim: string) => `Date,Customer,Amount\n11/20/2026,${cim},88.00\n`;
    const mapping = { date: 0, group: 1, amount: 2 };
    for (const cim of ['CIM-1', 'CIM-2'])
      expect(await dana.api.paymentImports.apply({ ...statement(byGroup(cim)), mapping })).toMatchObject({
        payments: 1,
      });
  });

  it('is imported without the rows that the user leaves out; a corrected file later brings only those', async () => {
    const text = (broken: string) =>
      `Date,Payer,Amount,Reference\n${broken}\n11/20/2026,TALL OAK SURVEY,612.40,5602\n11/20/2031,PINE,1.00,5603\n`;
    const file = statement(text('11/20/2026,HOLLOW PINE DENTAL,19,990.00,5601'));
    const { mapping, rows, problems, total } = await dana.api.paymentImports.preview(file);
    expect(rows.map(({ row }) => row)).toEqual([3]);
    expect(total).toBe(612_40);
    expect(problems).toMatchObject([{ row: 2, message: expect.stringContaining('5 cells') }, { row: 4 }]);
    const apply = (withoutRows: number[]) => dana.api.paymentImports.apply({ ...file, mapping, withoutRows });
    await expect(apply([2])).rejects.toMatchObject({
      data: { problems: [{ path: 'file', message: expect.stringMatching(/^Row 4: /) }] },
    });
    await expect(apply([2, 3, 4])).rejects.toMatchObject({
      data: { problems: [{ path: 'withoutRows', message: expect.stringMatching(/^Row 3 /) }] },
    });
    expect(await apply([2, 4])).toMatchObject({ payments: 1, leftOut: 2, duplicates: 0 });
    const corrected = statement(text('11/20/2026,HOLLOW PINE DENTAL,"19,990.00",5601').replace('2031', '2026'));
    expect(await dana.api.paymentImports.apply({ ...corrected, mapping })).toMatchObject({
      payments: 2,
      leftOut: 0,
      duplicateRows: [{ row: 3, payer: 'TALL OAK SURVEY' }],
    });
  });

  it('leaves a work list of payments without a group, with proposals; a wrong assignment is undone', async () => {
    const before = await owed();
    const text = `Date,Payer,Reference,Amount\n11/20/2026,KESTREL AVNCS REPR,premium ${bill.number.toLowerCase()},75.00\n`;
    await dana.api.paymentImports.apply({
      ...statement(text),
      mapping: { date: 0, payer: 1, reference: 2, amount: 3 },
    });
    const waiting = () => dana.api.paymentImports.unmatched({});
    const found = (await waiting()).find(({ payer }) => payer === 'KESTREL AVNCS REPR');
    expect(found?.proposals[0]).toMatchObject({
      groupName: 'Kestrel Avionics Repair',
      reasons: ['bill_number', 'name'],
    });
    const id = found?.id ?? '';
    for (const round of [1, 2]) {
      expect(await dana.api.payments.assign({ id, groupId: kestrel })).toEqual({ applied: 75_00 });
      expect(await owed()).toBe(before - 75_00);
      await dana.api.payments.unassign({ id, reason: `Not theirs, ${round}` });
      expect(await owed()).toBe(before);
    }
    expect((await waiting()).map(({ id: one }) => one)).toContain(id);
    expect((await dana.api.paymentImports.preview(statement(text.replace(/premium [^,]*/, '')))).rows[0]).toMatchObject(
      { outcome: 'unknown' },
    );
    await dana.api.payments.void({ id, reason: 'Test' });
    const { accounts } = await dana.api.billing.ledger.trialBalance({});
    expect(accounts.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0);
  });
});

describe('an 820 (case M19)', () => {
  const import820 = (text: string, name = 'advice.edi') =>
    dana.api.paymentImports.remittance({ file: sent(name, text) });

  it('that brings its money is posted once', async () => {
    const before = await owed();
    expect(await import820(advice('C', 100, '555'))).toEqual({
      posted: 1,
      waiting: 0,
      held: 0,
      isTest: false,
      cents: 100_00,
    });
    expect(await owed()).toBe(before - 100_00);
    await expect(import820(advice('C', 100, '555'), 'again.edi')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(import820(`${advice('C', 100, '555')}\n`, 'again.edi')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('that is only an advice posts nothing until the bank has credited its trace and amount', async () => {
    const before = await owed();
    expect(await import820(advice('U', 200, '777'))).toMatchObject({ posted: 0, waiting: 1 });
    expect(await owed()).toBe(before);
    const text = 'Date,Description,Credit,Trace\n11/20/2026,ACH CREDIT,200.00,777\n';
    const { mapping, rows } = await dana.api.paymentImports.preview(statement(text));
    expect(rows[0]).toMatchObject({ outcome: 'advice', groupName: 'Kestrel Avionics Repair' });
    await dana.api.paymentImports.apply({ ...statement(text), mapping });
    expect(await owed()).toBe(before - 200_00);
    expect((await dana.api.paymentImports.remittances({})).find(({ trace }) => trace === '777')?.status).toBe('posted');
  });

  it('whose credit differs is held: the money waits, nothing is applied', async () => {
    const before = await owed();
    await import820(advice('I', 20000, '999'));
    const text = `Date,Description,Credit,Trace\n11/20/2026,ACH CREDIT,${dollars(1999000)},999\n`;
    const { mapping } = await dana.api.paymentImports.preview(statement(text));
    expect(await dana.api.paymentImports.apply({ ...statement(text), mapping })).toMatchObject({
      payments: 1,
      applied: 0,
      unmatched: 1,
    });
    expect(await owed()).toBe(before);
    expect((await dana.api.paymentImports.remittances({}))[0]).toMatchObject({
      status: 'held',
      reason: 'The bank credited $19,990.00, the advice says $20,000.00. Nothing was applied.',
    });
  });

  it('that is a test, or pays somebody else, posts nothing and says so', async () => {
    const before = await owed();
    const cash = (trace: string, payee: string) => advice('C', 50, trace).replace('N1*PR', `N1*PE*${payee}~N1*PR`);
    const test = cash('4001', 'OPENBENEFITS').replace('*0*P*', '*0*T*');
    expect(await import820(test)).toMatchObject({ posted: 0, waiting: 0, held: 0, isTest: true });
    expect(await import820(cash('4002', 'HARBOR MUTUAL LIFE'))).toMatchObject({ posted: 0, held: 1, isTest: false });
    expect(await owed()).toBe(before);
    expect((await dana.api.paymentImports.remittances({})).find(({ trace }) => trace === '4002')).toMatchObject({
      status: 'held',
      reason: 'The payee is HARBOR MUTUAL LIFE, not us. Nothing was posted.',
    });
    // The same payment in production, to us.
    const { name } = await dana.api.admin.organization.get({});
    expect(await import820(cash('4001', name))).toMatchObject({ posted: 1, isTest: false });
    expect(await owed()).toBe(before - 50_00);
  });

  it('whose sums do not hold changes nothing', async () => {
    await expect(import820(advice('C', 100, '556').replace('RMR*CT*A**100', 'RMR*CT*A**99'))).rejects.toMatchObject({
      data: { problems: [{ path: 'file' }] },
    });
    const reader = await server.as('read_only');
    await expect(reader.api.paymentImports.sync({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await dana.api.paymentImports.sync({})).toMatchObject({ advices: 0, folder: [] });
  });
});
