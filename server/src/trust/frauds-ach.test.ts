import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { OUR_BANK, readFileForBank, returnsOfBank } from '../payments/ach/ach-bank.test-data.ts';
import { settleDebits } from '../payments/ach/settle-debits-job.ts';
import { approveFor, inForce } from '../testing/approving.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

/** Frauds by insiders with bank files, returns, bank accounts and settings: none of them succeeds. */
let server: TestServer;
let dana: Person;
let anselm: Person;
/** A third person with the same permissions. */
let hana: Person;
let kestrel: string;

const BANK = { ...OUR_BANK, isBalanced: true };
const on = (day: string) => server.clock.set(`${day}T18:00:00.000Z`);
const today = () => server.services.clock.today();

async function download(id: string, person = anselm): Promise<string> {
  const answer = await fetch(`${server.url}/downloads/ach/${id}`, { headers: { cookie: person.cookie } });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}
const addAccount = async (account: string, person = dana) => {
  const of = { groupId: kestrel, holder: 'Kestrel', isPerson: false, kind: 'checking' as const, routing: '231380104' };
  return (await person.api.ach.accounts.add({ ...of, account })).id;
};
/** An account that came through its prenote long ago. */
async function oldAccount(account: string, person = dana): Promise<string> {
  const id = await addAccount(account, person);
  // Only a superuser makes an account older than it is.
  await server.owner.query('set session_replication_role = replica');
  await server.owner.query(
    `update bank_accounts set status = 'verified', added_at = added_at - interval '1 year' where id = $1`,
    [id],
  );
  await server.owner.query('set session_replication_role = default');
  return id;
}
const debit = (cents: number) =>
  dana.api.payments.process({
    groupId: kestrel,
    method: 'ach',
    kind: 'monthly_premium',
    cents,
    receivedOn: today(),
    billId: null,
    reference: '',
    isDebit: true,
    cardToken: null,
    override: true,
  });
async function approvedFile(): Promise<string> {
  const { id } = await dana.api.ach.files.draft({});
  await approveFor(anselm, id);
  return id;
}
/** A refund of a credit, approved by Anselm. */
async function refund(cents: number, method: 'ach' | 'check'): Promise<string> {
  const credit = { groupId: kestrel, cents, reason: 'Billing error', staysOnAccount: true };
  const adjustment = await dana.api.refunds.adjustments.credit(credit);
  if (adjustment.status === 'requested') await approveFor(anselm, adjustment.id);
  const of = { groupId: kestrel, paymentId: null, cents, method, note: '' };
  const { id, status } = await dana.api.refunds.request({ ...of, reason: 'overpaid' });
  if (status === 'requested') await approveFor(anselm, id);
  return id;
}
const refundOf = async (id: string) =>
  (await dana.api.refunds.list({ groupId: kestrel })).rows.find((row) => row.id === id);
const bankBalance = async () => {
  const { accounts } = await dana.api.billing.ledger.trialBalance({ on: '2027-12-31' });
  const found = accounts.find(({ account }) => account === '1000');
  return (found?.debit ?? 0) - (found?.credit ?? 0);
};

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  await server.owner.query(`update auth."user" set role = 'benefits_administrator' where id = 'demo-ichra'`);
  await server.hasHeard();
  dana = await server.as('administrator');
  anselm = await server.as('system_administrator');
  hana = await server.as('ichra_specialist');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  await inForce(dana, anselm, (api) => api.ach.settings.set(BANK));
  await oldAccount('700000001');
});
afterAll(() => server.close());

it('bank settings changed between approval and download and put back', async () => {
  await debit(11_00);
  const first = await approvedFile();
  // Alone: the change waits, and the file has what was approved.
  await dana.api.ach.settings.set({ ...BANK, settlementAccount: '666000666', companyName: 'Mallory' });
  const text = await download(first);
  expect(text).toContain('9000111');
  expect(text).not.toMatch(/666000666|MALLORY/i);
  // With an accomplice: the file does not go, nor once the settings are what they were.
  await debit(12_00);
  const second = await approvedFile();
  const other = { ...BANK, settlementAccount: '666000666' };
  await inForce(dana, hana, (api) => api.ach.settings.set(other));
  await expect(download(second)).rejects.toThrow('It is not what was approved any more. The approval is void.');
  await inForce(dana, hana, (api) => api.ach.settings.set(BANK));
  await expect(download(second)).rejects.toThrow('has to be approved first');
  expect(await dana.api.ach.files.get({ id: second })).toMatchObject({ lacksApproval: true });
  await dana.api.ach.files.ask({ id: second });
  await expect(download(second)).rejects.toThrow('has to be approved before');
  await approveFor(anselm, second);
  expect(await download(second)).toContain('9000111');
});

