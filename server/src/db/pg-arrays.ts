import { type CalendarDate, calendarDateFrom, daysBetween } from '@openbenefits/domain/calendar-date';
import { type RawBuilder, sql } from 'kysely';
import { ArrayBytes } from './array-bytes.ts';

type Value = string | number | boolean | null | undefined;
export type ArrayType = 'uuid' | 'date' | 'bigint' | 'int' | 'boolean' | 'text' | 'jsonb' | 'bytea';

const isThere = (value: Value): value is string | number | boolean => value !== null && value !== undefined;

/** Dates are counted from here on (PostgreSQL, date_recv). */
const FIRST_DATE = calendarDateFrom('2000-01-01');

/** How the values of each type are written: the object identifier (pg_type.dat) and the form that its receiving function reads. */
const FORMS: Readonly<Record<ArrayType, { oid: number; write: (bytes: ArrayBytes, value: string | number | boolean) => void }>> = {
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

/** A column of values in the database's own form of an array, which it need not parse. Bytes are given as hex digits, JSON as its text. */
function arrayBytes(type: ArrayType, values: readonly Value[]): Buffer {
  const { oid, write } = FORMS[type];
  shared.begin(oid, values.length, !values.every(isThere));
  for (const value of values) {
    if (isThere(value)) write(shared, value);
    else shared.none();
  }
  return shared.end();
}

/** A column of values as one array parameter. An import sends forty columns of hundreds of values at a time. Bytes are given as hex digits, JSON as its text. */
export const arrayOf = (type: ArrayType, values: readonly Value[]): RawBuilder<unknown> => sql`${arrayBytes(type, values)}::${sql.raw(type)}[]`;

/**
 * A column of rows that are kept until they are inserted: an array, or the text of the one value that all rows have (`same`; `none` for null), or its bytes, which
 * the database then need not read for each of them.
 */
export type ColumnOfRows = readonly [name: string, type: ArrayType, values: string | Buffer, form?: 'same' | 'none'];

export function columnOf(name: string, type: ArrayType, values: readonly Value[]): ColumnOfRows {
  const [first] = values;
  if (values.length < 2 || values.some((value) => value !== first)) return [name, type, arrayBytes(type, values)];
  if (!isThere(first)) return [name, type, '', 'none'];
  return [name, type, type === 'bytea' ? `\\x${first}` : String(first), 'same'];
}

/** The bytes of one value are those of its text: of no other type is the form in which the driver sends bytes that of the text. */
function parameter([, type, values, form]: ColumnOfRows): RawBuilder<unknown> {
  if (form === undefined) return sql`${values}::${sql.raw(type)}[]`;
  const cast = sql.raw(type);
  if (form === 'none') return sql`null::${cast}`;
  return typeof values === 'string' ? sql`${values}::${cast}` : sql`${values}::text::${cast}`;
}

const namesOf = (columns: readonly ColumnOfRows[]): RawBuilder<unknown> => sql.join(columns.map(([name]) => sql.ref(name)));

/**
 * The columns' names as a list, and where their values come from: `unnest` of those that differ, with a `position` from 1, beside those that all rows share. One
 * at least, such as an id, tells rows apart.
 */
export function rowsOf(columns: readonly ColumnOfRows[]): { names: RawBuilder<unknown>; from: RawBuilder<unknown> } {
  const [arrays, same] = [columns.filter(([, , , form]) => form === undefined), columns.filter(([, , , form]) => form !== undefined)];
  const from = sql`unnest(${sql.join(arrays.map(parameter))}) with ordinality as x(${namesOf(arrays)}, position)`;
  if (same.length === 0) return { names: namesOf(columns), from };
  const beside = sql.join(same.map((column) => sql`${parameter(column)} as ${sql.ref(column[0])}`));
  return { names: namesOf(columns), from: sql`${from}, (select ${beside}) as same` };
}
