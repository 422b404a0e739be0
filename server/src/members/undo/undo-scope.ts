import { type RawBuilder, sql } from 'kysely';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import type { Tx } from '../../db/connect.ts';

export type Blocker = { memberId: string; name: string; by: string; summary: string; at: string };
/** How many blockers are listed by name at a time. */
const LISTED = 12;

/**
 * Members of a change that no undo has restored yet, with the head of their family. Families, the two records of a
 * merge, and a family with a dependent who became a subscriber are undone together.
 */
const touchedBy = (id: string): RawBuilder<unknown> => sql`
  select i.entity_id as member_id, case when c.kind = 'merge' then c.id else coalesce(former.subscriber_id, m.subscriber_id, i.entity_id) end as head, bool_or(i.action = 'added') as added
  from change_items i join changes c on c.id = i.change_id left join members m on m.id = i.entity_id
    left join members s on s.id = coalesce(m.subscriber_id, m.id) left join members former on former.id = s.split_from and exists (select from change_items b where b.change_id = c.id and b.entity_id = s.id and b.action = 'added')
  where i.change_id = ${id} and i.entity = 'member'
    and not exists (select from changes u join change_items x on x.change_id = u.id where u.undoes = ${id} and x.entity_id = i.entity_id) group by 1, 2`;

/**
 * The scope of an undo: the change, or what followed from a file (`root`) being undone; optionally only some families,
 * and without families that are blocked in another scope.
 */
export type ScopeOf = {
  readonly id: string;
  readonly memberIds?: readonly string[] | undefined;
  readonly root?: string;
  readonly without?: ScopeOf;
};

/**
 * Finds dependents added to a family by a later change, if this change added the subscriber or changed the coverage
 * that they share.
 */
const joinedSince = (id: string): RawBuilder<unknown> => sql`
  joined as materialized (select d.id as entity_id, t.head, n.actor_name, n.summary, n.made_at, n.id from newer n join change_items i on i.change_id = n.id and i.action = 'added'
      join members d on d.id = i.entity_id and d.removed_by is null join touched t on t.member_id = d.subscriber_id
    where not exists (select from touched x where x.member_id = d.id) and (t.added or exists (select from coverage_spans s where s.member_id = t.member_id and (s.change_id = ${id} or s.superseded_by = ${id}))))`;

/**
 * Finds subscribers with an SSN that this change corrected. If a later change gave it to them, it blocks (`taken`). If
 * this change did, both are undone together (`needs`).
 */
const ssnConflicts = (id: string): RawBuilder<unknown> => sql`
  holders as materialized (select t.head, d.id from touched t join change_items o on o.change_id = ${id} and o.entity_id = t.member_id and o.before ->> 'ssnIndex' is not null
      join members m on m.id = t.member_id and m.subscriber_id is null
      join members d on d.group_id = m.group_id and d.ssn_index = decode(o.before ->> 'ssnIndex', 'hex') and d.subscriber_id is null and d.removed_by is null and d.id <> m.id),
  needs as materialized (select distinct h.head, u.head as needed from holders h join touched u on u.member_id = h.id where u.head <> h.head),
  taken as materialized (select h.id as entity_id, h.head, l.actor_name, l.summary, l.made_at, l.id from holders h
      cross join lateral (select n.actor_name, n.summary, n.made_at, n.id from newer n join change_items i on i.change_id = n.id and i.entity_id = h.id
        where i.action = 'added' or i.after ? 'ssnIndex' order by n.made_at desc, n.id desc limit 1) l
    where h.id not in (select member_id from touched))`;

/** Later changes that are not undone, except the target, its undo, and what followed from a file. */
const laterChanges = (id: string, root: string): RawBuilder<unknown> => sql`
  newer as materialized (select id, actor_name, summary, made_at from changes c where (made_at, id) > ((select made_at from changes where id = ${id}), ${id}::uuid) and kind <> 'undo'
    and not exists (select from changes r where r.id = ${root} and r.kind = 'import' and c.kind = 'termination' and c.file_job_id = r.file_job_id)),
  later as materialized (select i.entity_id, c.actor_name, c.summary, c.made_at, c.id from newer c join change_items i on i.change_id = c.id join touched t on t.member_id = i.entity_id
    where not exists (select from changes u join change_items x on x.change_id = u.id where u.undoes = c.id and x.entity_id = i.entity_id))`;

