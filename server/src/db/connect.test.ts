import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
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
  const pool = openPool({ url: `postgres://a:b@127.0.0.1:5432/x?${new URLSearchParams({ host: nowhere }).toString()}`, max: 1, onError: () => {} });
  const failure = await pool.query('select 1').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'ENOENT' });
  expect(isDatabaseAway(failure)).toBe(true);
  await pool.end();
});
