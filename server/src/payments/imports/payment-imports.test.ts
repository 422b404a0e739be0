import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOnRuns } from '../../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../../db/connect.ts';
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
  'ISA*00*          *00*          *ZZ*123456789012345*ZZ*123456789012346*261120*1705*>*00501*000010216*0*T*:~';
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
});

describe('an 820 (case M19)', () => {
  const import820 = (text: string, name = 'advice.edi') =>
    dana.api.paymentImports.remittance({ file: sent(name, text) });

  it('that brings its money is posted once', async () => {
    const before = await owed();
    expect(await import820(advice('C', 100, '555'))).toEqual({ posted: 1, waiting: 0, cents: 100_00 });
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

  it('whose sums do not hold changes nothing', async () => {
    await expect(import820(advice('C', 100, '556').replace('RMR*CT*A**100', 'RMR*CT*A**99'))).rejects.toMatchObject({
      data: { problems: [{ path: 'file' }] },
    });
    const reader = await server.as('read_only');
    await expect(reader.api.paymentImports.sync({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await dana.api.paymentImports.sync({})).toMatchObject({ advices: 0, folder: [] });
  });
});
