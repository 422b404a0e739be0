import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { DEFAULT_TENANT, inTenant } from './connect.ts';
import { type ArrayType, arrayOf, columnOf, rowsOf } from './pg-arrays.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ worker: false });
});
afterAll(() => server.close());

type Values = Parameters<typeof arrayOf>[1];

/** The values as the database has received them, each as its text. */
async function received(type: ArrayType, values: Values): Promise<(string | null)[]> {
  const text = type === 'bytea' ? sql`encode(x.value, 'hex')` : sql`x.value::text`;
  const { rows } = await sql<{
    value: string | null;
  }>`select ${text} as value from unnest(${arrayOf(type, values)}) with ordinality as x(value, place) order by place`.execute(
    server.services.db,
  );
  return rows.map(({ value }) => value);
}

const MANY = Array.from({ length: 3000 }, (_, place) => `${place} ${'long and longer '.repeat(30)}`);
type Case = readonly [type: ArrayType, values: Values, texts?: readonly (string | null)[]];
const TABLE: readonly Case[] = [
  [
    'uuid',
    ['0198c2d3-1111-7000-8000-0000000000ff', null, 'FFFFFFFF-ffff-4fff-bfff-ffffffffffff'],
    ['0198c2d3-1111-7000-8000-0000000000ff', null, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  ],
  ['date', ['2000-01-01', '1999-12-31', '1900-03-01', '2024-02-29', null, '9999-12-31']],
  [
    'bigint',
    [0, -1, 4_294_967_295, 4_294_967_296, -4_294_967_297, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, null],
  ],
  ['int', [0, -1, 2_147_483_647, -2_147_483_648, null]],
  ['boolean', [true, false, null]],
  ['bytea', ['', '00ff7F', null], ['', '00ff7f', null]],
  [
    'text',
    [
      '',
      'NULL',
      '{"a",\\}',
      "O'Brien",
      'Zoë',
      '山田',
      '😀 in a longer text, which is encoded as a whole',
      'x'.repeat(40),
      null,
      undefined,
    ],
    undefined,
  ],
  ['jsonb', ['{"a": "Zoë \\" \\\\"}', '[]', null], ['{"a": "Zoë \\" \\\\"}', '[]', null]],
  ['text', MANY],
  ['text', []],
  ['uuid', [null, null]],
];

describe('an array parameter', () => {
  it.each(TABLE.map((one, place) => ({ one, type: one[0], place })))(
    'of $type comes as it was given: $place',
    async ({ one: [type, values, texts] }) => {
      expect(await received(type, values)).toEqual(
        texts ?? values.map((value) => (value === undefined || value === null ? null : String(value))),
      );
    },
  );

  it('holds whatever can be written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.replaceAll('\0', '')))),
        async (values) => {
          expect(await received('text', values)).toEqual(values);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('says nothing of a value that is none of its type', () => {
    for (const [type, value] of [
      ['uuid', '123-45-6789'],
      ['uuid', '0198c2d3-1111-7000-8000-0000000000zz'],
      ['bytea', 'no digits'],
      ['int', 2 ** 31],
      ['int', 1.5],
      ['bigint', 0.1],
      ['date', 'soon'],
    ] as const)
      expect(() => arrayOf(type, [value])).toThrow(/^A value does not have the format of its type$/);
  });
});

it('sends a column whose rows all say the same once, and says of which tenant the rows are', async () => {
  const { names, from } = rowsOf([
    columnOf('id', 'int', [1, 2]),
    columnOf('name', 'text', ['Ada', 'Ada']),
    columnOf('mark', 'bytea', ['ff', 'ff']),
    columnOf('none', 'date', [null, null]),
  ]);
  const { rows } = await inTenant(server.services.db, DEFAULT_TENANT, (tx) =>
    sql`select ${names}, position from ${from}`.execute(tx),
  );
  expect(rows).toEqual([
    { id: 1, name: 'Ada', mark: Buffer.from([255]), none: null, position: 1, tenantId: DEFAULT_TENANT },
    { id: 2, name: 'Ada', mark: Buffer.from([255]), none: null, position: 2, tenantId: DEFAULT_TENANT },
  ]);
});
