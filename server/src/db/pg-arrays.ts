import { type RawBuilder, sql } from 'kysely';

type Value = string | number | boolean | null | undefined;
/** Types whose values need no quotation marks in an array. */
export type PlainType = 'uuid' | 'date' | 'bigint' | 'int' | 'boolean';
export type ArrayType = PlainType | 'text' | 'jsonb' | 'bytea';

const SPECIAL = /["\\]/;
const isAsItIs = (value: Value): boolean => value !== null && value !== undefined && !(typeof value === 'string' && SPECIAL.test(value));
const isThere = (value: Value): boolean => value !== null && value !== undefined;
const quoted = (text: string): string => `"${SPECIAL.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
const isPlain = (type: ArrayType): type is PlainType => type !== 'text' && type !== 'jsonb' && type !== 'bytea';

/** A column of values as the text of a PostgreSQL array. Bytes are given as hex digits. */
export function arrayText(type: ArrayType, values: readonly Value[]): string {
  const plain = isPlain(type);
  // Most columns can be put together at once, without a text for each value.
  if (values.length > 0 && (plain || type === 'bytea' ? values.every(isThere) : values.every(isAsItIs))) {
    if (plain) return `{${values.join(',')}}`;
    return type === 'bytea' ? `{"\\\\x${values.join('","\\\\x')}"}` : `{"${values.join('","')}"}`;
  }
  const texts = values.map((value) => {
    if (value === null || value === undefined) return 'NULL';
    if (type === 'bytea') return `"\\\\x${value}"`;
    return plain ? value : quoted(String(value));
  });
  return `{${texts.join(',')}}`;
}

/**
 * A column of values as one array parameter. An import sends forty columns of hundreds of values at a time; the driver's own way looks at every
 * value several times over. Bytes are given as hex digits.
 */
export const arrayOf = (type: ArrayType, values: readonly Value[]): RawBuilder<unknown> => sql`${arrayText(type, values)}::${sql.raw(type)}[]`;

/**
 * A column of rows that are kept as text, or as its bytes, until they are inserted: an array, or the one value that all rows have (`same`; `none` for null),
 * which the database then need not read for each of them.
 */
export type ColumnText = readonly [name: string, type: ArrayType, values: string | Buffer, form?: 'same' | 'none'];

export function columnText(name: string, type: ArrayType, values: readonly Value[]): ColumnText {
  const [first] = values;
  if (values.length < 2 || values.some((value) => value !== first)) return [name, type, arrayText(type, values)];
  if (!isThere(first)) return [name, type, '', 'none'];
  return [name, type, type === 'bytea' ? `\\x${first}` : String(first), 'same'];
}

/** Bytes are sent as they are, as a text: of no other type is the form in which the driver sends them that of the text. */
function parameter([, type, values, form]: ColumnText): RawBuilder<unknown> {
  const cast = sql.raw(form === undefined ? `${type}[]` : type);
  if (form === 'none') return sql`null::${cast}`;
  return typeof values === 'string' ? sql`${values}::${cast}` : sql`${values}::text::${cast}`;
}

const namesOf = (columns: readonly ColumnText[]): RawBuilder<unknown> => sql.join(columns.map(([name]) => sql.ref(name)));

/**
 * The columns' names as a list, and where their values come from: `unnest` of those that differ, with a `position` from 1, beside those that all rows share. One
 * at least, such as an id, tells rows apart.
 */
export function rowsOf(columns: readonly ColumnText[]): { names: RawBuilder<unknown>; from: RawBuilder<unknown> } {
  const [arrays, shared] = [columns.filter(([, , , form]) => form === undefined), columns.filter(([, , , form]) => form !== undefined)];
  const from = sql`unnest(${sql.join(arrays.map(parameter))}) with ordinality as x(${namesOf(arrays)}, position)`;
  if (shared.length === 0) return { names: namesOf(columns), from };
  const beside = sql.join(shared.map((column) => sql`${parameter(column)} as ${sql.ref(column[0])}`));
  return { names: namesOf(columns), from: sql`${from}, (select ${beside}) as same` };
}
