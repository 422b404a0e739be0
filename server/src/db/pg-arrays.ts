import { type CalendarDate, calendarDateFrom, daysBetween } from '@openbenefits/domain/calendar-date';
import { type RawBuilder, sql } from 'kysely';
import { ArrayBytes } from './array-bytes.ts';

type Value = string | number | boolean | null | undefined;
export type ArrayType = 'uuid' | 'date' | 'bigint' | 'int' | 'boolean' | 'text' | 'jsonb' | 'bytea';

const isThere = (value: Value): value is string | number | boolean => value !== null && value !== undefined;

/** Dates are counted from here on (PostgreSQL, date_recv). */
const FIRST_DATE = calendarDateFrom('2000-01-01');

/** How the values of each type are written: object identifier (pg_type.dat) and receive format. */
const FORMS: Readonly<
  Record<ArrayType, { oid: number; write: (bytes: ArrayBytes, value: string | number | boolean) => void }>
> = {
  boolean: { oid: 16, write: (bytes, value) => bytes.flag(value === true) },
  bytea: { oid: 17, write: (bytes, value) => bytes.hex(String(value)) },
  bigint: { oid: 20, write: (bytes, value) => bytes.long(Number(value)) },
  int: { oid: 23, write: (bytes, value) => bytes.integer(Number(value)) },
  text: { oid: 25, write: (bytes, value) => bytes.text(String(value)) },
  date: { oid: 1082, write: (bytes, value) => bytes.integer(daysBetween(FIRST_DATE, String(value) as CalendarDate)) },
  uuid: { oid: 2950, write: (bytes, value) => bytes.uuid(String(value)) },
  jsonb: { oid: 3802, write: (bytes, value) => bytes.json(String(value)) },
};

const shared = new ArrayBytes();

/**
 * Writes a column of values in the database's array format, which it need not parse. Bytes are given as hex digits,
 * JSON as text.
 */
function arrayBytes(type: ArrayType, values: readonly Value[]): Buffer {
  const { oid, write } = FORMS[type];
  shared.begin(oid, values.length, !values.every(isThere));
  for (const value of values) {
    if (isThere(value)) write(shared, value);
    else shared.none();
  }
  return shared.end();
}

/**
 * Returns a column of values as one array parameter. An import sends forty columns of hundreds of values at a time.
 * Bytes are given as hex digits, JSON as text.
 */
export const arrayOf = (type: ArrayType, values: readonly Value[]): RawBuilder<unknown> =>
  sql`${arrayBytes(type, values)}::${sql.raw(type)}[]`;

/**
 * A column kept until its rows are inserted: an array, or one value that all rows share as text (`same`; `none` for
 * null), or as bytes.
 */
export type ColumnOfRows = readonly [name: string, type: ArrayType, values: string | Buffer, form?: 'same' | 'none'];

export function columnOf(name: string, type: ArrayType, values: readonly Value[]): ColumnOfRows {
  const [first] = values;
  if (values.length < 2 || values.some((value) => value !== first)) return [name, type, arrayBytes(type, values)];
  if (!isThere(first)) return [name, type, '', 'none'];
  return [name, type, type === 'bytea' ? `\\x${first}` : String(first), 'same'];
}

/** Sends a single value as text of its type, because it is read once per statement, not per row. */
function parameter([, type, values, form]: ColumnOfRows): RawBuilder<unknown> {
  if (form === undefined) return sql`${values}::${sql.raw(type)}[]`;
  return form === 'none' ? sql`null::${sql.raw(type)}` : sql`${String(values)}::${sql.raw(type)}`;
}

/** Returns how many values an array has, by its own form (array_recv). */
const lengthOf = ([, , values]: ColumnOfRows): number =>
  Buffer.isBuffer(values) && values.readInt32BE(0) > 0 ? values.readInt32BE(12) : 0;

/**
 * Returns the column names and the source of their values: `unnest` of the differing columns with a `position` from 1,
 * next to the shared values and the `tenant_id` (its default would be evaluated per row). At least one column must
 * differ. Unnesting in the result list streams rows; in FROM, each column would be stored first (PostgreSQL, ProjectSet
 * and FunctionScan).
 */
export function rowsOf(columns: readonly ColumnOfRows[]): { names: RawBuilder<unknown>; from: RawBuilder<unknown> } {
  const [arrays, same] = [
    columns.filter(([, , , form]) => form === undefined),
    columns.filter(([, , , form]) => form !== undefined),
  ];
  const named = (column: ColumnOfRows, value: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`${value} as ${sql.ref(column[0])}`;
  const differing = arrays.map((column) => named(column, sql`unnest(${parameter(column)})`));
  const beside = same.map((column) => named(column, parameter(column)));
  const count = arrays[0] ? lengthOf(arrays[0]) : 0;
  return {
    names: sql.join([sql.ref('tenant_id'), ...columns.map(([name]) => sql.ref(name))]),
    from: sql`(select ${sql.join([...differing, sql`generate_series(1, ${count}::integer) as position`])}) as x, (select ${sql.join([sql`(select current_tenant()) as tenant_id`, ...beside])}) as same`,
  };
}
