import { LOOKUPS_BEFORE_ALERT } from '@openbenefits/domain/members/protected-lookups';
import { mailAddress, type MailAddress } from '@openbenefits/domain/mail-address';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { settle } from '../jobs/settling.ts';
import { claimNext, deliverClaimed, deliverDue } from '../outbox/deliver-outbox.ts';
import type { OutboxHandlers } from '../outbox/outbox.ts';
import { startOutbox } from '../outbox/outbox-worker.ts';
import type { Services } from '../request-context.ts';
import { TEST_NOW } from '../testing/database-template.ts';
import { openTestMailServer, type TestMailServer } from '../testing/test-mail-server.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { mailHandler } from './mail-delivery.ts';
import { sendMail } from './send-mail.ts';

const HANDLERS = { mail: mailHandler };
const MAIL_FROM = 'Open Benefits <noreply@benefits.example>';
let mailServer: TestMailServer;
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  mailServer = await openTestMailServer();
  server = await openTestServer({
    worker: false,
    config: { SMTP_URL: mailServer.url, MAIL_FROM },
  });
  admin = await server.as('system_administrator');
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});
beforeEach(async () => {
  mailServer.refuse(undefined);
  mailServer.received.splice(0);
  server.clock.set(TEST_NOW);
  await server.owner.query('delete from outbox; delete from protected_lookups');
});

const later = (seconds: number): void =>
  server.clock.set(new Date(Date.parse(server.clock.now()) + seconds * 1000).toISOString());
const deliver = (more: Partial<Services> = {}, handlers: OutboxHandlers = HANDLERS) =>
  deliverDue({ ...server.services, ...more }, handlers, DEFAULT_TENANT);
const withConfig = (config: Partial<Services['config']>) => ({ config: { ...server.services.config, ...config } });
const withoutServer = () => withConfig({ SMTP_URL: undefined });
const list = async () => (await admin.api.admin.mails.list({})).rows;

const actor = {
  id: 'tester',
  name: 'Tester',
  role: 'system_administrator',
  tenantId: DEFAULT_TENANT,
  assignedGroupsOnly: false,
} as const;
const VEDA = mailAddress('veda@example.com', 'Veda Osei') as MailAddress;
const send = (to: MailAddress = VEDA, person = 'Dana Whitfield') =>
  server.read((tx) =>
    sendMail(
      { tx, now: server.clock.now(), actor, services: server.services },
      { to, template: 'protected_lookups', data: { person, lookups: 50 } },
    ),
  );

describe('the alert to compliance', () => {
  it('is mailed once to everybody who reads the audit log, with a link and without a member', async () => {
    const dana = await server.as('administrator');
    await server.owner.query(
      `insert into protected_lookups (tenant_id, actor_id, at, kind, amount) values ($1, 'demo-admin', $2, 'ssn_search', $3)`,
      [DEFAULT_TENANT, server.clock.now(), LOOKUPS_BEFORE_ALERT - 1],
    );
    const { rows } = await server.owner.query<{ email: string }>(
      `select email from auth."user" where role in ('system_administrator', 'compliance_officer') and not disabled order by email`,
    );
    for (const ssn of ['987654321', '987654322']) await dana.api.search.find({ ssn });
    expect(mailServer.received).toEqual([]);
    expect(await deliver()).toBe(rows.length);
    expect(await deliver()).toBe(0);
    expect(mailServer.received.map(({ to }) => to.join()).toSorted()).toEqual(rows.map(({ email }) => email));
    const [mail] = mailServer.received;
    expect(mail?.header('subject')).toBe('Many lookups of protected values');
    expect(mail?.header('from')).toBe(MAIL_FROM);
    expect(mail?.header('content-type')).toMatch(/^multipart\/alternative/);
    expect(mail?.plain).toContain('Dana Whitfield looked up 50 or more SSNs or birth dates within an hour.');
    expect(mail?.plain).toContain('<a href="http://localhost:4400/admin/audit">Open the audit log</a>');
    expect(mail?.plain).not.toMatch(/98765432/);
    expect((await list()).map(({ state }) => state)).toEqual(rows.map(() => 'sent'));
  });
});