it('approving without saying which content was seen', async () => {
  await debit(13_00);
  await debit(14_00);
  const { id } = await dana.api.ach.files.draft({});
  const seen = (await anselm.api.ach.files.get({ id })).approval;
  expect(seen).not.toBeNull();
  const approvalId = seen?.id ?? '';
  await expect(anselm.api.approvals.approve({ id: approvalId, digest: '0'.repeat(64) })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'What you saw is not what waits for approval now. Look at it again.',
  });
  // What was seen, and changed since.
  const [entry] = (await dana.api.ach.files.get({ id })).list;
  await dana.api.ach.files.include({ id, entryId: entry?.id ?? '', isIncluded: false });
  await expect(anselm.api.approvals.approve({ id: approvalId, digest: seen?.digest ?? '' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  // Who changed an entry is an author, also of a file that somebody else drafted.
  await hana.api.ach.files.include({ id, entryId: entry?.id ?? '', isIncluded: true });
  await expect(approveFor(hana, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(approveFor(dana, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await dana.api.ach.files.get({ id })).toMatchObject({ status: 'draft', approvedBy: null });
  await approveFor(anselm, id);
  expect(readFileForBank(await download(id)).entries.filter(({ code }) => code === '27')).toHaveLength(2);
});

it('an account disabled after approval is not paid, and not debited', async () => {
  const account = await oldAccount('700000002');
  const { id: debited } = await debit(15_00);
  const id = await refund(300_00, 'ach');
  const file = await approvedFile();
  await hana.api.ach.accounts.disable({ id: account, reason: 'The group says it is not theirs' });
  const before = await bankBalance();
  await expect(download(file)).rejects.toThrow('The approval is void');
  expect(await dana.api.ach.files.get({ id: file })).toMatchObject({ status: 'approved', lacksApproval: true });
  expect([await bankBalance(), (await refundOf(id))?.status]).toEqual([before, 'approved']);
  expect((await dana.api.payments.get({ id: debited })).status).toBe('pending');
  // Asked again, nobody can approve it before the entry is left out.
  await dana.api.ach.files.ask({ id: file });
  await expect(approveFor(anselm, file)).rejects.toMatchObject({
    message: 'The bank account of Kestrel Avionics Repair was disabled. Leave its entry out first.',
  });
  await dana.api.ach.files.cancel({ id: file });
  expect((await anselm.api.approvals.list({})).rows.filter(({ subjectId }) => subjectId === file)).toEqual([]);
  await dana.api.refunds.withdraw({ id });
});

it('one approved refund paid three times', async () => {
  on('2026-11-24');
  await oldAccount('700000003');
  const cents = 400_00;
  const id = await refund(cents, 'check');
  const start = await bankBalance();
  await dana.api.refunds.payByCheck({ id, number: '9001', paidOn: today() });
  // "It came back", says the one who has it: the next attempt takes another person.
  await dana.api.refunds.fail({ id, reason: 'Check returned' });
  await dana.api.refunds.resend({ id, method: 'ach' });
  await expect(dana.api.ach.files.draft({})).rejects.toThrow('nothing to send');
  await approveFor(anselm, id);
  const file = await approvedFile();
  const entry = readFileForBank(await download(file, dana)).entries.find(
    ({ batch, code }) => batch === 'REFUND' && code === '22',
  );
  const answer = { trace: entry?.trace ?? '', rdfi: entry?.rdfi ?? '', cents, code: 'R03' };
  const importing = (name: string, text: string) => dana.api.ach.returns.import({ name, text });
  // A return that somebody wrote: before its day, with a day that is still to come, of another bank, company or amount.
  expect(await importing('today.ach', returnsOfBank([answer], today()))).toMatchObject({ matched: 0 });
  expect(await importing('ahead.ach', returnsOfBank([answer], '2026-11-26'))).toMatchObject({ matched: 0 });
  on('2026-11-27');
  expect(await importing('back.ach', returnsOfBank([answer], '2026-11-23'))).toMatchObject({ matched: 0 });
  const wrong = [
    { ...answer, rdfi: '12104288' },
    { ...answer, cents: cents - 1 },
    { ...answer, trace: '121042889999999' },
  ];
  for (const one of wrong)
    expect(await importing('wrong.ach', returnsOfBank([one], today()))).toMatchObject({ matched: 0 });
  const otherCompany = returnsOfBank([answer], today()).replaceAll('1123456789CCD', '1999999999CCD');
  expect(await importing('other.ach', otherCompany)).toMatchObject({ matched: 0 });
  expect([await bankBalance(), (await refundOf(id))?.status]).toEqual([start - cents, 'sent']);
  // A perfect forgery makes it payable, but not without another person, and only once.
  expect(await importing('forged.ach', returnsOfBank([answer], today()))).toMatchObject({ matched: 1 });
  expect((await refundOf(id))?.status).toBe('failed');
  await importing('again.ach', returnsOfBank([{ ...answer, code: 'R02' }], today()));
  expect((await dana.api.ach.returns.list({}))[0]).toMatchObject({ isApplied: false, bankCase: 'duplicate_return' });
  await dana.api.refunds.resend({ id, method: 'check' });
  await expect(dana.api.refunds.payByCheck({ id, number: '9002', paidOn: today() })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await expect(approveFor(dana, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await bankBalance()).toBe(start);
  await dana.api.refunds.withdraw({ id });
});

it('payee added after the request, verified by reading the amounts in the file one downloads oneself', async () => {
  const theirs = await oldAccount('700000004');
  const requested = await refund(250_00, 'ach');
  const own = await addAccount('666000001');
  await dana.api.ach.accounts.verify({ id: own, by: 'deposits' });
  const file = await approvedFile();
  const { list } = await dana.api.ach.files.get({ id: file });
  expect(list.flatMap(({ batch, cents }) => (batch === 'deposit' ? [cents] : []))).toEqual([0, 0]);
  const { entries } = readFileForBank(await download(file, dana));
  // The refund goes to the account it was asked for, not to the newest.
  const { rows } = await server.owner.query<{ account: string }>(
    'select bank_account_id as account from ach_entries where refund_id = $1 and is_included',
    [requested],
  );
  expect(rows).toEqual([{ account: theirs }]);
  const amounts = entries.flatMap(({ batch, cents }) => (batch === 'ACCTVERIFY' && cents < 100 ? [cents] : []));
  const [one = 0, other = 0] = amounts;
  on('2026-12-01');
  await settleDebits(server.services, DEFAULT_TENANT);
  const confirm = (person: Person) => person.api.ach.accounts.confirm({ id: own, cents: [one, other] });
  for (const person of [dana, anselm])
    await expect(confirm(person)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'You handled the file with these deposits. Another person enters the amounts the holder saw.',
    });
  // Whoever downloads it again has read it as well.
  await download(file, hana);
  await expect(confirm(hana)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const accounts = await dana.api.ach.accounts.list({ groupId: kestrel });
  expect(accounts.find(({ id }) => id === own)).toMatchObject({ status: 'deposits_sent' });
});

it('limit raised, $900,000 credited and refunded, limit lowered', async () => {
  const { limits } = await anselm.api.refunds.summary({});
  const raised = { ...limits, money: 5_000_000_00, organization: 5_000_000_00 };
  const { waitsBecause, approvalId } = await anselm.api.refunds.setLimits(raised);
  expect(waitsBecause).toBe('Payment setting: another person always approves it.');
  expect((await anselm.api.refunds.summary({})).limits).toEqual(limits);
  const digest = (await anselm.api.approvals.get({ id: approvalId })).digest;
  await expect(anselm.api.approvals.approve({ id: approvalId, digest })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const cents = 900_000_00;
  const credit = { groupId: kestrel, cents, reason: 'Billing error', staysOnAccount: true };
  const adjustment = await anselm.api.refunds.adjustments.credit(credit);
  expect(adjustment.status).toBe('requested');
  await expect(approveFor(anselm, adjustment.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const of = { groupId: kestrel, paymentId: null, cents, method: 'check' as const, note: '' };
  await expect(anselm.api.refunds.request({ ...of, reason: 'overpaid' })).rejects.toMatchObject({
    data: { problems: [{ path: 'cents' }] },
  });
  expect((await anselm.api.refunds.summary({})).limits).toEqual(limits);
});

it('an old payee swapped by a notice of change that somebody wrote', async () => {
  on('2026-12-08');
  const account = await oldAccount('700000005');
  const paid = await refund(120_00, 'ach');
  const { entries } = readFileForBank(await download(await approvedFile(), dana));
  const entry = entries.find(({ batch, code }) => batch === 'REFUND' && code === '22');
  on('2026-12-10');
  const of = { trace: entry?.trace ?? '', rdfi: entry?.rdfi ?? '', cents: 0 };
  const notice = (code: string, corrected: string) => returnsOfBank([{ ...of, code, corrected }], today());
  const importing = (name: string, text: string) => hana.api.ach.returns.import({ name, text });
  const last4 = async () =>
    (await dana.api.ach.accounts.list({ groupId: kestrel })).find(({ id }) => id === account)?.last4;
  expect(await importing('notice.ach', notice('C01', '666000777'))).toMatchObject({ matched: 1 });
  expect(await last4()).toBe('0777');
  // A bank tells of a change once: neither a second notice of the entry nor one twice in a file changes anything.
  await importing('second.ach', notice('C01', '666000888'));
  expect((await dana.api.ach.returns.list({}))[0]).toMatchObject({
    isApplied: false,
    outcome: 'This notice of change was already applied. Nothing was changed. Ask the bank.',
  });
  const [one, other] = ['MALLORY', 'OSCAR'].map((corrected) => ({ ...of, code: 'C04', corrected }));
  await importing('twice.ach', returnsOfBank(one && other ? [one, other] : [], today()));
  const holders = (await dana.api.ach.accounts.list({ groupId: kestrel })).filter(({ id }) => id === account);
  expect(holders).toMatchObject([{ last4: '0777', holder: 'MALLORY', status: 'verified' }]);

  // It is a new payee: a small refund takes another person, who sees the change and has not made it.
  await dana.api.refunds.adjustments.credit({ groupId: kestrel, cents: 30_00, reason: 'Error', staysOnAccount: true });
  const small = { groupId: kestrel, paymentId: null, cents: 30_00, method: 'ach' as const, note: '' };
  const { id, waitsBecause } = await dana.api.refunds.request({ ...small, reason: 'overpaid' });
  expect(waitsBecause).toBe(
    'Another person approves it: the bank account was changed on 12/10/2026, less than 7 days ago.',
  );
  const change = 'Changed on 12/10/2026 by Hana Petrossian, from a notice of change';
  const waiting = async (subjectId: string) =>
    (await anselm.api.approvals.list({})).rows.find((row) => row.subjectId === subjectId)?.facts;
  expect(await waiting(id)).toEqual(
    expect.arrayContaining([
      { label: 'Account changed', value: change },
      { label: 'Paid before', value: 'Never since it was changed. Last before on 12/09/2026' },
    ]),
  );
  await expect(approveFor(hana, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await approveFor(anselm, id);
  const { id: file } = await dana.api.ach.files.draft({});
  expect(await waiting(file)).toContainEqual({ label: 'Account ending in 0777 of MALLORY', value: change });
  await expect(approveFor(hana, file)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await dana.api.ach.files.cancel({ id: file });
  await dana.api.refunds.withdraw({ id });
  expect((await refundOf(paid))?.status).toBe('sent');

  // Premium is still debited, from the corrected account.
  await debit(16_00);
  expect(await download(await approvedFile())).toContain('666000777');
});

it('the one who added the payee approves what it is paid', async () => {
  const account = await oldAccount('700000006', anselm);
  // Who added an account that is debited has nothing to gain from it.
  await debit(17_00);
  await download(await approvedFile());
  const credit = { groupId: kestrel, cents: 600_00, reason: 'Billing error', staysOnAccount: true };
  await approveFor(hana, (await dana.api.refunds.adjustments.credit(credit)).id);
  const of = { groupId: kestrel, paymentId: null, cents: 600_00, method: 'ach' as const, note: '' };
  const { id } = await dana.api.refunds.request({ ...of, reason: 'overpaid' });
  await expect(approveFor(anselm, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await approveFor(hana, id);
  const { id: file } = await dana.api.ach.files.draft({});
  await expect(approveFor(anselm, file)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  // Nor does the one who changed how it is paid, and nobody stops being an author.
  await hana.api.ach.accounts.setAddenda({ id: account, isCtx: true });
  await server.owner.query(`update bank_accounts set authors = '{}' where id = $1`, [account]);
  for (const person of [anselm, hana])
    await expect(approveFor(person, file)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await dana.api.ach.files.cancel({ id: file });
  await dana.api.refunds.withdraw({ id });
});

it('the ones who started and confirmed the verification of a payee are its authors', async () => {
  const account = await addAccount('700000007', anselm);
  await hana.api.ach.accounts.verify({ id: account, by: 'deposits' });
  const { id: file } = await dana.api.ach.files.draft({});
  for (const person of [anselm, hana])
    await expect(approveFor(person, file)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await dana.api.ach.files.cancel({ id: file });
  const { rows } = await server.owner.query<{ amounts: [number, number]; authors: number }>(
    `update bank_accounts set prenote_on = '2026-12-01' where id = $1 returning deposit_cents as amounts, cardinality(authors) as authors`,
    [account],
  );
  const cents = rows[0]?.amounts ?? [0, 0];
  expect(await dana.api.ach.accounts.confirm({ id: account, cents })).toMatchObject({ verified: true });
  const after = await server.owner.query('select cardinality(authors) as authors from bank_accounts where id = $1', [
    account,
  ]);
  expect([rows[0]?.authors, after.rows]).toEqual([2, [{ authors: 3 }]]);
});
