import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Services } from '../../request-context.ts';
import { dyingAt } from '../../testing/dying-database.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { interchangeOf, loopOf, loopsOf, type WrittenFamily } from '../../testing/written-people.ts';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { newGroup, peopleOf } from '../corpus-run.ts';

/**
 * A worker that dies at any of its transactions (trust P3). What a transaction had begun is rolled back by PostgreSQL,
 * so dying before the n-th is dying anywhere after the one before it. `trust/kill-import.test.ts` kills real processes;
 * here every place is tried.
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
    subscriber: {
      first: 'Ida',
      last,
      ssn: `21966000${index + 1}`,
      birth: calendarDateFrom('1980-05-05'),
      gender: 'F',
      relationship: 'self',
      coverages: [...coverages],
    },
    dependents: [
      {
        first: 'Kit',
        last,
        birth: calendarDateFrom('2015-05-05'),
        gender: 'M',
        relationship: 'child',
        coverages: [...coverages],
      },
    ],
  };
});
/**
 * One child comes before anybody else, so that it is applied last; one subscriber is refused while matching; another
 * comes twice and ends. One family ends before it comes.
 */
const [first, , third, fourth, fifth] = FAMILIES as [
  WrittenFamily,
  WrittenFamily,
  WrittenFamily,
  WrittenFamily,
  WrittenFamily,
];
const LOOPS = [
  ...[fifth.subscriber, ...fifth.dependents].flatMap((one) =>
    loopOf(one, fifth.key, '024', { coverages: [], dates: [['357', calendarDateFrom('2026-08-31')]] }),
  ),
  ...loopOf({ ...(first.dependents[0] as WrittenFamily['subscriber']), first: 'Early' }, first.key, '021'),
  ...loopsOf(FAMILIES, '021'),
  ...loopOf({ ...third.subscriber, first: 'Nobody', ssn: '219660099' }, '219660099', '001'),
  ...loopOf(fourth.subscriber, fourth.key, '024', { coverages: [], dates: [['357', calendarDateFrom('2026-06-30')]] }),
];
const STEPS = { batch: 3, chunk: 3 };

/**
 * Reads and applies the file in a group of its own, by a worker that dies at a transaction and another one that goes
 * on. Returns what came of it and whether the first died.
 */
async function importDyingAt(transactions: number) {
  const group = await newGroup(dana, ++groups);
  const sent = await server.upload(
    dana,
    'file.edi',
    interchangeOf(LOOPS, { full: false, control: groups, sender: `KILL${groups}` }),
    group.cim,
  );
  const { db, began, open } = dyingAt(server.services.db, transactions);
  const services: Services = { ...server.services, fileSteps: STEPS };
  await server.workOnNext({ ...services, db }).catch(() => {});
  expect(open(), `left running behind transaction ${transactions}`).toBe(0);
  const died = began() > transactions;
  if (died) {
    // The lease of the dead runs out.
    await server.owner.query(`update file_jobs set leased_until = now() - interval '1 second' where id = $1`, [
      sent.id,
    ]);
    await server.workOnNext(services);
  }
  const { status, added, changed, ended, unchanged, refused, recordsDone } = await dana.api.files.job({ id: sent.id });
  const { rows } = await server.owner.query(
    `select i.action, i.source_line, m.first_name from change_items i join file_jobs j on j.change_id = i.change_id join members m on m.id = i.entity_id where j.id = $1 order by i.item_no`,
    [sent.id],
  );
  const { rows: left } = await server.owner.query(
    `select (select count(*)::int from import_packs where job_id = $1) as packs, (select count(*)::int from import_families where job_id = $1) as families`,
    [sent.id],
  );
  return {
    died,
    outcome: {
      status,
      added,
      changed,
      ended,
      unchanged,
      refused,
      recordsDone,
      people: await peopleOf(server, group.id),
      items: rows,
      left,
      refusals: (await dana.api.files.refusals({ id: sent.id })).rows,
    },
  };
}

