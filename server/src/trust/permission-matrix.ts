import { randomBytes } from 'node:crypto';
import { PERMISSIONS_OF_ROLE, type SpecifiedRole } from '@openbenefits/domain/permissions';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Action, POLICY } from '../policy/policy.ts';
import { operationRoutes } from '../http/operations.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { addTenant } from './second-tenant.ts';

/**
 * Every operation through both of its doors, and every upload and download, as each kind of caller. The
 * table of permissions says what must come: 401 to callers without a session, 403 to roles without the permission,
 * anything else to the others.
 */
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ worker: false, sessionsEnd: true });
});
afterAll(() => server.close());

const NOWHERE = '018f0000-0000-7000-8000-000000000000';
type Door = { action: Action; name: string; method: string; path: string };

const download = (action: Action, address: string): Door => ({
  action,
  name: `${action} ${address}`,
  method: 'GET',
  path: `/downloads/${address.replace(':id', NOWHERE)}`,
});

/** The addresses of every upload and download. */
const OF_TRANSFERS: readonly Door[] = [
  { action: 'files.upload', name: 'files.upload', method: 'POST', path: '/uploads' },
  { action: 'files.upload', name: 'files.upload piece', method: 'PATCH', path: `/uploads/${NOWHERE}` },
  { action: 'files.upload', name: 'files.upload state', method: 'HEAD', path: `/uploads/${NOWHERE}` },
  {
    action: 'plans.documents.add',
    name: 'plans.documents.add',
    method: 'POST',
    path: `/uploads/plan-documents/${NOWHERE}`,
  },
  download('plans.documents.download', 'plan-documents/:id'),
  download('rates.download', 'rates/:id.csv'),
  download('files.downloadAcknowledgement', 'files/:id/ta1'),
  download('files.downloadAcknowledgement', 'files/:id/999'),
  download('files.downloadReport', 'files/:id/report.pdf'),
  download('files.downloadReport', 'files/:id/report.csv'),
  download('files.downloadRefused', 'files/:id/refused'),
  download('files.downloadRefusedReasons', 'files/:id/refused-reasons'),
  download('files.downloadOriginal', 'files/:id/original'),
  download('files.downloadOutbound', 'outbound/:id'),
  download('files.template', 'templates/census.csv'),
  download('ach.download', 'ach/:id'),
  download('carrierRemittances.download', 'carrier-remittances/:id'),
  download('paymentImports.download', 'payment-files/:id'),
  download('reconciliation.letter', 'reconciliations/:id'),
  download('billing.download', 'bills/:id'),
  download('billing.journal', 'journal/2026-10-01/entries'),
  download('arrears.download', 'notices/:id'),
  download('arrears.download', 'statements/:id/pdf'),
  download('arrears.download', 'statements/:id/csv'),
  download('exports.download', 'exports/:id'),
];

/** Signing out comes last: it ends the caller's session. */
const isSignOut = ({ name }: Door): boolean => name.startsWith('session.signOut');
const batches = <T>(list: readonly T[], count: number): T[][] =>
  Array.from({ length: count }, (_, batch) => list.filter((_one, index) => index % count === batch));
export const doors: readonly Door[] = [
  ...OF_TRANSFERS,
  ...operationRoutes().map(({ operation, methods, url }) => ({
    action: operation,
    name: `${operation} ${url}`,
    method: methods.at(-1) ?? 'POST',
    path: url.replace(/:\w+/g, NOWHERE),
  })),
];

/** A caller's permissions: a role, or none without a session. */
type Caller = { cookie: string; role: SpecifiedRole | undefined };

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

function expected({ action }: Door, who: string, { role }: Caller): 401 | 403 | 'let in' {
  const row = POLICY[action];
  if (row.who === 'anyone') return 'let in';
  if (role === undefined) return 401;
  if (who === 'assigned groups only' && row.scope === 'organization') return 403;
  const needed = row.who === 'signed_in' ? [] : row.who;
  return needed.every((permission) => PERMISSIONS_OF_ROLE[role].includes(permission)) ? 'let in' : 403;
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

/** Two doors of an operation differ in their addresses alone. */
const EVERY = 6;

/**
 * Asks as each caller at every door, or at some doors in turn, so that every operation is asked by some callers. Returns
 * how many answers were compared.
 */
export async function provePermissions(which: 'every door' | 'some doors'): Promise<number> {
  const wrong: string[] = [];
  let cells = 0;
  for (const [turn, [who, caller]] of Object.entries(await callers()).entries()) {
    const tried = doors.filter(
      ({ name }, place) => which === 'every door' || !name.includes(' /') || place % EVERY === turn % EVERY,
    );
    const check = async (door: Door): Promise<void> => {
      const [is, should] = [await answerOf(door, caller), expected(door, who, caller)];
      cells += 1;
      if (is !== should) wrong.push(`${who}: ${door.method} ${door.name} is ${is}, should be ${should}`);
    };
    const last = tried.filter(isSignOut);
    await Promise.all(
      batches(
        tried.filter((door) => !isSignOut(door)),
        8,
      ).map(async (batch) => {
        for (const door of batch) await check(door);
      }),
    );
    for (const door of last) await check(door);
  }
  console.log(`Permission matrix: ${cells} cells, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  return cells;
}
