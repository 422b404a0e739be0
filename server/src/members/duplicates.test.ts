import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { proveFigures } from '../testing/prove-figures.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let kestrel: string;
let ines: string;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  kestrel = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0]?.id ?? '';
  ines = (await dana.api.members.ofGroup({ groupId: kestrel, search: 'calderwood' })).rows[0]?.id ?? '';
});
afterAll(() => server.close());
afterEach(() => proveFigures(server));

/**
 * Returns a second record of a member, as after a second import without an SSN: same birth date, different spelling.
 */
async function secondRecord(
  of: string,
  change: { first?: string; last?: string; subscriber?: string; group?: string; ssn?: boolean } = {},
): Promise<string> {
  const { rows } = await server.owner.query<{ id: string }>(
    `insert into members (tenant_id, id, group_id, subscriber_id, relationship, member_number, employee_id, first_name, last_name, email, phone, status, date_of_birth_encrypted, date_of_birth_index, ssn_encrypted, ssn_index, ssn_last4_index, created_at, updated_at)
     select tenant_id, uuid_v7(), coalesce($6::uuid, group_id), case when $4::uuid is not null then $4 when $6::uuid is not null then null else subscriber_id end, case when $4::uuid is not null then 'child' else relationship end,
       'D' || (random() * 1e6)::int, null, coalesce($2, first_name), coalesce($3, last_name), 'second@kestrel.test', '(316) 555-9999', 'active', null, date_of_birth_index, null, case when $5 then ssn_index end, case when $5 then ssn_last4_index end, now(), now()
     from members where id = $1 returning id`,
    [
      of,
      change.first ?? null,
      change.last ?? null,
      change.subscriber ?? null,
      change.ssn ?? false,
      change.group ?? null,
    ],
  );
  const id = rows[0]?.id ?? '';
  // The birth date is sealed for its own row.
  const { rows: born } = await server.owner.query(
    `select tenant_id, date_of_birth_encrypted as sealed from members where id = $1`,
    [of],
  );
  const place = (row: string) => ({
    table: 'members',
    column: 'date_of_birth_encrypted',
    row,
    tenant: born[0].tenant_id as string,
  });
  const { vault } = server.services;
  await server.owner.query(`update members set date_of_birth_encrypted = $2 where id = $1`, [
    id,
    vault.seal(vault.open(born[0].sealed, place(of)), place(id)),
  ]);
  return id;
}

async function cover(member: string, subscriber: string, line: string, covered: string): Promise<void> {
  await server.owner.query(
    `insert into coverage_spans (tenant_id, id, group_id, member_id, subscriber_id, line, plan_id, covered, recorded, change_id)
     select m.tenant_id, uuid_v7(), m.group_id, m.id, $2, $3, (select id from health_plans where line = $3 order by position desc limit 1), $4::daterange, tstzrange(now() - interval '1 day', null), (select id from changes limit 1) from members m where id = $1`,
    [member, subscriber, line, covered],
  );
}

const spans = async (id: string) =>
  (
    await server.owner.query<{ span: string }>(
      `select line || ' ' || covered::text || case when subscriber_id = $1 or member_id = $1 then '' else ' elsewhere' end as span from coverage_spans where member_id = $1 and upper_inf(recorded) order by line, lower(covered)`,
      [id],
    )
  ).rows.map(({ span }) => span);

const pairOf = async (a: string, b: string) =>
  (await dana.api.duplicates.list()).rows.find(
    (pair) => [pair.a.id, pair.b.id].toSorted().join() === [a, b].toSorted().join(),
  );

