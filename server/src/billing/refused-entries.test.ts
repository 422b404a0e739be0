import { randomUUID } from 'node:crypto';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { OUR_BANK } from '../payments/ach/ach-bank.test-data.ts';

/** Entries that money does not take, and what is said of each at its field. */
let server: TestServer;
let dana: Person;
let anselm: Person;
let groupId: string;
const FAR = '9999-12-31' as CalendarDate;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  anselm = await server.as('system_administrator');
  groupId = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
});
afterAll(() => server.close());

const says = (path: string, message: string | RegExp) => ({
  data: {
    problems: expect.arrayContaining([
      { path, message: typeof message === 'string' ? message : (expect.stringMatching(message) as string) },
    ]) as unknown,
  },
});
const BANK = { ...OUR_BANK, feeNoticeOn: null };

it('dates far ahead or long ago are refused at their field', async () => {
  const set = (feeNoticeOn: string) => anselm.api.ach.settings.set({ ...BANK, feeNoticeOn });
  await expect(set('0001-01-01')).rejects.toMatchObject(says('feeNoticeOn', 'Enter a date from 11/20/2016 on.'));
  await expect(set(FAR)).rejects.toMatchObject(says('feeNoticeOn', 'Enter a date up to 11/20/2031.'));
  const [terms] = (await dana.api.payments.methods.list({})).slice(-1);
  const { method = 'ach', processingTime = '', feeCents = 0, feeBasisPoints = 0 } = terms ?? {};
  const configure = { method, processingTime, feeCents, feeBasisPoints, payerBearsFee: false, isOffered: true };
  await expect(anselm.api.payments.methods.configure({ ...configure, effectiveOn: FAR })).rejects.toMatchObject(
    says('effectiveOn', 'Enter a date up to 11/20/2031.'),
  );
  const hold = dana.api.arrears.hold({ groupId, until: FAR, reason: 'Dispute' });
  await expect(hold).rejects.toMatchObject(says('until', 'Enter a date up to 11/20/2031.'));
});

it('names of one line have no control characters, and say how long they may be', async () => {
  const set = (more: object) => anselm.api.ach.settings.set({ ...BANK, ...more });
  await expect(set({ companyName: 'Open\u0007Benefits' })).rejects.toMatchObject(
    says('companyName', 'Remove line breaks and other control characters.'),
  );
  await expect(set({ companyName: 'OpenBenefits of the whole country' })).rejects.toMatchObject(
    says('companyName', 'Enter at most 16 characters.'),
  );
  const broker = { name: 'Ada\r\nBcc: all', email: 'ada@broker.example' };
  await expect(dana.api.arrears.setBroker({ groupId, broker })).rejects.toMatchObject(
    says('broker.name', 'Remove line breaks and other control characters.'),
  );
});

it('what a schema refuses without words of its own is said in a user’s words', async () => {
  const process = (more: object) =>
    dana.api.payments.process({
      groupId,
      method: 'wire',
      kind: 'monthly_premium',
      cents: 1_00,
      receivedOn: '2026-11-20',
      billId: null,
      reference: '',
      isDebit: false,
      cardToken: null,
      override: false,
      ...more,
    });
  await expect(process({ reference: 'x'.repeat(61) })).rejects.toMatchObject(
    says('reference', 'Enter at most 60 characters.'),
  );
  await expect(process({ method: 'barter' })).rejects.toMatchObject(says('method', 'Choose one of the options.'));
  await expect(process({ groupId: 'none' })).rejects.toMatchObject(says('groupId', 'Choose a record that exists.'));
  await expect(process({ receivedOn: undefined })).rejects.toMatchObject(says('receivedOn', 'Enter a value.'));
});

it('a run that does not exist has no bills, but an answer of 404', async () => {
  await expect(dana.api.billing.runs.bills({ id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('a group gets the statements of two periods on one day, each once', async () => {
  await server.owner.query(`update groups set contact_email = 'ada@kestrel.example' where id = $1`, [groupId]);
  const send = (from: string, to: string) => dana.api.arrears.statements.send({ groupIds: [groupId], from, to });
  expect(await send('2026-10-01', '2026-10-31')).toMatchObject({ sent: 1 });
  expect(await send('2026-09-01', '2026-09-30')).toMatchObject({ sent: 1 });
  const preview = { groupId, from: '2026-10-01', to: '2026-10-31' };
  expect((await dana.api.arrears.statements.preview(preview)).skipped).toMatchObject([
    { reason: 'It already got the statement of this period today.' },
  ]);
  expect(await send('2026-10-01', '2026-10-31')).toMatchObject({ sent: 0 });
});

it('a damaged workbook cannot be read, which is no matter of too many requests', async () => {
  const base64 = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(300, 7)]).toString('base64');
  const file = { name: 'lockbox.xlsx', base64 };
  const preview = dana.api.paymentImports.preview({ kind: 'lockbox', bank: 'First Bank', file });
  await expect(preview).rejects.toMatchObject({
    code: 'INVALID',
    message: 'This workbook could not be read. It may be damaged. Save it again.',
  });
});
