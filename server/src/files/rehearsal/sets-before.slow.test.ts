import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withActionBefore } from '../../testing/action-before-transaction.ts';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const person = (index: number, from = '20260101'): SampleMember => ({
  first: ['Una', 'Vera', 'Wim', 'Xenia'][index] ?? '',
  last: 'Sets',
  ssn: `12347900${index}`,
  birth: '19850404',
  family: `12347900${index}`,
  plans: [['HLT', 'MED-PPO', from]],
});
const interchange = (members: readonly SampleMember[], control: number): string =>
  edi834(members, { control: String(control).padStart(9, '0') });
const send = async (text: string, name = 'monthly.edi') => {
  const sent = await server.upload(dana, name, text);
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
};
const changesOf = async (id: string) =>
  (await dana.api.files.changes({ id, limit: 100 })).rows.map(
    ({ person: name, action, excluded }) => `${name} ${action}${excluded ? ', left out' : ''}`,
  );

describe('sets that the same sender has sent before', () => {
  it('are told with their file, whatever ends the lines; the other sets of the file go on', async () => {
    const first = await send(interchange([person(0)], 701));
    expect(first).toMatchObject({ status: 'completed', added: 1 });
    const again = await send(interchange([person(0)], 701).replaceAll('~\n', '~\r\n'), 'other-name.edi');
    expect(again).toMatchObject({
      status: 'held',
      unchanged: 1,
      stops: [
        {
          code: 'already_processed',
          title: 'This file was already processed',
          text: expect.stringContaining(
            'A file from the same sender with the same control numbers (ISA13, GS06, ST02) and the same content arrived on 11/20/2026 and was applied. It would change no one now.',
          ),
          file: first.id,
        },
      ],
    });
    expect(await dana.api.files.acknowledgement({ id: again.id })).toMatchObject({
      parts: expect.arrayContaining([expect.objectContaining({ kind: 'interchange', answer: 'E' })]),
    });

    // Somebody has corrected the person since, so the old set would take that back.
    await send(interchange([{ ...person(0), first: 'Ursula' }], 702));
    const both = await send(interchange([person(0)], 701) + interchange([person(1)], 703));
    expect(both).toMatchObject({
      status: 'held',
      stops: [
        { code: 'sets_processed', title: '1 of 2 transaction sets of this file was already processed', file: first.id },
      ],
    });
    expect(await changesOf(both.id)).toEqual(['Una Sets changed, left out', 'Vera Sets added']);
    await dana.api.files.approve({ id: both.id });
    expect(await server.finished(dana, both.id)).toMatchObject({ status: 'completed', added: 1, changed: 0 });
    const { rows } = await server.owner.query(
      `select first_name from members where last_name = 'Sets' and removed_by is null order by 1`,
    );
    expect(rows).toEqual(
      [{ firstName: 'Ursula' }, { firstName: 'Vera' }].map(({ firstName }) =>
        expect.objectContaining({ first_name: firstName }),
      ),
    );
  });

  it('of a number that was used for other content are a question, also beyond the first interchange of a file', async () => {
    const earlier = await send(interchange([person(2)], 711) + interchange([person(3)], 712));
    expect(earlier).toMatchObject({ status: 'completed', added: 2 });
    const other = await send(interchange([person(3, '20260201')], 712));
    expect(other).toMatchObject({
      status: 'held',
      stops: [
        {
          code: 'same_interchange',
          file: earlier.id,
          text: expect.stringMatching(
            /The sender already sent control number 000000712 \(ISA13\) on 11\/20\/2026, with other content\. The reply to the sender marks it as a duplicate \(TA1 025\)\./,
          ),
        },
      ],
    });
  });

  it('of a file that waits are told to wait; of a file of which everybody was refused nothing was processed', async () => {
    const refused: SampleMember = {
      ...person(0),
      first: 'Yara',
      ssn: '123479009',
      family: '123479009',
      plans: [['HLT', 'NOWHERE-7', '20260101']],
    };
    expect(await send(interchange([refused], 721))).toMatchObject({ status: 'completed', refused: 1 });
    expect(await send(interchange([refused], 721))).toMatchObject({ status: 'completed', refused: 1, stops: [] });

    const test = interchange([{ ...refused, plans: [['HLT', 'MED-PPO', '20260101']] }], 722).replace(
      '*0*P*:',
      '*0*T*:',
    );
    const waiting = await send(test);
    expect(waiting.stops.map(({ code }) => code)).toEqual(['test_file']);
    expect((await send(test)).stops).toMatchObject([
      { code: 'test_file' },
      { code: 'already_processed', title: 'This file is already waiting', file: waiting.id },
    ]);
  });

  it('of a file whose import was undone are new again', async () => {
    const file = interchange([person(4)], 731);
    const first = await send(file);
    expect(first).toMatchObject({ status: 'completed', added: 1 });
    await dana.api.changes.undo({ id: first.changeId ?? '' });
    expect(await send(file)).toMatchObject({ status: 'completed', added: 1, stops: [] });
    expect(await send(file)).toMatchObject({ status: 'held', stops: [{ code: 'already_processed' }] });
  });
});

describe('the same file twice at once', () => {
  let idle: TestServer;
  beforeAll(async () => {
    idle = await openTestServer({ worker: false });
  });
  afterAll(() => idle.close());

  it('is taken once, wherever the second overtakes the first and the first overtakes the second', async () => {
    const owner = await idle.as('administrator');
    const told: string[] = [];
    for (let place = 2; ; place += 1) {
      const text = interchange(
        [
          {
            ...person(0),
            last: `Once${String.fromCharCode(64 + place)}`,
            birth: `19${40 + place}0404`,
            ssn: `1234800${10 + place}`,
            family: `1234800${10 + place}`,
          },
        ],
        800 + place,
      );
      const ids = [(await idle.upload(owner, 'one.edi', text)).id, (await idle.upload(owner, 'two.edi', text)).id];
      const [reached, firstIsDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let came = false;
      let second: Promise<unknown> | undefined;
      // The first is in hand and not yet read, the second comes as far as `place`, then the first goes on to its end.
      const first = idle.workOnNext({
        db: withActionBefore(idle.services.db, 3, async () => {
          second = idle
            .workOnNext({
              db: withActionBefore(idle.services.db, place, async () => {
                came = true;
                reached.resolve();
                await firstIsDone.promise;
              }),
            })
            .finally(reached.resolve);
          await reached.promise;
        }),
      });
      await first;
      firstIsDone.resolve();
      await second;
      const jobs = await Promise.all(ids.map((id) => owner.api.files.job({ id })));
      told.push(
        `${place}: ${jobs
          .map(({ status, stops }) => `${status} ${stops.map(({ code }) => code).join()}`.trim())
          .toSorted()
          .join(', ')}`,
      );
      if (!came) break;
    }
    expect(told.filter((one) => !one.endsWith(': completed, held already_processed'))).toEqual([]);
    expect(told.length).toBeGreaterThan(8);
  });
});
