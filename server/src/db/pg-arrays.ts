import { type RawBuilder, sql } from 'kysely';

type Value = string | number | null | undefined;
/** Types whose values need no quotation marks in an array. */
export type PlainType = 'uuid' | 'date' | 'bigint' | 'int';
export type ArrayType = PlainType | 'text' | 'jsonb' | 'bytea';

const SPECIAL = /["\\]/;
const quoted = (text: string): string => `"${SPECIAL.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
const isPlain = (type: ArrayType): type is PlainType => type !== 'text' && type !== 'jsonb' && type !== 'bytea';

/**
 * A column of values as one array parameter. An import sends forty columns of hundreds of values at a time; the driver's own way looks at every
 * value several times over. Bytes are given as hex digits.
 */
export function arrayOf(type: ArrayType, values: readonly Value[]): RawBuilder<unknown> {
  let text = '{';
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (index > 0) text += ',';
    if (value === null || value === undefined) text += 'NULL';
    else if (type === 'bytea') text += `"\\\\x${value}"`;
    else text += isPlain(type) ? value : quoted(String(value));
  }
  return sql`${`${text}}`}::${sql.raw(type)}[]`;
}
