import { randomUUID } from 'node:crypto';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../db/connect.ts';
import { dyingAt } from '../../testing/dying-database.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { interchangeOf, loopOf, loopsOf, type WrittenFamily } from '../../testing/written-people.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';
import { RehearsalAhead } from './rehearse-ahead.ts';
import { StagedSoFar } from '../staging/staged-so-far.ts';

let server: TestServer;
let dana: Person;
let groups = 0;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const coverages = [{ line: 'medical', plan: 'MED-PPO', from: calendarDateFrom('2026-01-01') }] as const;
/** Enough for many small chunks, of which the first are long rehearsed when the last is read. */
const families = Array.from({ length: 30 }, (_, index): WrittenFamily => {
  const ssn = `2196710${10 + index}`;
  return {
    key: ssn,
    subscriber: {
      first: 'Ida',
      last: `Ahead${String.fromCharCode(65 + (index % 26))}${index}`,
      ssn,
      birth: calendarDateFrom('1980-05-05'),
      gender: 'F',
      relationship: 'self',
      coverages: [...coverages],
    },
    dependents: [],
  };
});
const SMALL = { batch: 2, chunk: 2 };

async function worked(text: string, name = 'file.edi') {
  const group = await newGroup(dana, ++groups);
  const { id } = await server.upload(dana, name, text, group.cim);
  await server.workOnNext({ fileSteps: SMALL });
  return { id, group, job: await dana.api.files.job({ id }) };
}

describe('a file that is rehearsed while it is read', () => {
  it('leaves nothing of it when it turns out to be cut', async () => {
    const whole = interchangeOf(loopsOf(families, '021'), { full: false, control: 1, sender: 'AHEAD1' });
    const { id, job, group } = await worked(whole.slice(0, whole.lastIndexOf('SE*')));
    expect(job).toMatchObject({ status: 'error', recordsDone: 0 });
    expect((await dana.api.files.changes({ id })).total).toBe(0);
    const { rows } = await server.owner.query(
      `select (select count(*)::int from file_changes where job_id = $1) as changes, (select count(*)::int from import_packs where job_id = $1) as packs, (select count(*)::int from import_families where job_id = $1) as families`,
      [id],
    );
    expect(rows).toEqual([{ changes: 0, packs: 0, families: 0 }]);
    expect(await peopleOf(server, group.id)).toEqual([]);
  });

  it('is rehearsed anew when a dependent comes long after the family', async () => {
    const [first] = families as [WrittenFamily];
    const child = {
      ...first.subscriber,
      first: 'Kit',
      ssn: undefined,
      birth: calendarDateFrom('2015-05-05'),
      relationship: 'child' as const,
    };
    // More than fifty families lie between, so that the child is nobody's neighbour.
    const others = Array.from({ length: 60 }, (_, index): WrittenFamily => ({
      key: `2196720${10 + index}`,
      subscriber: { ...first.subscriber, last: `Between${index}`, ssn: `2196720${10 + index}` },
      dependents: [],
    }));
    const { id, job, group } = await worked(
      interchangeOf([...loopsOf([first, ...others], '021'), ...loopOf(child, first.key, '021')], {
        full: false,
        control: 2,
        sender: 'AHEAD2',
      }),
    );
    expect(job).toMatchObject({ status: 'completed', added: 62, refused: 0, recordsDone: 62 });
    expect((await dana.api.files.changes({ id })).total).toBe(62);
    const { rows } = await server.owner.query(
      `select s.last_name as subscriber from members m join members s on s.id = m.subscriber_id where m.group_id = $1 and m.first_name = 'Kit'`,
      [group.id],
    );
    expect(rows).toEqual([{ subscriber: first.subscriber.last }]);
  });
});

describe('a rehearsal ahead that was given up', () => {
  it('does not begin any more: it would take back what the one after it has rehearsed', async () => {
    const { db, began } = dyingAt(server.services.db, 0);
    const lease = { tenantId: DEFAULT_TENANT, jobId: randomUUID(), attempt: 1 };
    const ahead = new RehearsalAhead({ ...server.services, db }, lease, new AbortController().signal);
    await ahead.giveUp();
    ahead.stored(3);
    expect(await ahead.finish()).toBeUndefined();
    await ahead.giveUp();
    expect(began()).toBe(0);
  });
});

describe('who follows the reader', () => {
  it('goes on when there is enough, or when there is no more', async () => {
    const staged = new StagedSoFar();
    const { signal } = new AbortController();
    staged.add(3);
    const five = staged.until(5, signal).then(() => 'five');
    const many = staged.until(1000, signal).then(() => 'many');
    expect(staged.has(5)).toBe(false);
    staged.add(2);
    expect(await five).toBe('five');
    staged.end();
    expect(await many).toBe('many');
    expect(staged.has(1000)).toBe(true);
  });

  it('stops waiting when it is told to', async () => {
    const stop = new AbortController();
    const waiting = new StagedSoFar().until(1, stop.signal);
    stop.abort(new Error('Given up'));
    await expect(waiting).rejects.toThrow('Given up');
  });
});
