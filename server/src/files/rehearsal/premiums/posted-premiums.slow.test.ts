import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withActionBefore } from '../../../testing/action-before-transaction.ts';
import { premiumOf } from '../../../testing/premium-of.ts';
import { openTestServer, type Person, type TestServer } from '../../../testing/test-server.ts';
import { interchangeOf, loopOf, type WrittenPerson } from '../../../testing/written-people.ts';
import { newGroup } from '../../corpus-run.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const person = (no: number, plan: string): WrittenPerson => ({
  first: `Ada${no}`,
  last: 'Part',
  ssn: `21949040${no}`,
  birth: calendarDateFrom('1980-05-05'),
  gender: 'F',
  relationship: 'self',
  coverages: [{ line: 'medical', plan, from: calendarDateFrom(plan === 'MED-PPO' ? '2026-01-01' : '2026-12-01') }],
});
const loops = (people: readonly WrittenPerson[], action: '021' | '001') =>
  people.flatMap((one) => loopOf(one, one.ssn ?? '', action));

it('of a file that is paused in the midst of its work are those of what was posted by then, in the page and the report', async () => {
  let control = 0;
  const parts = new Set<number>();
  for (let place = 2; ; place += 1) {
    const group = await newGroup(dana, 900 + place);
    const send = (text: string[][][]) =>
      server.upload(
        dana,
        'file.edi',
        interchangeOf(text.flat(), { full: false, control: ++control, sender: group.cim.slice(-10) }),
        group.cim,
      );
    const cost = (on: string): Promise<number> => premiumOf(server, group.id, on);
    await send([
      loops(
        [0, 1, 2].map((no) => person(no, 'MED-PPO')),
        '021',
      ),
    ]);
    await server.workOnNext();
    const { id } = await send([
      loops(
        [0, 1, 2].map((no) => person(no, 'MED-HMO')),
        '001',
      ),
      loops(
        [3, 4, 5].map((no) => person(no, 'MED-HMO')),
        '021',
      ),
    ]);
    let came = false;
    await server.workOnNext({
      fileSteps: { batch: 2, chunk: 2 },
      db: withActionBefore(server.services.db, place, async () => {
        came = true;
        await dana.api.files.queue.pauseFile({ id }).catch(() => {});
      }),
    });
    const job = await dana.api.files.job({ id });
    if (job.status === 'paused' && job.stage === 'applying') {
      const on = job.premium?.on ?? '';
      parts.add(job.added + job.changed);
      expect(job.premium).toEqual({ on, before: 3 * 64_500, change: (await cost(on)) - 3 * 64_500, ofPart: true });
      const byPlan = await dana.api.files.premiums({ id });
      expect(byPlan.map(({ before }) => before).reduce((sum, cents) => sum + cents, 0)).toBe(3 * 64_500);
      expect(byPlan.map(({ after }) => after).reduce((sum, cents) => sum + cents, 0)).toBe(await cost(on));
      const report = await (
        await fetch(`${server.url}/downloads/files/${id}/report.csv`, { headers: { cookie: dana.cookie } })
      ).text();
      expect(report.split('Not Posted').length - 1).toBe(6 - job.added - job.changed);
      await dana.api.files.queue.resumeFile({ id });
      expect((await dana.api.files.job({ id })).premium).toBeNull();
      await server.workOnNext();
    } else if (job.status === 'paused') {
      await dana.api.files.queue.resumeFile({ id });
      await server.workOnNext();
    }
    const done = await dana.api.files.job({ id });
    expect(done).toMatchObject({
      status: 'completed',
      added: 3,
      changed: 3,
      premium: { change: (await cost(done.premium?.on ?? '')) - 3 * 64_500, ofPart: false },
    });
    if (!came) break;
  }
  // Nothing, parts of it, and all of it before its end was noted.
  expect([...parts].filter((count) => count > 0 && count < 6).length).toBeGreaterThan(0);
});
