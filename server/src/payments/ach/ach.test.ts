import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOnRuns } from '../../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { approveFor, inForce } from '../../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { OUR_BANK, readFileForBank as read, returnsOfBank } from './ach-bank.test-data.ts';
import { settleDebits } from './settle-debits-job.ts';

const ACCOUNT = '744-5678-99';
let server: TestServer;
let dana: Person;
let anselm: Person;
let kestrel: string;
let accountId: string;

const settle = () => settleDebits(server.services, DEFAULT_TENANT);
const debit = (cents: number) =>
  dana.api.payments.process({
    groupId: kestrel,
    method: 'ach',
    kind: 'monthly_premium',
    cents,
    receivedOn: '2026-11-20',
    billId: null,
    reference: '',
    isDebit: true,
    cardToken: null,
    override: false,
    idempotencyKey: randomUUID(),
  });
const balance = async (number: string) => {
  const { accounts, debit: left, credit: right } = await dana.api.billing.ledger.trialBalance({ on: '2027-12-31' });
  expect(left).toBe(right);
  const found = accounts.find((one) => one.account === number);
  return (found?.debit ?? 0) - (found?.credit ?? 0);
};
const owed = async () => (await dana.api.payments.owed({ groupId: kestrel })).bills[0]?.due ?? 0;

async function download(id: string, person = anselm): Promise<string> {
  const answer = await fetch(`${server.url}/downloads/ach/${id}`, { headers: { cookie: person.cookie } });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}
/** Makes, approves and downloads the next file. */
async function send(): Promise<string> {
  const { id } = await dana.api.ach.files.draft({});
  await approveFor(anselm, id);
  return download(id);
}

const returns = (answers: Parameters<typeof returnsOfBank>[0]) => returnsOfBank(answers, server.services.clock.today());
const nextDay = () => server.clock.set(new Date(Date.parse(server.clock.now()) + 86_400_000).toISOString());
const importing = (text: string) => dana.api.ach.returns.import({ name: 'returns.ach', text });

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  anselm = await server.as('system_administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  const { id } = await dana.api.billing.runs.start({ period: '2026-11-01', groupIds: [kestrel] });
  await workOnRuns(server.services, DEFAULT_TENANT, async () => {});
  const { figures } = await dana.api.billing.runs.get({ id });
  await dana.api.billing.runs.post({ id, total: figures.total });
  await workOnRuns(server.services, DEFAULT_TENANT, async () => {});
});
afterAll(() => server.close());

