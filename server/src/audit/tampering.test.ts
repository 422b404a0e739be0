import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { appendAudit } from '../audit.ts';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { testVault } from '../vault.ts';
import { anchorFile, anchorHeads } from './anchor-file.ts';
import { postAnchors } from './anchoring.ts';
import { verifyAudit } from './verify-audit.ts';

let server: TestServer;
const ENTRIES = 60;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  await server.owner.query('alter table audit_log disable trigger all');
});
afterAll(() => server.close());

const sql = (text: string): Promise<unknown> => server.owner.query(text);
const append = (count: number): Promise<void> =>
  server.read(async (tx) => {
    for (let index = 0; index < count; index++)
      await appendAudit(tx, {
        at: server.clock.now(),
        actorId: `a${index}`,
        actorName: 'Zoë "Quote" \\ back\u0001slash',
        action: 'members.get',
        outcome: 'read',
        fields: ['name', 'ssn'],
        itemCount: index,
        merkleRoot: index % 2 ? Buffer.from([index]) : undefined,
      });
  });
const verify = () => verifyAudit(server.services);

/** A log of 60 entries, of which the anchors hold those up to 50. */
beforeEach(async () => {
  await sql('delete from audit_log');
  await sql(`update audit_heads set seq = 0, hash = sha256('openbenefits audit chain'::bytea)`);
  writeFileSync(anchorFile(server.services.config), '');
  await append(30);
  await anchorHeads(server.services);
  await append(20);
  await anchorHeads(server.services);
  await append(10);
});

/** Recomputes the hashes of all entries from one on, and the head, as who owns the database can. */
const RECOMPUTE = (from: number): string => `do $$
  declare entry audit_log; before bytea := coalesce((select hash from audit_log where seq = ${from} - 1), sha256('openbenefits audit chain'::bytea));
  begin
    for entry in select * from audit_log where seq >= ${from} order by seq loop
      entry.prev_hash := before;
      before := audit_hash(entry);
      update audit_log set prev_hash = entry.prev_hash, hash = before where seq = entry.seq;
    end loop;
    update audit_heads set (seq, hash) = (select seq, hash from audit_log order by seq desc limit 1);
  end $$`;
const COPY = (from: number, to: number): string => `insert into audit_log
  select tenant_id, ${to}, at, actor_id, 'Forged', action, outcome, target_kind, target_id, reason, fields, item_count, merkle_root, request_id, prev_hash, hash
  from audit_log where seq = ${from}`;
/** Moves entries by one, without two ever having the same number. */
const SHIFT = (from: number, by: 1 | -1): string =>
  `update audit_log set seq = -seq where seq >= ${from}; update audit_log set seq = -seq + ${by} where seq < 0`;