describe('Ines is in Kestrel twice', () => {
  let second: string;
  let kid: string;
  it('and is found by her birth date and a name that is nearly hers; nobody else of her birthday is', async () => {
    second = await secondRecord(ines, { first: 'Inés', last: 'Calderwod' });
    kid = await secondRecord(ines, { first: 'Pippa', last: 'Calderwod', subscriber: second });
    await secondRecord(ines, { first: 'Hortense', last: 'Vanterpool' });
    expect(await pairOf(ines, second)).toMatchObject({ kind: 'mergeable', shared: 'birth', names: 'similar' });
    const { rows } = await dana.api.duplicates.list();
    expect(rows.flatMap(({ a, b }) => [a.name, b.name])).not.toContain('Hortense Vanterpool');
    expect(JSON.stringify(rows)).not.toMatch(/"\d{3}-?\d{2}-?\d{4}"/);
  });

  it('compared side by side, masked, with who has which coverage', async () => {
    await cover(second, second, 'medical', '[2015-01-01,2016-01-01)');
    await cover(second, second, 'life', '[2026-06-01,)');
    await cover(kid, second, 'life', '[2026-06-01,)');
    const { a, b, kind, differing } = await dana.api.duplicates.compare({ a: ines, b: second });
    expect(kind).toBe('mergeable');
    expect(a.fields.ssn).toMatch(/^\d{4}$/);
    expect(b.fields).toMatchObject({ ssn: null, email: 'second@kestrel.test' });
    expect(b.dependents).toEqual(['Pippa Calderwod']);
    expect(b.coverage.map(({ line }) => line)).toEqual(['medical', 'life']);
    expect(differing).toEqual(expect.arrayContaining(['name', 'ssn', 'email']));
    expect(differing).not.toContain('birth');
  });

  it('is merged: coverage moves where it does not overlap, the child hangs on her, an old link leads to her', async () => {
    const before = await spans(ines);
    const input = { keep: ines, merge: second, fromOther: ['email' as const], idempotencyKey: 'merge-ines-once' };
    const answer = await dana.api.duplicates.merge(input);
    expect(await dana.api.duplicates.merge(input)).toEqual(answer);
    const hadLife = before.some((span) => span.startsWith('life'));
    expect(answer).toMatchObject({ memberId: ines, groupId: kestrel, dependents: 1, moved: hadLife ? 1 : 2 });
    expect(await spans(ines)).toEqual(
      [...before, 'medical [2015-01-01,2016-01-01)', ...(hadLife ? [] : ['life [2026-06-01,)'])].toSorted(),
    );
    expect(await spans(second)).toEqual([]);
    const record = await dana.api.members.get({ groupId: kestrel, memberId: second });
    expect(record).toMatchObject({ id: ines, name: expect.stringContaining('Ines'), email: 'second@kestrel.test' });
    expect(record.dependents.map(({ name }) => name)).toContain('Pippa Calderwod');
    expect(await pairOf(ines, second)).toBeUndefined();
    expect((await dana.api.directory.list({ search: 'Calderwod' })).rows.map(({ name }) => name)).toEqual([
      'Pippa Calderwod',
    ]);

    const { people } = await dana.api.changes.undo({ id: answer.changeId });
    expect(people).toBeGreaterThanOrEqual(3);
    expect(await spans(ines)).toEqual(before);
    expect(await spans(second)).toEqual(['life [2026-06-01,)', 'medical [2015-01-01,2016-01-01)']);
    expect(await dana.api.members.get({ groupId: kestrel, memberId: second })).toMatchObject({
      id: second,
      dependents: [{ name: 'Pippa Calderwod' }],
    });
    expect((await dana.api.members.get({ groupId: kestrel, memberId: ines })).email).not.toBe('second@kestrel.test');
  });

  it('is merged the other way, and the record that stays takes her SSN; the undo gives it back', async () => {
    const { ssnLast4 } = await dana.api.members.get({ groupId: kestrel, memberId: ines });
    const { changeId } = await dana.api.duplicates.merge({
      keep: second,
      merge: ines,
      fromOther: ['ssn', 'name', 'employeeId'],
    });
    const record = await dana.api.members.get({ groupId: kestrel, memberId: ines });
    expect(record).toMatchObject({ id: second, ssnLast4, employeeId: 'KA-1042' });
    expect(record.dependents.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Theo Calderwood', 'Wren Calderwood', 'Pippa Calderwod']),
    );
    await dana.api.changes.undo({ id: changeId });
    expect(await dana.api.members.get({ groupId: kestrel, memberId: second })).toMatchObject({
      id: second,
      ssnLast4: null,
    });
    expect(await dana.api.members.get({ groupId: kestrel, memberId: ines })).toMatchObject({
      id: ines,
      ssnLast4,
      name: expect.stringContaining('Ines'),
    });
  });

  it('is said to be two people, and is not shown again', async () => {
    await dana.api.duplicates.dismiss({ a: second, b: ines });
    expect(await pairOf(ines, second)).toBeUndefined();
  });
});

describe('what is not merged', () => {
  it('two jobs, or a subscriber who is also a dependent: it is explained', async () => {
    const other = (await dana.api.groups.list({ search: 'Dunmore' })).rows[0]?.id ?? '';
    const job = await secondRecord(ines, { group: other, ssn: true });
    expect(await pairOf(ines, job)).toMatchObject({ kind: 'two_groups', shared: 'ssn', names: 'same' });
    await expect(dana.api.duplicates.merge({ keep: ines, merge: job, fromOther: [] })).rejects.toMatchObject({
      message: expect.stringContaining('two jobs'),
    });
    await expect(dana.api.duplicates.merge({ keep: ines, merge: ines, fromOther: [] })).rejects.toMatchObject({
      code: 'INVALID',
    });
    await expect(
      dana.api.duplicates.compare({ a: ines, b: '00000000-0000-7000-8000-000000000000' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('by a user who may only view, outside assigned groups, or while it is turned off', async () => {
    const twin = await secondRecord(ines, { first: 'Ines' });
    const luis = await server.as('read_only');
    await expect(luis.api.duplicates.merge({ keep: ines, merge: twin, fromOther: [] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(luis.api.duplicates.dismiss({ a: ines, b: twin })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { rows } = await server.owner.query(
      `select m.id from members m where not exists (select from group_admins a where a.group_id = m.group_id) and m.subscriber_id is null limit 2`,
    );
    const priya = await server.as('group_administrator');
    if (rows.length === 2)
      await expect(priya.api.duplicates.compare({ a: rows[0].id, b: rows[1].id })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    await server.owner.query(`update feature_flags set enabled = false where flag_name = 'duplicate_merging'`);
    await expect(dana.api.duplicates.merge({ keep: ines, merge: twin, fromOther: [] })).rejects.toMatchObject({
      message: expect.stringContaining('DUPLICATE MERGING is turned off'),
    });
    await server.owner.query(`update feature_flags set enabled = true`);
  });
});
