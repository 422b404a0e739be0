import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { carrierRun, WEEKLY } from './carrier-run.ts';

/**
 * Two records are merged, the carrier hears of it or not, and the merge is undone. A carrier server of its own plays
 * what it does with our files.
 */
let server: TestServer;
let carrier: TestServer;
let dana: Person;
let run: Awaited<ReturnType<typeof carrierRun>>;

const MEDICAL = [['HLT', 'MED-PPO', '20260101']] as const;

beforeAll(async () => {
  [server, carrier] = await Promise.all([openTestServer(), openTestServer()]);
  dana = await server.as('administrator');
  run = await carrierRun(server, carrier, WEEKLY, 1);
  await run.answer(await run.make(), 'A');
});
afterAll(() => Promise.all([server.close(), carrier.close()]));

const idOf = async (first: string, last: string): Promise<string> =>
  (
    await server.owner.query<{ id: string }>(
      'select id from members where group_id = $1 and first_name = $2 and last_name = $3',
      [run.ours.id, first, last],
    )
  ).rows[0]?.id ?? '';

describe('a merge that is taken back', () => {
  const family = (last: string, index: number): SampleMember[] => [
    { first: 'Ola', last, plans: MEDICAL, ssn: `12345095${index}`, family: `12345095${index}`, birth: '19800101' },
    {
      birth: '20150101',
      relationship: '19',
      plans: MEDICAL,
      first: index % 2 === 1 ? 'Ove' : 'Oki',
      last,
      family: `12345095${index}`,
    },
  ];
  const merged = async (one: string, other: string) => {
    await dana.api.duplicates.merge({
      keep: await idOf('Ola', one),
      merge: await idOf('Ola', other),
      fromOther: [],
      idempotencyKey: crypto.randomUUID(),
    });
    return (await dana.api.changes.list({ groupId: run.ours.id, limit: 1 })).rows[0]?.id ?? '';
  };

  it('after the carrier has taken it: both families are as they were, there, too', async () => {
    await run.load(family('Pine', 1));
    await run.load(family('Pines', 2));
    await run.tell();
    const before = await run.agree();
    const change = await merged('Pine', 'Pines');
    await run.tell();
    await run.agree();
    await dana.api.changes.undo({ id: change, idempotencyKey: crypto.randomUUID() });
    await run.tell();
    expect(await run.agree()).toEqual(before);
    await run.nothing();
  });

  it('is told by a full file, too: the dependent leaves the family that never was its own, and nothing is left to tell', async () => {
    await run.load(family('Cedar', 5));
    await run.load(family('Cedars', 6));
    await run.tell('full');
    const before = await run.agree();
    const change = await merged('Cedar', 'Cedars');
    await run.tell();
    await run.agree();
    await dana.api.changes.undo({ id: change, idempotencyKey: crypto.randomUUID() });
    await run.tell('full');
    expect(await run.agree()).toEqual(before);
    await run.nothing();
  });

  it('before the carrier has answered, and before it was told at all', async () => {
    await run.load(family('Larch', 3));
    await run.load(family('Larchs', 4));
    await run.tell();
    const before = await run.agree();
    const change = await merged('Larch', 'Larchs');
    const file = await run.make();
    await run.take(file);
    await dana.api.changes.undo({ id: change, idempotencyKey: crypto.randomUUID() });
    await run.answer(file, 'A');
    await run.tell();
    expect(await run.agree()).toEqual(before);
    const again = await merged('Larch', 'Larchs');
    await dana.api.changes.undo({ id: again, idempotencyKey: crypto.randomUUID() });
    expect((await run.people()).ours).toEqual(before);
    await run.nothing();
  });
});
