import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { carrierRun, WEEKLY } from './carrier-run.ts';

/**
 * A carrier takes changes and, now and then, everybody: it has the same after the one as after the other, and nothing
 * is left to tell.
 */
let server: TestServer;
let carrier: TestServer;
let dana: Person;
let run: Awaited<ReturnType<typeof carrierRun>>;
let minutes = 0;
let families = 0;

/** What is told later is told after what was on record before. */
const later = (): void => {
  minutes += 1;
  server.clock.set(`2026-11-20T${10 + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:00Z`);
};
const plan = (code: string, from: string, until?: string): SampleMember['plans'] => [
  until ? ['HLT', code, from, until] : ['HLT', code, from],
];

beforeAll(async () => {
  [server, carrier] = await Promise.all([openTestServer(), openTestServer()]);
  dana = await server.as('administrator');
  run = await carrierRun(server, carrier, WEEKLY, 1);
  await run.answer(await run.make(), 'A');
});
afterAll(() => Promise.all([server.close(), carrier.close()]));

/** Periods that join are one with the carrier. */
const days = (all: readonly string[], last: string): string[] =>
  all
    .filter((one) => one.includes(last))
    .map((one) =>
      one
        .replace(/, (?:active|terminated|pending_termination)/, '')
        .replace(
          /(MED-PPO \S+) to (?:2026-06-30; medical MED-PPO 2026-07-01|2026-11-30; medical MED-PPO 2026-12-01)/,
          '$1',
        ),
    );

type Family = { sub: SampleMember; dep: SampleMember };
type Story = { undone?: true; records: (family: Family) => SampleMember[]; next?: (family: Family) => SampleMember[] };
const moves = ({ sub }: Family): SampleMember => ({ ...sub, action: '001', plans: plan('MED-HMO', '20261201') });
const leaves = ({ sub }: Family, until: string): SampleMember => ({
  ...sub,
  action: '024',
  plans: plan('MED-PPO', '20260101', until),
});

it.each<[string, Story]>([
  ['an end that was told and is undone', { undone: true, records: (family) => [leaves(family, '20261031')] }],
  ['a change of plan that was told and is undone', { undone: true, records: (family) => [moves(family)] }],
  ['a change of plan', { records: (family) => [moves(family)] }],
  [
    'an end that was told, and coverage from the next day on',
    {
      records: (family) => [leaves(family, '20260630')],
      next: ({ sub, dep }) => [
        { ...sub, plans: plan('MED-PPO', '20260701') },
        { ...dep, plans: plan('MED-PPO', '20260801') },
      ],
    },
  ],
  [
    'a dependent who keeps the plan beside the subscriber’s change',
    { records: (family) => [moves(family), { ...family.dep, action: '001', plans: plan('MED-PPO', '20261201') }] },
  ],
  [
    'the same, where an end had been told',
    {
      records: ({ dep }) => [{ ...dep, action: '024', plans: plan('MED-PPO', '20260101', '20261231') }],
      next: (family) => [moves(family), { ...family.dep, action: '001', plans: plan('MED-PPO', '20261201') }],
    },
  ],
])('%s: by a change file and by a full one', async (_what, { undone, records, next }) => {
  for (const mode of ['change', 'full'] as const) {
    const [ssn, last] = [`1234560${String(++families).padStart(2, '0')}`, `Family${families}`];
    const sub: SampleMember = {
      first: 'Sue',
      last,
      ssn,
      birth: '19800101',
      family: ssn,
      plans: plan('MED-PPO', '20260101'),
    };
    const dep: SampleMember = { ...sub, first: 'Dov', ssn: '', birth: '20150101', relationship: '19' };
    later();
    await run.load([sub, dep]);
    later();
    await run.tell('change');
    later();
    const job = await run.load(records({ sub, dep }));
    later();
    if (undone || next) await run.tell('change');
    later();
    if (undone) await dana.api.changes.undo({ id: job.changeId ?? '', idempotencyKey: crypto.randomUUID() });
    if (next) await run.load(next({ sub, dep }));
    later();
    await run.tell(mode);
    const { ours, theirs } = await run.people();
    expect(days(theirs, last), mode).toEqual(days(ours, last));
    later();
    await run.nothing();
  }
});
