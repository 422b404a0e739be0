import { type RawBuilder, sql } from 'kysely';

type Value = string | number | null | undefined;
/** Types whose values need no quotation marks in an array. */
export type PlainType = 'uuid' | 'date' | 'bigint' | 'int';
export type ArrayType = PlainType | 'text' | 'jsonb' | 'bytea';

const SPECIAL = /["\\]/;
const quoted = (text: string): string => `"${SPECIAL.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
const isPlain = (type: ArrayType): type is PlainType => type !== 'text' && type !== 'jsonb' && type !== 'bytea';

/** A column of values as the text of a PostgreSQL array. Bytes are given as hex digits. */
export function arrayText(type: ArrayType, values: readonly Value[]): string {
  const plain = isPlain(type);
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

/** A column of rows that are kept as text, or as its bytes, until they are inserted. */
export type ColumnText = readonly [name: string, type: ArrayType, values: string | Buffer];

export const columnText = (name: string, type: ArrayType, values: readonly Value[]): ColumnText => [name, type, arrayText(type, values)];

/** Bytes are sent as they are, as a text: of no other type is the form in which the driver sends them that of the text. */
const parameter = (type: ArrayType, values: string | Buffer): RawBuilder<unknown> =>
  typeof values === 'string' ? sql`${values}::${sql.raw(type)}[]` : sql`${values}::text::${sql.raw(type)}[]`;

/** The columns' names as a list and `unnest` of their values, with a `position` from 1. */
export function rowsOf(columns: readonly ColumnText[]): { names: RawBuilder<unknown>; from: RawBuilder<unknown> } {
  const names = sql.join(columns.map(([name]) => sql.ref(name)));
  const arrays = sql.join(columns.map(([, type, values]) => parameter(type, values)));
  return { names, from: sql`unnest(${arrays}) with ordinality as x(${names}, position)` };
}