it('dies before each of its transactions, and each time the next worker brings the same about', async () => {
  const { outcome: undisturbed, died: never } = await importDyingAt(Number.POSITIVE_INFINITY);
  expect(never).toBe(false);
  expect(undisturbed).toMatchObject({
    status: 'completed',
    added: 11,
    ended: 4,
    refused: 1,
    left: [{ packs: 0, families: 0 }],
  });
  let places = 0;
  for (let transactions = 0; ; transactions++) {
    const { died, outcome } = await importDyingAt(transactions);
    if (!died) break;
    places++;
    expect(outcome, `died at transaction ${transactions + 1}`).toEqual(undisturbed);
  }
  expect(places).toBeGreaterThan(15);
});

/**
 * A held list of which two rows were mended, read anew with them by a worker that dies at a transaction and another one
 * that goes on.
 */
async function takeMendsDyingAt(transactions: number) {
  const group = await newGroup(dana, 500 + ++groups);
  const services: Services = { ...server.services, fileSteps: STEPS };
  const rows = [
    'Ida,Able,219661001,1/2/1980,Self,MED-PPO',
    'Kit,Able,219661002,1/2/2010,Chld,',
    'Lou,Bent,219661003,1/2/1981,Selv,MED-PPO',
    'Mo,Bent,219661004,1/2/2011,Child,',
    'Nat,Cole,219661005,1/2/1982,Self,MED-PPO',
  ];
  const { id } = await server.upload(
    dana,
    'list.csv',
    Buffer.from(
      [
        'First Name,Last Name,SSN,Date of Birth,Relationship,Medical Plan,Effective Date',
        ...rows.map((row) => `${row},1/1/2026`),
      ].join('\n'),
    ),
    group.cim,
  );
  await expect(dana.api.files.refusedRows({ id })).rejects.toMatchObject({
    message: expect.stringContaining('has not been read yet'),
  });
  await server.workOnNext(services);
  for (const [line, text] of [
    [3, 'Child'],
    [4, 'Self'],
  ] as const) {
    const { rows: refused } = await dana.api.files.refusedRows({ id });
    await dana.api.files.mendRow({
      id,
      recordNo: refused.find((row) => row.line === line)?.recordNo ?? 0,
      column: 4,
      text,
    });
  }
  await dana.api.files.rehearse({ id });
  const { db, began, open } = dyingAt(server.services.db, transactions);
  await server.workOnNext({ ...services, db }).catch(() => {});
  expect(open(), `left running behind transaction ${transactions}`).toBe(0);
  const died = began() > transactions;
  if (died) {
    await server.owner.query(`update file_jobs set leased_until = now() - interval '1 second' where id = $1`, [id]);
    await server.workOnNext(services);
  }
  const { status, added, changed, refused, premium, remarks } = await dana.api.files.job({ id });
  const changes = (await dana.api.files.changes({ id })).rows.map(
    ({ recordNo, line, person, what, premiumChange }) => ({
      recordNo,
      line,
      person,
      what,
      premiumChange,
    }),
  );
  const log = (await dana.api.files.queue.events({ id }))
    .map(({ text }) => text)
    .filter((text) => text.includes('correction'));
  return {
    died,
    outcome: {
      status,
      added,
      changed,
      refused,
      premium,
      remarks: remarks.filter(({ text }) => !text.startsWith('The same file')),
      changes,
      log,
    },
  };
}

it('takes in what was mended of a held file to the same end, wherever it dies on the way', async () => {
  const { settings } = await dana.api.files.queue.state();
  await dana.api.files.queue.saveSettings({ ...settings, autoProcess: false });
  const { outcome: undisturbed } = await takeMendsDyingAt(Number.POSITIVE_INFINITY);
  expect(undisturbed).toMatchObject({
    status: 'held',
    added: 5,
    refused: 0,
    log: [expect.stringContaining('2 corrections replace the original rows')],
  });
  // Every third place: each was tried once, and the suite has little time.
  for (let transactions = 1; ; transactions += 3) {
    const { died, outcome } = await takeMendsDyingAt(transactions);
    if (!died) break;
    expect(outcome, `died at transaction ${transactions + 1}`).toEqual(undisturbed);
  }
});
