import { randomBytes } from 'node:crypto';
import { isAllowed, type Permission, type Role } from '@openbenefits/domain/admin/access';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operation, POLICY } from '../access.ts';
import { operationRoutes } from '../http/operations.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { addTenant } from './second-tenant.ts';

/**
 * Every operation through both of its doors, and every upload and download, as each kind of caller (trust P20). The
 * table of permissions says what must come: 401 to callers without a session, 403 to roles without the permission,
 * anything else to the others.
 */
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ worker: false, sessionsEnd: true });
});
afterAll(() => server.close());

const NOWHERE = '018f0000-0000-7000-8000-000000000000';
type Door = { name: string; method: string; path: string; rule: Permission | 'signed_in' | 'anyone' };
const RULES: Readonly<Record<Operation, Door['rule']>> = POLICY;

const TRANSFERS: readonly Door[] = [
  { name: 'upload', method: 'POST', path: '/uploads', rule: 'files.upload' },
  { name: 'upload piece', method: 'PATCH', path: `/uploads/${NOWHERE}`, rule: 'files.upload' },
  { name: 'upload state', method: 'HEAD', path: `/uploads/${NOWHERE}`, rule: 'files.upload' },
  ...['ta1', '999', 'report.pdf', 'report.csv'].map((kind): Door => ({
    name: kind,
    method: 'GET',
    path: `/downloads/files/${NOWHERE}/${kind}`,
    rule: 'files.queue',
  })),
  ...['refused', 'refused-reasons', 'original'].map((kind): Door => ({
    name: kind,
    method: 'GET',
    path: `/downloads/files/${NOWHERE}/${kind}`,
    rule: 'files.upload',
  })),
  { name: 'carrier file', method: 'GET', path: `/downloads/outbound/${NOWHERE}`, rule: 'files.process' },
  { name: 'ACH file', method: 'GET', path: `/downloads/ach/${NOWHERE}`, rule: 'payments.approve' },
  {
    name: 'carrier remittance',
    method: 'GET',
    path: `/downloads/carrier-remittances/${NOWHERE}`,
    rule: 'payments.approve',
  },
  { name: 'bill', method: 'GET', path: `/downloads/bills/${NOWHERE}`, rule: 'billing.view' },
  { name: 'notice', method: 'GET', path: `/downloads/notices/${NOWHERE}`, rule: 'billing.view' },
  ...['pdf', 'csv'].map((format): Door => ({
    name: `statement ${format}`,
    method: 'GET',
    path: `/downloads/statements/${NOWHERE}/${format}`,
    rule: 'billing.view',
  })),
  { name: 'export', method: 'GET', path: `/downloads/exports/${NOWHERE}`, rule: 'compliance.export' },
];

/** Signing out comes last: it ends the caller's session. */
const isSignOut = ({ name }: Door): boolean => name.startsWith('session.signOut');
const batches = <T>(list: readonly T[], count: number): T[][] =>
  Array.from({ length: count }, (_, batch) => list.filter((_one, index) => index % count === batch));
const doors: readonly Door[] = [
  ...TRANSFERS,
  ...operationRoutes().map(({ operation, methods, url }) => ({
    name: `${operation} ${url}`,
    method: methods.at(-1) ?? 'POST',
    path: url.replace(/:\w+/g, NOWHERE),
    rule: RULES[operation],
  })),
];

/** A caller's permissions: a role, or none without a session. */
type Caller = { cookie: string; role: Role | undefined };

const later = (minutes: number): void =>
  server.clock.set(new Date(Date.parse(server.clock.now()) + minutes * 60_000).toISOString());