describe('the verification of the audit log', () => {
  it('finds nothing in a log as it was written, and says how many entries and anchors it has looked at', async () => {
    const { lines, isWhole } = await verify();
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Tenant ${DEFAULT_TENANT}: ${ENTRIES} entries verified, 2 anchors, \\d+ entries/s\\. No tampering found\\.$`,
        ),
      ),
    ]);
    expect(isWhole).toBe(true);
  });

  it.each<[string, string, number, string[]]>([
    ['an edit', 'an entry was edited', 17, [`update audit_log set actor_name = 'Nobody' where seq = 17`]],
    [
      'an edit with a new hash',
      'an entry was edited',
      17,
      [
        `update audit_log l set actor_name = 'Nobody' where seq = 17`,
        `update audit_log l set hash = audit_hash(l) where seq = 17`,
      ],
    ],
    [
      'an edit with a new hash after the last anchor',
      'an entry was edited',
      55,
      [
        `update audit_log l set actor_name = 'Nobody' where seq = 55`,
        `update audit_log l set hash = audit_hash(l) where seq = 55`,
      ],
    ],
    ['an edit of the last entry', 'an entry was edited', 60, [`update audit_log set reason = 'Other' where seq = 60`]],
    ['a deletion', 'entries were deleted', 17, ['delete from audit_log where seq = 17']],
    ['a deletion of the first entries', 'entries were deleted', 1, ['delete from audit_log where seq <= 3']],
    [
      'a deletion with new numbers',
      'entries were deleted',
      17,
      ['delete from audit_log where seq = 17', SHIFT(18, -1)],
    ],
    [
      'a reordering of neighbors',
      'entries were reordered',
      17,
      [
        'update audit_log set seq = 1017 where seq = 17',
        'update audit_log set seq = 17 where seq = 18',
        'update audit_log set seq = 18 where seq = 1017',
      ],
    ],
    [
      'a reordering',
      'entries were reordered',
      17,
      [
        'update audit_log set seq = 1017 where seq = 17',
        'update audit_log set seq = 17 where seq = 40',
        'update audit_log set seq = 40 where seq = 1017',
      ],
    ],
    [
      'an insertion',
      'an entry was inserted',
      17,
      [
        SHIFT(17, 1),
        COPY(16, 17),
        `update audit_log l set prev_hash = (select hash from audit_log where seq = 16) where seq = 17`,
        `update audit_log l set hash = audit_hash(l) where seq = 17`,
      ],
    ],
    ['an insertion with a wrong hash', 'an entry was inserted', 17, [SHIFT(17, 1), COPY(16, 17)]],
    [
      'an insertion behind the head',
      'an entry was inserted',
      61,
      [
        COPY(60, 61),
        `update audit_log l set prev_hash = (select hash from audit_log where seq = 60) where seq = 61`,
        `update audit_log l set hash = audit_hash(l) where seq = 61`,
      ],
    ],
    ['a cut tail', 'the last entries were removed', 58, ['delete from audit_log where seq > 57']],
    [
      'a cut tail whose head was set back',
      'the last entries were removed',
      46,
      [
        'delete from audit_log where seq > 45',
        'update audit_heads set (seq, hash) = (select seq, hash from audit_log where seq = 45)',
      ],
    ],
    [
      'the whole log gone',
      'the last entries were removed',
      1,
      ['delete from audit_log', `update audit_heads set seq = 0, hash = sha256('openbenefits audit chain'::bytea)`],
    ],
    [
      'a rewrite of the chain',
      'entries were rewritten with new hashes',
      17,
      [`update audit_log set actor_name = 'Nobody' where seq = 17`, RECOMPUTE(17)],
    ],
    [
      'a rewrite after a deletion',
      'entries were rewritten with new hashes',
      42,
      ['delete from audit_log where seq = 42', SHIFT(43, -1), RECOMPUTE(1)],
    ],
    [
      'a rewrite from the first entry',
      'entries were rewritten with new hashes',
      1,
      [`update audit_log set actor_name = 'Nobody'`, RECOMPUTE(1)],
    ],
    [
      'a tail that was cut and written anew',
      'entries were rewritten with new hashes',
      46,
      [`update audit_log set actor_name = 'Nobody' where seq > 45`, RECOMPUTE(46)],
    ],
  ])('finds %s: %s, first bad entry %i', async (_what, words, seq, statements) => {
    for (const statement of statements) await sql(statement);
    const { lines, isWhole } = await verify();
    expect(lines[0]).toContain(`TAMPERED: ${words}; first bad entry ${seq}`);
    expect(isWhole).toBe(false);
  });

  it('finds an edit also where the owner has put a function of the same name before PostgreSQL’s own', async () => {
    const database =
      (await server.owner.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? '';
    await sql('create table kept as select prev_hash, hash from audit_log');
    await sql(`update audit_log set actor_name = 'Forged' where seq = 40`);
    await sql(`create function public.sha256(bytea) returns bytea language sql security definer as
      'select coalesce((select hash from public.kept where prev_hash = substring($1 from 1 for 32)), pg_catalog.sha256($1))'`);
    await sql(`alter database ${database} set search_path = public, pg_catalog`);
    await sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and usename = 'openbenefits_app'`,
    );
    try {
      const { isWhole, lines } = await vi.waitFor(verify);
      expect(isWhole).toBe(false);
      expect(lines.join(' ')).toContain('40');
    } finally {
      await sql('drop function public.sha256(bytea)');
      await sql('drop table kept');
      await sql(`alter database ${database} reset search_path`);
    }
  });

  it('finds anchors that were altered, removed, or signed with another key', async () => {
    const file = anchorFile(server.services.config);
    const whole = readFileSync(file, 'utf8');
    const broken = async (text: string): Promise<string> => {
      writeFileSync(file, text);
      const { lines, isWhole } = await verify();
      expect(isWhole).toBe(false);
      return lines.at(-1) ?? '';
    };
    expect(await broken(whole.replace(/"seq":50/, '"seq":49'))).toContain(
      'TAMPERED at line 2: its signature does not match the key file',
    );
    expect(await broken(whole.split('\n').slice(1).join('\n'))).toContain(
      'TAMPERED at line 1: an anchor before it is missing',
    );
    writeFileSync(file, whole);
    const { isWhole } = await verifyAudit({ ...server.services, vault: { ...testVault(), derive: () => 'another' } });
    expect(isWhole).toBe(false);
  });
});

