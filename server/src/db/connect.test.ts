import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { inSchema, isDatabaseAway, openPool } from './connect.ts';

it.each([
  ['postgres://a:b@db:5432/x', '-c search_path=auth'],
  ['postgres://a:b@db:5432/x?sslmode=require', '-c search_path=auth'],
  ['postgres://a:b@127.0.0.1:5432/x?host=%2Fvar%2Flib%2Fa+b', '-c search_path=auth'],
  ['postgres://a:b@db/x?options=-c%20work_mem%3D8MB', '-c work_mem=8MB -c search_path=auth'],
])('%s with the tables of another schema keeps whatever else it says', (url, options) => {
  const [before, after] = [new URL(url), new URL(inSchema(url, 'auth'))];
  expect(after.searchParams.get('options')).toBe(options);
  for (const one of [before, after]) one.searchParams.delete('options');
  expect(after.toString()).toBe(before.toString());
});

it('takes a database whose socket is not there, while it starts again, for one that is away', async () => {
  const nowhere = path.join(tmpdir(), 'openbenefits-no-such-folder');
  const pool = openPool({
    url: `postgres://a:b@127.0.0.1:5432/x?${new URLSearchParams({ host: nowhere }).toString()}`,
    max: 1,
    onError: () => {},
  });
  const failure = await pool.query('select 1').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'ENOENT' });
  expect(isDatabaseAway(failure)).toBe(true);
  await pool.end();
});

it('takes statements that are handed over at once in their order, each after the one before', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', note);
  const pool = openPool({ url: inject('ownerUrl'), max: 1, onError: () => {} });
  const client = await pool.connect();
  await client.query('create temporary table told (no integer)');
  const told = await Promise.allSettled(
    [1, 2, 3, 'no number', 4].map((one) => client.query('insert into told values ($1) returning no', [one])),
  );
  expect(
    told.map((one) =>
      one.status === 'fulfilled' ? (one.value.rows[0] as unknown) : (one.reason as { code: string }).code,
    ),
  ).toEqual([{ no: 1 }, { no: 2 }, { no: 3 }, '22P02', { no: 4 }]);
  expect((await client.query('select no from told')).rows).toEqual([{ no: 1 }, { no: 2 }, { no: 3 }, { no: 4 }]);
  client.release();
  await pool.end();
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

it('gives out no connection whose session the database has ended', async () => {
  const pool = openPool({ url: inject('ownerUrl'), max: 1, onError: () => {} });
  const other = openPool({ url: inject('ownerUrl'), max: 1, onError: () => {} });
  for (let round = 0; round < 30; round += 1) {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const working = client.query('select pg_sleep(600)').catch((error: { code: string }) => error.code);
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    expect(await working).toBe('57P01');
    client.release();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  }
  await pool.end();
  await other.end();
});