/** Returns all members of families with a blocked member. */
const familiesHeldIn = (of: ScopeOf): RawBuilder<unknown> => sql`
  select m.id from members m where coalesce(m.subscriber_id, m.id) in (select coalesce(x.subscriber_id, x.id) from members x where x.id in (with ${peopleOfScope(of)} select member_id from people where blocked))`;

/** The members of the change and whether their family is blocked. Placed after `with`. */
const peopleOfScope = ({ id, memberIds, root = id, without }: ScopeOf): RawBuilder<unknown> => sql`
  recursive touched as materialized (${touchedBy(id)}), ${laterChanges(id, root)}, ${joinedSince(id)}, ${ssnConflicts(id)},
  held (head) as (select * from (select t.head from touched t join later l on l.entity_id = t.member_id union select head from joined union select head from taken) h
    union select n.head from held h join needs n on n.needed = h.head),
  asked (head) as (select head from touched where ${memberIds ? sql`member_id = any (${[...memberIds]}::uuid[])` : sql`false`} union select n.needed from asked a join needs n on n.head = a.head),
  people as materialized (select t.member_id, t.head in (select head from held) as blocked, t.added from touched t where ${memberIds ? sql`t.head in (select head from asked)` : sql`true`} and ${without ? sql`head not in (select head from touched where member_id in (${familiesHeldIn(without)}))` : sql`true`})`;

/** Changes with this many items or more are undone with whole-table joins. */
const MANY = 1000;

/** Returns whether a change has at least this many items. */
export async function hasEntries(tx: Tx, id: string, count: number): Promise<boolean> {
  const { rows } = await sql<{
    many: boolean;
  }>`select count(*) = ${count} as many from (select from change_items where change_id = ${id} limit ${count}) i`.execute(
    tx,
  );
  return rows[0]?.many ?? false;
}

/**
 * Disables nested loops for a large change, because until autovacuum runs the planner expects few rows (measured for
 * 30,000 members: 59 s by nested loop, 0.2 s by hash join).
 */
async function expectMany(tx: Tx, id: string): Promise<void> {
  if (await hasEntries(tx, id, MANY))
    await sql`select set_config('enable_nestloop', 'off', true), set_config('work_mem', '32MB', true)`.execute(tx);
}

/** Returns the scope of an undo. `sight` is a digest of the blocked members; empty if there are none. */
export type Scope = { people: number; removes: number; blocked: number; sight: string };

export async function scopeOf(tx: Tx, of: ScopeOf): Promise<Scope> {
  await expectMany(tx, of.id);
  const { rows } = await sql<Scope>`with ${peopleOfScope(of)}
    select count(*) filter (where not blocked) as people, count(*) filter (where not blocked and added) as removes, count(*) filter (where blocked) as blocked,
      coalesce(md5(string_agg(member_id::text, ',' order by member_id) filter (where blocked)), '') as sight from people`.execute(
    tx,
  );
  return rows[0] ?? { people: 0, removes: 0, blocked: 0, sight: '' };
}

/** Releases all SSNs that the change corrected before any is restored, because members may have exchanged them. */
const giveUpNumbers = (tx: Tx, of: ScopeOf): Promise<unknown> =>
  sql`with ${peopleOfScope(of)}, corrected as materialized (select distinct entity_id from change_items where change_id = ${of.id} and before ? 'ssnIndex')
    update members m set ssn_index = null from corrected c join people p on p.member_id = c.entity_id where m.id = c.entity_id and not p.blocked and not p.added`.execute(
    tx,
  );

export type InScope = { memberId: string; added: boolean };

/**
 * Yields the members to restore in batches, as they were at the start; added members come first. Releases corrected
 * SSNs. Call it after `scopeOf`. Plans use indexes meanwhile, because the planner underestimates a table that just
 * grew.
 */
export async function* peopleInScope(tx: Tx, of: ScopeOf, atOnce: number): AsyncGenerator<InScope[]> {
  await sql`select set_config('cursor_tuple_fraction', '1', true)`.execute(tx);
  await sql`declare people_in_scope no scroll cursor for with ${peopleOfScope(of)} select member_id, added from people where not blocked order by added desc, member_id`.execute(
    tx,
  );
  await giveUpNumbers(tx, of);
  await sql`select set_config('enable_nestloop', 'on', true), set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
    tx,
  );
  for (;;) {
    const { rows } = await sql<InScope>`fetch ${sql.raw(String(atOnce))} from people_in_scope`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close people_in_scope`.execute(tx);
  await sql`select set_config('enable_seqscan', 'on', true), set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true)`.execute(
    tx,
  );
}