describe('anchors', () => {
  it('are added when the head has moved, and go on after a line that a crash has cut', async () => {
    const file = anchorFile(server.services.config);
    expect(await anchorHeads(server.services)).toBe(1);
    expect(await anchorHeads(server.services)).toBe(0);
    appendFileSync(file, '{"tenant":"0000');
    await append(1);
    expect(await anchorHeads(server.services)).toBe(1);
    expect((await verify()).isWhole).toBe(true);
  });

  it('are not added to a log that was altered behind the last one', async () => {
    await sql(`update audit_log set actor_name = 'Nobody' where seq = 3`);
    await sql(RECOMPUTE(3));
    expect(await anchorHeads(server.services)).toBe(0);
  });

  it('are posted once each, and again where the receiver has failed', async () => {
    const received: string[] = [];
    let status = 500;
    const receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (bytes: Buffer) => (body += bytes.toString()));
      request.on('end', () => {
        if (status === 200) received.push(...body.trim().split('\n'));
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/anchors`;
    const means = { config: { ...server.services.config, AUDIT_ANCHOR_URL: url }, stopping: server.services.stopping };
    await expect(postAnchors(means)).rejects.toThrow('status 500');
    status = 200;
    await postAnchors(means);
    await postAnchors(means);
    expect(received).toEqual(readFileSync(anchorFile(means.config), 'utf8').trim().split('\n'));
    receiver.close();
  });
});

describe('the page of compliance', () => {
  it('shows the anchors and the first bad entry, to those who may see them', async () => {
    const { api } = await server.as('compliance_officer');
    const { entries, anchoredTo, count, latest, fault } = await api.admin.audit.anchors();
    expect({ anchoredTo, count, fault, latest: latest.map(({ seq, entries: added }) => [seq, added]) }).toEqual({
      anchoredTo: 50,
      count: 2,
      fault: null,
      latest: [
        [50, 20],
        [30, 30],
      ],
    });
    expect(entries).toBeGreaterThanOrEqual(ENTRIES);
    expect(await api.admin.audit.verify({})).toMatchObject({ anchors: 2, tampering: null, fault: null });
    await sql(`update audit_log set actor_name = 'Nobody' where seq = 17`);
    expect(await api.admin.audit.verify({})).toMatchObject({ entries: 16, tampering: { kind: 'edited', seq: 17 } });
    const { rows } = await server.owner.query(
      `select reason from audit_log where action = 'admin.audit.verify' order by seq`,
    );
    expect(rows).toEqual([
      { reason: 'No tampering found' },
      { reason: 'TAMPERED: an entry was edited; first bad entry 17' },
    ]);
    const morgan = await server.as('read_only');
    await expect(morgan.api.admin.audit.verify({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
