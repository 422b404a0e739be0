import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Services } from '../../request-context.ts';
import { dyingAt } from '../../testing/dying-database.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { interchangeOf, loopOf, loopsOf, type WrittenFamily } from '../../testing/written-people.ts';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { newGroup, peopleOf } from '../corpus-run.ts';

/**
 * A worker that dies at any of its transactions (trust P3). What a transaction had begun is rolled back by PostgreSQL, so dying before the n-th is dying anywhere
 * after the one before it. `trust/kill-import.test.ts` kills real processes; here every place is tried.
 */
let server: TestServer;
let dana: Person;
let groups = 0;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const JANUARY = calendarDateFrom('2026-01-01');
const coverages = [{ line: 'medical', plan: 'MED-PPO', from: JANUARY }] as const;
const FAMILIES = Array.from({ length: 5 }, (_, index): WrittenFamily => {
  const last = `Killed ${'ABCDE'[index]}`;
  return {
    key: `21966000${index + 1}`,
    subscriber: { first: 'Ida', last, ssn: `21966000${index + 1}`, birth: calendarDateFrom('1980-05-05'), gender: 'F', relationship: 'self', coverages: [...coverages] },
    dependents: [{ first: 'Kit', last, birth: calendarDateFrom('2015-05-05'), gender: 'M', relationship: 'child', coverages: [...coverages] }],
  };
});
/** One child comes before anybody else, so that it is applied last; one subscriber is refused while matching; another comes twice and ends. One family ends before it comes. */
const [first, , third, fourth, fifth] = FAMILIES as [WrittenFamily, WrittenFamily, WrittenFamily, WrittenFamily, WrittenFamily];
const LOOPS = [
  ...[fifth.subscriber, ...fifth.dependents].flatMap((one) => loopOf(one, fifth.key, '024', { coverages: [], dates: [['357', calendarDateFrom('2026-08-31')]] })),
  ...loopOf({ ...(first.dependents[0] as WrittenFamily['subscriber']), first: 'Early' }, first.key, '021'),
  ...loopsOf(FAMILIES, '021'),
  ...loopOf({ ...third.subscriber, first: 'Nobody', ssn: '219660099' }, '219660099', '001'),
  ...loopOf(fourth.subscriber, fourth.key, '024', { coverages: [], dates: [['357', calendarDateFrom('2026-06-30')]] }),
];
const STEPS = { batch: 3, chunk: 3 };

/** Reads and applies the file in a group of its own, by a worker that dies at a transaction and another one that goes on. Returns what came of it and whether the first died. */
async function importDyingAt(transactions: number) {
  const group = await newGroup(dana, ++groups);
  const sent = await server.upload(dana, 'file.edi', interchangeOf(LOOPS, { full: false, control: groups, sender: `KILL${groups}` }), group.cim);
  const { db, began } = dyingAt(server.services.db, transactions);
  const services: Services = { ...server.services, fileSteps: STEPS };
  await server.workOnNext({ ...services, db }).catch(() => {});
  const died = began() > transactions;
  if (died) {
    // The lease of the dead runs out.
    await server.owner.query(`update file_jobs set leased_until = now() - interval '1 second' where id = $1`, [sent.id]);
    await server.workOnNext(services);
  }
  const { status, added, changed, ended, unchanged, refused, recordsDone } = await dana.api.files.job({ id: sent.id });
  const { rows } = await server.owner.query(
    `select i.action, i.source_line, m.first_name from change_items i join file_jobs j on j.change_id = i.change_id join members m on m.id = i.entity_id where j.id = $1 order by i.item_no`, [sent.id]);
  const { rows: left } = await server.owner.query(`select (select count(*)::int from import_packs where job_id = $1) as packs, (select count(*)::int from import_families where job_id = $1) as families`, [sent.id]);
  return { died, outcome: { status, added, changed, ended, unchanged, refused, recordsDone, people: await peopleOf(server, group.id), items: rows, left, refusals: (await dana.api.files.refusals({ id: sent.id })).rows } };
}

it('dies before each of its transactions, and each time the next worker brings the same about', async () => {
  const { outcome: undisturbed, died: never } = await importDyingAt(Number.POSITIVE_INFINITY);
  expect(never).toBe(false);
  expect(undisturbed).toMatchObject({ status: 'completed', added: 11, ended: 4, refused: 1, left: [{ packs: 0, families: 0 }] });
  let places = 0;
  for (let transactions = 0; ; transactions++) {
    const { died, outcome } = await importDyingAt(transactions);
    if (!died) break;
    places++;
    expect(outcome, `died at transaction ${transactions + 1}`).toEqual(undisturbed);
  }
  expect(places).toBeGreaterThan(15);
});