/**
 * Finds the terminations of a file's missing members (files/end-missing.ts): changes of their own after its import,
 * newest first.
 */
export async function followersOf(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select c.id from changes target join changes c on c.file_job_id = target.file_job_id and c.kind = 'termination' where target.id = ${id} and target.kind = 'import' order by c.made_at desc, c.id desc`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/** Returns all members of the families of the given members. */
async function familiesOf(tx: Tx, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select m.id from members m where coalesce(m.subscriber_id, m.id) in (select coalesce(x.subscriber_id, x.id) from members x where x.id = any (${[...memberIds]}::uuid[]))`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Returns what followed from a file, to be undone before it; families blocked in the file are also skipped there. */
export async function followingParts(tx: Tx, id: string, memberIds: readonly string[] | undefined): Promise<ScopeOf[]> {
  const followers = await followersOf(tx, id);
  if (followers.length === 0) return [];
  const { blocked } = await scopeOf(tx, { id, memberIds });
  const among = memberIds && (await familiesOf(tx, memberIds));
  return followers.map((follower) => ({
    id: follower,
    memberIds: among,
    root: id,
    ...(blocked > 0 && { without: { id, memberIds } }),
  }));
}

const every = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(parts, sql` union all `);

/** Returns the blocked members of a change and what followed from it, with name and latest change, by page. */
export async function blockersOf(
  tx: Tx,
  id: string,
  memberIds: readonly string[] | undefined,
  cursor: string | undefined,
): Promise<{ blockers: Blocker[]; next: string | null }> {
  const after = cursor === undefined ? '00000000-0000-0000-0000-000000000000' : decodeCursor(cursor, ['id'])[0];
  const parts = [{ id, memberIds }, ...(await followingParts(tx, id, memberIds))];
  for (const part of parts) await expectMany(tx, part.id);
  const ofPart = (
    part: ScopeOf,
    no: number,
  ) => sql`(with ${peopleOfScope(part)} select distinct on (l.entity_id) l.entity_id as member_id, l.actor_name as by, l.summary, l.made_at as at, ${no}::int as no
      from (select l.* from later l where l.entity_id in (select member_id from people)
        union all select j.entity_id, j.actor_name, j.summary, j.made_at, j.id from (select * from joined union all select * from taken) j where j.head in (select t.head from touched t where t.member_id in (select member_id from people))) l
      where l.entity_id > ${after}::uuid order by l.entity_id, l.made_at desc, l.id desc limit ${LISTED + 1})`;
  const { rows } =
    await sql<Blocker>`select distinct on (b.member_id) b.member_id, coalesce(ltrim(m.first_name || ' ' || m.last_name), 'A record that is gone') as name, b.by, b.summary, b.at
    from (${every(parts.map(ofPart))}) b left join members m on m.id = b.member_id order by b.member_id, b.no limit ${LISTED + 1}`.execute(
      tx,
    );
  const blockers = rows.slice(0, LISTED);
  const last = blockers.at(-1);
  return { blockers, next: rows.length > LISTED && last ? encodeCursor([last.memberId]) : null };
}

/**
 * Returns the scope of an undo with what followed from the change; members in both count once. Counted by the database,
 * because there may be hundreds of thousands.
 */
export async function wholeScope(tx: Tx, id: string, memberIds: readonly string[] | undefined): Promise<Scope> {
  const own = await scopeOf(tx, { id, memberIds });
  const parts = await followingParts(tx, id, memberIds);
  if (parts.length === 0) return own;
  let { blocked, sight } = own;
  for (const part of parts) {
    const scope = await scopeOf(tx, part);
    blocked += scope.blocked;
    sight += scope.sight;
  }
  const { rows } = await sql<{
    people: number;
  }>`select count(distinct member_id) as people from (${every([{ id, memberIds }, ...parts].map((part) => sql`(with ${peopleOfScope(part)} select member_id from people where not blocked)`))}) p`.execute(
    tx,
  );
  return { people: rows[0]?.people ?? 0, removes: own.removes, blocked, sight };
}