it('somebody who works on assigned groups only causes the alert as well', async () => {
  const priya = await server.as('group_administrator');
  const { rows } = await server.owner.query<{ id: string }>(
    `select id from auth."user" where "groupScope" = 'assigned'`,
  );
  await server.owner.query(
    `insert into protected_lookups (tenant_id, actor_id, at, kind, amount) values ($1, $2, $3, 'ssn_search', $4)`,
    [DEFAULT_TENANT, rows[0]?.id, server.clock.now(), LOOKUPS_BEFORE_ALERT - 1],
  );
  await priya.api.search.find({ ssn: '987654321' });
  expect(await deliver()).toBeGreaterThan(0);
});

describe('a mail', () => {
  it('of a transaction that was rolled back is never sent', async () => {
    await expect(
      server.read(async (tx) => {
        await sendMail(
          { tx, now: server.clock.now(), actor, services: server.services },
          { to: VEDA, template: 'protected_lookups', data: { person: 'x', lookups: 1 } },
        );
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await deliver()).toBe(0);
  });

  it('stores recipient and text sealed', async () => {
    await send();
    await deliver();
    const { rows } = await server.owner.query<{ row: string }>(
      `select m::text || o::text as row from mails m join outbox o using (tenant_id, id)`,
    );
    expect(rows[0]?.row).not.toMatch(/veda|osei|dana|lookups within/i);
  });

  it('that the server refuses for now is sent at the next attempt, one minute later', async () => {
    await send();
    mailServer.refuse(451);
    expect(await deliver()).toBe(1);
    expect(await list()).toMatchObject([
      {
        state: 'waiting',
        reason: 'The mail server rejected the mail with code 451. Check the address and MAIL_FROM.',
        settledAt: null,
      },
    ]);
    mailServer.refuse(undefined);
    later(59);
    expect(await deliver()).toBe(0);
    later(1);
    expect(await deliver()).toBe(1);
    expect(mailServer.received).toHaveLength(1);
    expect(await list()).toMatchObject([{ state: 'sent', reason: null, to: 'Veda Osei <veda@example.com>' }]);
  });

  it('that is always refused is tried eight times with growing delays, then shown as failed', async () => {
    await send();
    mailServer.refuse(550);
    const waits = [60, 300, 900, 3600, 4 * 3600, 12 * 3600, 24 * 3600];
    for (const seconds of [0, ...waits]) {
      later(seconds - 1);
      if (seconds > 0) expect(await deliver()).toBe(0);
      later(1);
      expect(await deliver()).toBe(1);
    }
    later(30 * 24 * 3600);
    expect(await deliver()).toBe(0);
    expect(await list()).toMatchObject([{ state: 'failed', reason: expect.stringContaining('code 550') }]);
    const { rows } = await server.owner.query('select status, attempts, error_kind from outbox');
    expect(rows).toEqual([{ status: 'failed', attempts: 8, error_kind: 'rejected_550' }]);
  });

  it.each([
    ['does not respond', { SMTP_URL: 'smtp://127.0.0.1:1' }, 'The mail server did not respond. Check SMTP_URL.'],
    [
      'has an unknown user',
      { SMTP_URL: 'smtp://u:p@' },
      'The mail server did not accept the user name or password. Check SMTP_URL.',
    ],
  ])('says why when the server %s', async (_name, config, reason) => {
    const SMTP_URL = config.SMTP_URL.endsWith('@')
      ? mailServer.url.replace('smtp://', config.SMTP_URL)
      : config.SMTP_URL;
    await send();
    await deliver(withConfig({ SMTP_URL }));
    expect(await list()).toMatchObject([{ state: 'waiting', reason }]);
  });

  it('without a mail server is kept, and an administrator reads it', async () => {
    await send();
    expect((await list())[0]).toMatchObject({ state: 'waiting', subject: 'Many lookups of protected values' });
    await deliver(withoutServer());
    expect(mailServer.received).toEqual([]);
    const [row] = await list();
    expect(row).toMatchObject({
      state: 'kept',
      to: 'Veda Osei <veda@example.com>',
      createdAt: TEST_NOW,
      settledAt: TEST_NOW,
    });
    const mail = await admin.api.admin.mails.get({ id: row?.id ?? '' });
    expect(mail.text).toContain('Open the audit log: http://localhost:4400/admin/audit');
    // A mail server that comes later does not send old news.
    expect(await deliver()).toBe(0);
    for (const who of ['benefits_administrator', 'compliance_officer', 'read_only'] as const) {
      const { api } = await server.as(who);
      await expect(api.admin.mails.list({}), who).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(api.admin.mails.get({ id: row?.id ?? '' }), who).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await expect(admin.api.admin.mails.get({ id: crypto.randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('goes to its one recipient, whatever is in names', async () => {
    const to = mailAddress('veda@example.com', 'Veda" <mallory@evil.example>, "x') as MailAddress;
    await send(to, 'Dana\r\nBcc: mallory@evil.example\r\n\r\n<script>alert(1)</script>');
    await deliver();
    const [mail] = mailServer.received;
    expect(mail?.to).toEqual(['veda@example.com']);
    expect(mail?.header('bcc')).toBeUndefined();
    expect(mail?.plain.split('text/html')[1]).not.toContain('<script>');
    expect(mail?.plain).toContain('&lt;script&gt;');
  });

  it('whose stored recipient holds another header is not sent', async () => {
    await send({ name: '', address: 'veda@example.com\r\nBcc: mallory@evil.example' } as MailAddress);
    await deliver();
    expect(mailServer.received).toEqual([]);
  });
});

describe('two workers', () => {
  it('at once send each mail once', async () => {
    for (let count = 0; count < 12; count += 1) await send();
    const attempts = await Promise.all([deliver(), deliver(), deliver()]);
    expect(attempts.reduce((sum, one) => sum + one)).toBe(12);
    expect(new Set(mailServer.received.map((mail) => mail.header('message-id'))).size).toBe(12);
    expect(mailServer.received).toHaveLength(12);
  });

  it('send a mail again when the first one died before it marked the row, under the same Message-ID', async () => {
    await send();
    const claimed = await claimNext(server.services, ['mail'], DEFAULT_TENANT);
    if (claimed) await mailHandler.deliver(server.services, claimed);
    later(299);
    expect(await deliver()).toBe(0);
    later(1);
    expect(await deliver()).toBe(1);
    expect(mailServer.received).toHaveLength(2);
    expect(new Set(mailServer.received.map((mail) => mail.header('message-id'))).size).toBe(1);
  });

  it('record the effect of a row once when the first one comes back after its lease', async () => {
    let effects = 0;
    const handlers: OutboxHandlers = { mail: { deliver: async () => async () => void (effects += 1) } };
    await send();
    const slow = await claimNext(server.services, ['mail'], DEFAULT_TENANT);
    later(300);
    const quick = await claimNext(server.services, ['mail'], DEFAULT_TENANT);
    expect([slow?.attempt, quick?.attempt]).toEqual([1, 2]);
    for (const [claimed, expected] of [
      [slow, 0],
      [quick, 1],
      [slow, 1],
      [quick, 1],
    ] as const) {
      if (claimed) await deliverClaimed(server.services, handlers, claimed);
      expect(effects).toBe(expected);
    }
  });
});

it('the worker delivers by itself, and stops', async () => {
  await send();
  const arrived = mailServer.next();
  const worker = startOutbox(server.services, HANDLERS);
  expect((await arrived).to).toEqual(['veda@example.com']);
  await worker.stop();
  expect(await list()).toMatchObject([{ state: 'sent' }]);
});

it('the list is paged, the newest first', async () => {
  for (let count = 0; count < 5; count += 1) await send(mailAddress(`n${count}@example.com`));
  const first = await admin.api.admin.mails.list({ limit: 3 });
  const second = await admin.api.admin.mails.list({ limit: 3, cursor: first.next ?? '' });
  expect([...first.rows, ...second.rows].map(({ to }) => to[1])).toEqual(['4', '3', '2', '1', '0']);
  expect(second.next).toBeNull();
});

it('history is removed after 90 days; what waits stays', async () => {
  await send();
  await deliver();
  later(90 * 24 * 3600 - 60);
  await send();
  await settle(server.services, DEFAULT_TENANT);
  expect(await list()).toHaveLength(2);
  later(120);
  await settle(server.services, DEFAULT_TENANT);
  expect(await list()).toMatchObject([{ state: 'waiting' }]);
});
