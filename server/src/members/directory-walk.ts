import type { DirectorySort } from '@openbenefits/domain/members/directory';
import { type RawBuilder, sql } from 'kysely';
import { decodeCursor } from '../cursor.ts';
import { and } from './directory-filter.ts';

export type Order = { sort: DirectorySort; descending: boolean };
/** Where a page continues: the sort key of the previous row. */
export type After = readonly (string | number | null)[] | undefined;

/** The keys of a row that its order compares, the last of them the id. */
export const KEYS = {
  name: ['lastName', 'firstName', 'id'],
  added: ['id'],
  group: ['groupName', 'groupId', 'lastName', 'firstName', 'id'],
} as const satisfies Record<DirectorySort, readonly string[]>;

/** As a parameter, or written into the statement. */
type Limit = number | RawBuilder<number>;

export const afterOf = (cursor: string | undefined, sort: DirectorySort): After =>
  cursor
    ? decodeCursor(
        cursor,
        KEYS[sort].map((key) => (key === 'id' || key === 'groupId' ? 'id' : 'any')),
      )
    : undefined;

const directionOf = ({ descending }: Order): RawBuilder<unknown> => sql.raw(descending ? 'desc' : 'asc');
const beyond = ({ descending }: Order): RawBuilder<unknown> => sql.raw(descending ? '<' : '>');

/** Orders rows with `last_name`, `first_name`, `id` and, by group, `group_name` and `group_id`. */
export function orderBy(order: Order, rows = 'm'): RawBuilder<unknown> {
  const keys = {
    name: ['last_name', 'first_name', 'id'],
    added: ['id'],
    group: ['group_name', 'group_id', 'last_name', 'first_name', 'id'],
  }[order.sort];
  return sql`order by ${sql.join(keys.map((key) => sql`${sql.ref(`${rows}.${key}`)} ${directionOf(order)}`))}`;
}

const named = (after: After): RawBuilder<unknown> => sql`(${after?.at(-3)}, ${after?.at(-2)}, ${after?.at(-1)}::uuid)`;

/** The name index omits members with very long text, so every walk by name is two walks; the second is nearly empty. */
function byName(
  columns: RawBuilder<unknown>,
  conditions: readonly RawBuilder<boolean>[],
  order: Order,
  after: After,
  limit: Limit,
): RawBuilder<unknown> {
  const rest = after
    ? [...conditions, sql<boolean>`(m.last_name, m.first_name, m.id) ${beyond(order)} ${named(after)}`]
    : conditions;
  const direction = directionOf(order);
  const walk = (
    texts: string,
  ) => sql`(select ${columns} from members m where octet_length(m.search_text) ${sql.raw(texts)} and ${and(rest)}
    order by m.last_name ${direction}, m.first_name ${direction}, m.id ${direction} limit ${limit})`;
  return sql`select * from (${walk('< 1000')} union all ${walk('>= 1000')}) m ${orderBy(order)} limit ${limit}`;
}

/** Walks groups in name order, each by its own index; nothing sorts more than one group. */
function byGroup(
  columns: RawBuilder<unknown>,
  conditions: readonly RawBuilder<boolean>[],
  order: Order,
  after: After,
  limit: Limit,
): RawBuilder<unknown> {
  const direction = directionOf(order);
  const inner = sql`m.last_name ${direction}, m.first_name ${direction}, m.id ${direction}`;
  const first = after ? sql`and (g.company_name, g.id) ${beyond(order)} (${after[0]}, ${after[1]}::uuid)` : sql``;
  const following = sql`(select m.* from (select g.id, g.company_name from groups g where true ${first} order by g.company_name ${direction}, g.id ${direction}) g
    cross join lateral (select ${columns}, g.company_name as group_name, g.id as group_id from members m where m.group_id = g.id and ${and(conditions)} order by ${inner} limit ${limit}) m
    order by g.company_name ${direction}, g.id ${direction}, ${inner} limit ${limit})`;
  if (!after) return following;
  const rest = sql`(select ${columns}, ${after[0]}::text as group_name, m.group_id from members m where m.group_id = ${after[1]}::uuid
    and (m.last_name, m.first_name, m.id) ${beyond(order)} ${named(after)} and ${and(conditions)} order by ${inner} limit ${limit})`;
  return sql`select * from (${rest} union all ${following}) m ${orderBy(order)} limit ${limit}`;
}

function byAge(
  columns: RawBuilder<unknown>,
  conditions: readonly RawBuilder<boolean>[],
  order: Order,
  after: After,
  limit: Limit,
): RawBuilder<unknown> {
  // Ids are UUIDv7: they count up with the moment a record is made.
  const rest = after ? [...conditions, sql<boolean>`m.id ${beyond(order)} ${after[0]}::uuid`] : conditions;
  return sql`select ${columns} from members m where ${and(rest)} order by m.tenant_id ${directionOf(order)}, m.id ${directionOf(order)} limit ${limit}`;
}

/**
 * Returns members in order, along an index, until `limit` of them meet the conditions. `columns` are named; by group,
 * `group_name` and `group_id` come with them.
 */
export function walk(
  columns: RawBuilder<unknown>,
  conditions: readonly RawBuilder<boolean>[],
  order: Order,
  after: After,
  limit: Limit,
): RawBuilder<unknown> {
  return { name: byName, group: byGroup, added: byAge }[order.sort](columns, conditions, order, after, limit);
}

/** Finds the few members that match an indexed condition, then sorts them. */
export function pick(
  columns: RawBuilder<unknown>,
  conditions: readonly RawBuilder<boolean>[],
  order: Order,
  after: After,
  limit: Limit,
): RawBuilder<unknown> {
  const beyondAfter =
    after === undefined
      ? sql``
      : order.sort === 'added'
        ? sql`where m.id ${beyond(order)} ${after[0]}::uuid`
        : order.sort === 'name'
          ? sql`where (m.last_name, m.first_name, m.id) ${beyond(order)} ${named(after)}`
          : sql`where (m.group_name, m.group_id, m.last_name, m.first_name, m.id) ${beyond(order)} (${after[0]}, ${after[1]}::uuid, ${after[2]}, ${after[3]}, ${after[4]}::uuid)`;
  const group = order.sort === 'group';
  return sql`select * from (select ${columns}${group ? sql`, g.company_name as group_name, m.group_id` : sql``} from members m
    ${group ? sql`join groups g on g.id = m.group_id` : sql``} where ${and(conditions)}) m ${beyondAfter} ${orderBy(order)} limit ${limit}`;
}