describe('a bank account', () => {
  it('is checked at its fields, encrypted, shown by its last digits and revealed with a reason', async () => {
    const add = (more: Record<string, unknown>) =>
      dana.api.ach.accounts.add({
        groupId: kestrel,
        holder: 'Kestrel Avionics',
        isPerson: false,
        kind: 'checking',
        routing: '231380104',
        account: ACCOUNT,
        ...more,
      });
    await expect(add({ routing: '231380105' })).rejects.toMatchObject({ data: { problems: [{ path: 'routing' }] } });
    await expect(add({ account: '1' })).rejects.toMatchObject({ data: { problems: [{ path: 'account' }] } });
    accountId = (await add({})).id;
    const [account] = await dana.api.ach.accounts.list({ groupId: kestrel });
    expect(account).toMatchObject({ last4: '8-99', status: 'new' });
    expect(JSON.stringify(account)).not.toContain(ACCOUNT);
    const stored = await server.owner.query('select account_encrypted from bank_accounts');
    expect(JSON.stringify(stored.rows)).not.toContain(ACCOUNT);
    await expect(dana.api.ach.accounts.reveal({ id: accountId, reason: '' })).rejects.toMatchObject({
      data: { problems: [{ path: 'reason' }] },
    });
    expect(await dana.api.ach.accounts.reveal({ id: accountId, reason: 'Payer asked on the phone' })).toEqual({
      account: ACCOUNT,
    });
  });

  it('is verified by deposits only once they have arrived; their amounts are not shown', async () => {
    const { rows } = await dana.api.groups.list({ limit: 5 });
    const { id } = await dana.api.ach.accounts.add({
      groupId: rows.find((group) => group.id !== kestrel)?.id ?? '',
      holder: 'Another group',
      isPerson: false,
      kind: 'savings',
      routing: '231380104',
      account: '88001122',
    });
    await dana.api.ach.accounts.verify({ id, by: 'deposits' });
    await expect(dana.api.ach.accounts.confirm({ id, cents: [1, 2] })).rejects.toMatchObject({
      message: expect.stringContaining('have not arrived') as string,
    });
    await dana.api.ach.accounts.disable({ id, reason: 'Entered twice' });
  });

  it('is debited only once a prenote came through', async () => {
    await expect(debit(100)).rejects.toMatchObject({ data: { problems: [{ path: 'way' }] } });
    await expect(dana.api.ach.files.draft({})).rejects.toMatchObject({
      message: expect.stringContaining('bank settings') as string,
    });
    // The one who takes payments enters the bank; a second person approves that, and each file.
    const { approvalId } = await dana.api.ach.settings.set(OUR_BANK);
    expect(await dana.api.ach.settings.get({})).toBeNull();
    expect(JSON.stringify(await anselm.api.approvals.get({ id: approvalId }))).not.toContain(
      OUR_BANK.settlementAccount,
    );
    await inForce(dana, anselm, (api) => api.ach.settings.set(OUR_BANK));
    await expect(dana.api.ach.settings.set({ ...OUR_BANK, settlementAccount: '' })).rejects.toMatchObject({
      message: 'Nothing differs from what is in force.',
    });
    await dana.api.ach.accounts.verify({ id: accountId, by: 'prenote' });
    const account = async () => (await dana.api.ach.accounts.list({ groupId: kestrel }))[0];
    // A file that is cancelled has sent nothing: the prenote is in the next one.
    const { id } = await dana.api.ach.files.draft({});
    await approveFor(anselm, id);
    await dana.api.ach.files.cancel({ id });
    expect(await account()).toMatchObject({ status: 'prenote_sent', verificationSentOn: null });
    const { entries } = read(await send());
    expect(entries).toMatchObject([{ code: '28', cents: 0, batch: 'PRENOTE' }]);
    await settle();
    expect(await account()).toMatchObject({ status: 'prenote_sent', verificationSentOn: '2026-11-23' });
    server.clock.set('2026-11-30T18:00:00.000Z');
    await settle();
    expect((await dana.api.ach.accounts.list({ groupId: kestrel }))[0]?.status).toBe('verified');
  });
});