async function callers(): Promise<Record<string, Caller>> {
  const cookieOf = async (who: Parameters<TestServer['as']>[0]): Promise<string> => (await server.as(who)).cookie;
  const expired = await cookieOf('administrator');
  later(31);
  const other = await addTenant(server);
  const disabled = await other.signIn('disabled', 'system_administrator');
  await server.owner.query(`update auth."user" set disabled = true where id = $1`, [disabled.id]);
  const demoted = await other.signIn('demoted', 'benefits_administrator');
  await server.owner.query(`update auth."user" set role = 'read_only' where id = $1`, [demoted.id]);
  await server.hasHeard();
  const signedOut = await server.as('system_administrator');
  await signedOut.api.session.signOut();
  const token = randomBytes(24).toString('base64url');
  return {
    nobody: { cookie: '', role: undefined },
    'a forged cookie': { cookie: `openbenefits.session_token=${token}.${token}`, role: undefined },
    'signed out': { cookie: signedOut.cookie, role: undefined },
    expired: { cookie: expired, role: undefined },
    disabled: { cookie: disabled.cookie, role: undefined },
    'read only': { cookie: await cookieOf('read_only'), role: 'read_only' },
    compliance: { cookie: await cookieOf('compliance_officer'), role: 'compliance_officer' },
    ichra: { cookie: await cookieOf('ichra_specialist'), role: 'ichra_specialist' },
    'benefits administrator': { cookie: await cookieOf('administrator'), role: 'benefits_administrator' },
    'system administrator': { cookie: await cookieOf('system_administrator'), role: 'system_administrator' },
    'assigned groups only': { cookie: await cookieOf('group_administrator'), role: 'benefits_administrator' },
    'role just revoked': { cookie: demoted.cookie, role: 'read_only' },
    'other organization': {
      cookie: (await other.signIn('other', 'system_administrator')).cookie,
      role: 'system_administrator',
    },
  };
}

/**
 * These act on the files of all groups, or on ACH files and carrier remittances, which have money of all groups, so people limited to assigned groups may not call them whatever their role.
 * They answer 403 after reading the input.
 */
const OF_ALL_GROUPS =
  /^(files\.queue\.(pause|resume|processAll)|ach\.files\.(draft|approve)|carrierRemittances\.approve) \/api|^(ACH file|carrier remittance)$/;

/** Plans and their rates belong to all groups: people limited to assigned groups see them and change none. */
const changesPlans = ({ name, rule }: Door): boolean =>
  name.startsWith('plans.') && (rule === 'plans.edit' || rule === 'plans.activate');

function expected(door: Door, who: string, { role }: Caller): 401 | 403 | 'let in' {
  const { name, rule } = door;
  if (rule === 'anyone') return 'let in';
  if (role === undefined) return 401;
  if (who === 'assigned groups only' && (OF_ALL_GROUPS.test(name) || changesPlans(door))) return 403;
  return rule === 'signed_in' || isAllowed(role, rule) ? 'let in' : 403;
}

async function answerOf(door: Door, { cookie }: Caller): Promise<401 | 403 | 'let in'> {
  const { method, path } = door;
  const isWrite = method !== 'GET' && method !== 'HEAD';
  const ending = new AbortController();
  const answer = await fetch(server.url + path, {
    method,
    signal: ending.signal,
    headers: {
      cookie,
      origin: server.url,
      'tus-resumable': '1.0.0',
      ...(isWrite ? { 'content-type': 'application/json' } : {}),
    },
    ...(isWrite ? { body: '{}' } : {}),
  });
  // Live streams never end.
  ending.abort();
  return answer.status === 401 || answer.status === 403 ? answer.status : 'let in';
}

it('every caller gets what the table of permissions says, at every door', async () => {
  const wrong: string[] = [];
  let cells = 0;
  for (const [who, caller] of Object.entries(await callers())) {
    const check = async (door: Door): Promise<void> => {
      const [is, should] = [await answerOf(door, caller), expected(door, who, caller)];
      cells += 1;
      if (is !== should) wrong.push(`${who}: ${door.method} ${door.name} is ${is}, should be ${should}`);
    };
    const last = doors.filter(isSignOut);
    await Promise.all(
      batches(
        doors.filter((door) => !isSignOut(door)),
        8,
      ).map(async (batch) => {
        for (const door of batch) await check(door);
      }),
    );
    for (const door of last) await check(door);
  }
  console.log(`Permission matrix: ${cells} cells, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  expect(cells).toBeGreaterThan(3000);
}, 120_000);

it('has a door for every operation', () => {
  for (const operation of Object.keys(POLICY))
    expect(
      doors.filter(({ name }) => name.startsWith(`${operation} /`)),
      operation,
    ).toHaveLength(2);
});