describe('a file of debits', () => {
  let text: string;
  let before: number;

  it('is approved by another person, made once, and gives the same bytes again (case M18)', async () => {
    before = await owed();
    await debit(645_00);
    const { id } = await dana.api.ach.files.draft({});
    await expect(dana.api.ach.files.draft({})).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(download(id)).rejects.toThrow('has to be approved');
    await expect(approveFor(dana, id)).rejects.toMatchObject({
      message: expect.stringContaining('Another person') as string,
    });
    await approveFor(anselm, id);
    const both = await Promise.all([download(id), download(id)]);
    text = both[0];
    expect(new Set(both.map((one) => createHash('sha256').update(one).digest('hex'))).size).toBe(1);
    const { classes, entries } = read(text);
    expect(classes).toEqual(['225']);
    expect(entries).toMatchObject([{ code: '27', rdfi: '23138010', cents: 645_00, batch: 'PREMIUM' }]);
    // On its way: in transit, and the bill is still owed.
    expect([await balance('1010'), await owed()]).toEqual([645_00, before]);
    await expect(dana.api.ach.files.draft({})).rejects.toMatchObject({
      message: expect.stringContaining('nothing to send') as string,
    });
  });

  it('settles on the banking day after its own, and pays the bill', async () => {
    await settle();
    expect(await owed()).toBe(before);
    server.clock.set('2026-12-02T18:00:00.000Z');
    await settle();
    await settle();
    expect([await balance('1010'), await owed()]).toEqual([0, before - 645_00]);
  });

  it('is answered by returns that are matched by trace, bank and amount; the same file twice changes nothing', async () => {
    const { trace = '', rdfi = '' } = read(text).entries[0] ?? {};
    const wrong = returns([{ trace, rdfi, cents: 644_00, code: 'R01' }]);
    expect(await importing(wrong)).toMatchObject({ entries: 1, matched: 0 });
    await expect(importing('Name,Amount\n')).rejects.toMatchObject({ data: { problems: [{ path: 'file' }] } });
    await expect(importing(wrong.replace('000000064400', '000000064401'))).rejects.toMatchObject({
      message: expect.stringMatching(/^Line \d: The debits/) as string,
    });
    expect(await importing(returns([{ trace, rdfi, cents: 645_00, code: 'R01' }]))).toMatchObject({ matched: 1 });
    await expect(importing(returns([{ trace, rdfi, cents: 645_00, code: 'R01' }]))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect([await owed(), await balance('1000')]).toEqual([before, 0]);
    const [first] = await dana.api.ach.returns.list({});
    expect(first).toMatchObject({
      code: 'R01',
      title: 'Insufficient funds',
      outcome: expect.stringContaining('may be sent again') as string,
    });
  });
});

describe('a returned debit (case M17)', () => {
  const last = async () => (await dana.api.payments.list({ groupId: kestrel, limit: 1 })).rows[0]?.id ?? '';
  const sendAndReturn = async (code: string) => {
    const text = await send();
    const retry = read(text).entries.find(({ batch }) => batch === 'RETRY PYMT');
    expect(retry?.cents).toBe(645_00);
    nextDay();
    await importing(returns([{ trace: retry?.trace ?? '', rdfi: retry?.rdfi ?? '', cents: 645_00, code }]));
    return read(text);
  };

  it('is sent again at most twice, with the same amount; the fee goes once, in its own batch', async () => {
    const first = await last();
    expect(await dana.api.ach.returns.fee({ id: first })).toMatchObject({ cents: 25_00 });
    await expect(dana.api.ach.returns.fee({ id: first })).rejects.toMatchObject({
      message: expect.stringContaining('already taken') as string,
    });
    expect(await balance('1110')).toBe(25_00);
    await dana.api.ach.returns.retry({ id: first });
    await expect(dana.api.ach.returns.retry({ id: first })).rejects.toMatchObject({
      message: expect.stringContaining('pending') as string,
    });
    const sent = await sendAndReturn('R01');
    expect(sent.entries.map(({ batch, cents }) => [batch, cents])).toEqual([
      ['RETURN FEE', 25_00],
      ['RETRY PYMT', 645_00],
    ]);
    await dana.api.ach.returns.retry({ id: await last() });
    await sendAndReturn('R01');
    await expect(dana.api.ach.returns.retry({ id: await last() })).rejects.toMatchObject({
      message: 'A returned debit may be sent again at most twice.',
    });
    await expect(dana.api.ach.returns.fee({ id: await last() })).rejects.toMatchObject({
      message: expect.stringContaining('already taken') as string,
    });
    server.clock.set('2026-12-07T18:00:00.000Z');
    await settle();
    // The fee was paid, the debits were not.
    expect([await balance('1110'), await balance('1010'), await balance('1000')]).toEqual([0, 0, 25_00]);
  });

  it('stops the account where the payer says it was not authorized; a change corrects an account', async () => {
    const change = await debit(10_00);
    const { entries } = read(await send());
    const { trace = '', rdfi = '' } = entries[0] ?? {};
    nextDay();
    await importing(returns([{ trace, rdfi, cents: 0, code: 'C01', corrected: '1918171614' }]));
    expect((await dana.api.ach.accounts.list({ groupId: kestrel }))[0]?.last4).toBe('1614');
    await importing(returns([{ trace, rdfi, cents: 10_00, code: 'R29' }]));
    expect((await dana.api.ach.accounts.list({ groupId: kestrel }))[0]).toMatchObject({ status: 'disabled' });
    expect((await dana.api.payments.get({ id: change.id })).status).toBe('returned');
    await expect(dana.api.ach.returns.retry({ id: change.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(debit(10_00)).rejects.toMatchObject({ data: { problems: [{ path: 'way' }] } });
    const { rates } = await dana.api.ach.summary({});
    expect(rates.map(({ name, returns: count, debits }) => [name, count, debits])).toEqual([
      ['unauthorized', 1, 4],
      ['administrative', 0, 4],
      ['overall', 4, 4],
    ]);
  });

  it('is not for users of some groups or without permission', async () => {
    const priya = await server.as('group_administrator');
    await expect(priya.api.ach.files.draft({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const reader = await server.as('read_only');
    await expect(reader.api.ach.accounts.reveal({ id: accountId, reason: 'Curious' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
