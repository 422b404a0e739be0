import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { withActionBefore } from '../../testing/action-before-transaction.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

let people = 0;
const person = (): SampleMember => {
  const ssn = `1234810${String(++people).padStart(2, '0')}`;
  return {
    first: `Person${people}`,
    last: 'Around',
    ssn,
    birth: '19850404',
    family: ssn,
    plans: [['HLT', 'MED-PPO', '20260101']],
  };
};
let controls = 800;
/** A file of a sender of its own, of a day of November 2026. */
const written = (
  members: readonly SampleMember[],
  {
    sender = 'SAMPLESENDER',
    day = 20,
    control = ++controls,
    full = false,
  }: { sender?: string; day?: number; control?: number; full?: boolean } = {},
): string =>
  edi834(members, { control: String(control).padStart(9, '0'), ...(full && { bgn08: '4' }) })
    .replace('*261120*', `*2611${String(day).padStart(2, '0')}*`)
    .replace('SAMPLESENDER   ', sender.padEnd(15))
    .replace('SAMPLE EMPLOYER*FI*123456789', `${sender}*FI*123456789`);
const job = (id: string) => dana.api.files.job({ id });
const send = async (text: string) => {
  const sent = await server.upload(dana, 'file.edi', text);
  expect(sent.status, sent.message).toBe(204);
  await server.workOnNext();
  return job(sent.id);
};
const undo = async ({ changeId }: { changeId: string | null }) => dana.api.changes.undo({ id: changeId ?? '' });
const approve = async (id: string) => {
  await dana.api.files.approve({ id });
  await server.workOnNext();
  return job(id);
};
const codesOf = ({ stops }: Awaited<ReturnType<typeof job>>): string[] => stops.map(({ code }) => code);
const autoProcess = async (on: boolean): Promise<void> => {
  const { settings } = await dana.api.files.queue.state();
  await dana.api.files.queue.saveSettings({ ...settings, autoProcess: on });
};

describe('the files before a file', () => {
  it('are those that were posted: a newer one that was undone, rejected or removed makes no file an old one', async () => {
    const newer = await send(written([person()], { sender: 'OLDER', day: 19 }));
    expect(newer.status).toBe('completed');
    const old = await send(written([person()], { sender: 'OLDER', day: 12 }));
    expect(old).toMatchObject({
      status: 'held',
      stops: [
        {
          code: 'older_file',
          text: expect.stringContaining(
            'It is dated 11/12/2026. A file dated 11/19/2026, 7 days newer, was already applied for this group.',
          ),
        },
      ],
    });
    await dana.api.files.reject({ id: old.id, reason: 'Another time' });

    await undo(newer);
    await autoProcess(false);
    const [rejected, removed] = [
      await send(written([person()], { sender: 'OLDER', day: 18 })),
      await send(written([person()], { sender: 'OLDER', day: 17 })),
    ];
    await autoProcess(true);
    await dana.api.files.reject({ id: rejected.id, reason: 'Another time' });
    await dana.api.files.remove({ id: removed.id });
    expect(await send(written([person()], { sender: 'OLDER', day: 12 }))).toMatchObject({
      status: 'completed',
      added: 1,
      stops: [],
    });
    expect(codesOf(await send(written([person()], { sender: 'OLDER', day: 11 })))).toEqual(['older_file']);
  });

  it('do not make a file too short that is compared with one that was undone as a whole', async () => {
    const all = Array.from({ length: 10 }, person);
    const tooLong = await send(
      written([...all, ...Array.from({ length: 10 }, person)], { sender: 'LENGTHS', full: true }),
    );
    expect(tooLong.status, JSON.stringify(tooLong.stops)).not.toBe('error');
    const posted = tooLong.status === 'held' ? await decidedAndApproved(tooLong.id) : tooLong;
    expect(posted).toMatchObject({ status: 'completed', added: 20 });
    expect(codesOf(await send(written(all, { sender: 'LENGTHS', full: true })))).toContain('fewer_records');
    await undo(posted);
    expect(codesOf(await send(written(all, { sender: 'LENGTHS', full: true })))).not.toContain('fewer_records');
  });
});

async function decidedAndApproved(id: string) {
  await dana.api.files.decideMissing({ id, decision: 'keep' });
  return approve(id);
}

describe('an approval', () => {
  it('holds for what stood on the page: a newer file that was applied meanwhile holds the file again, and a second approval goes through', async () => {
    await autoProcess(false);
    const waiting = await send(written([person()], { sender: 'APPROVED', day: 10 }));
    await autoProcess(true);
    expect(codesOf(waiting)).toEqual(['approval_wanted']);
    expect(waiting.held).toEqual({
      at: '2026-11-20T18:00:00+00:00',
      changesSince: 0,
      profileChanged: false,
      mended: 0,
    });
    server.clock.set('2026-11-20T19:00:00.000Z');
    expect(await send(written([person()], { sender: 'APPROVED', day: 15 }))).toMatchObject({
      status: 'completed',
      held: null,
    });
    // What stands on the page of the one that waits is of the hour before.
    expect((await job(waiting.id)).held).toEqual({
      at: '2026-11-20T18:00:00+00:00',
      changesSince: 1,
      profileChanged: false,
      mended: 0,
    });
    const again = await approve(waiting.id);
    expect(again).toMatchObject({ status: 'held', stage: 'reviewing', approvedBy: null, changeId: null, added: 1 });
    expect(codesOf(again)).toEqual(['older_file', 'approval_wanted']);
    expect((await dana.api.notifications.list({})).items[0]?.body).toContain(
      'This file is older than one already applied',
    );
    expect(await approve(waiting.id)).toMatchObject({ status: 'completed', added: 1, approvedBy: 'Dana Whitfield' });
  });

  it('is asked for again where the same file has come and was applied meanwhile; not where that was undone before', async () => {
    const one = person();
    const text = written([one], { sender: 'TWICE' });
    await autoProcess(false);
    const [first, second] = [await send(text), await send(text)];
    await autoProcess(true);
    expect(codesOf(second)).toEqual(['already_processed']);
    const taken = await approve(second.id);
    expect(taken).toMatchObject({ status: 'completed', added: 1 });
    const held = await approve(first.id);
    expect(held).toMatchObject({
      status: 'held',
      stops: [
        { code: 'already_processed', title: 'This file was already processed', file: second.id },
        { code: 'approval_wanted' },
      ],
    });
    await undo(taken);
    expect(await approve(first.id)).toMatchObject({ status: 'completed', added: 1 });
  });
});

describe('a group that takes no files any more', () => {
  let group: { id: string; cim: string };
  const ofGroup = (): string => edi834([person()], { control: String(++controls).padStart(9, '0'), group: group.cim });
  const become = (to: string) => server.owner.query('update groups set status = $2 where id = $1', [group.id, to]);

  it('holds a file that names it itself, until its status is another', async () => {
    group = await newGroup(dana, 1);
    await become('suspended');
    const held = await send(ofGroup());
    expect(held).toMatchObject({
      status: 'held',
      stops: [
        {
          code: 'group_held',
          title: 'Corpus Employer 1 is Suspended',
          text: 'Corpus Employer 1 is Suspended, so its files are held. Change the group’s status first.',
        },
      ],
    });
    await expect(dana.api.files.approve({ id: held.id })).rejects.toMatchObject({
      message: expect.stringContaining("Change the group's status first"),
    });
    await become('active');
    expect(await approve(held.id)).toMatchObject({ status: 'completed', added: 1 });
    expect(await peopleOf(server, group.id)).toHaveLength(1);
  });

  it('holds a file that was uploaded, or approved, before', async () => {
    group = await newGroup(dana, 2);
    const { id } = await server.upload(dana, 'file.edi', ofGroup(), group.cim);
    await become('terminated');
    await server.workOnNext();
    expect(codesOf(await job(id))).toEqual(['group_held']);
    await become('active');
    await dana.api.files.approve({ id });
    await become('terminated');
    await server.workOnNext();
    expect(await job(id)).toMatchObject({ status: 'held', approvedBy: null, stops: [{ code: 'group_held' }] });
    expect(await peopleOf(server, group.id)).toEqual([]);
  });

  it('is given nobody more, wherever in the work on a file it becomes one', async () => {
    const ended = new Set<string>();
    for (let place = 2; ; place += 1) {
      group = await newGroup(dana, 10 + place);
      const { id } = await server.upload(dana, 'file.edi', ofGroup(), group.cim);
      let before: number | undefined;
      await server.workOnNext({
        db: withActionBefore(server.services.db, place, async () => {
          before = (await peopleOf(server, group.id)).length;
          await become('terminated');
        }),
      });
      if (before === undefined) break;
      expect(await peopleOf(server, group.id), `at transaction ${place}`).toHaveLength(before);
      const { status, errorMessage } = await job(id);
      ended.add(errorMessage ? `${status}: ${errorMessage.replace(/Employer \d+/, 'Employer')}` : status);
    }
    expect([...ended].toSorted()).toEqual([
      'completed',
      'held',
      "paused: Corpus Employer is Terminated, so its files are held. Change the group's status first.",
    ]);
  });

  it('stops a file in the midst of it: what was posted stays, and the rest goes on once, or is taken back', async () => {
    const seen = new Set<string>();
    let parts = 0;
    // Behind the rehearsal, of which the other loop tells, to the first place at which nothing is left to be stopped.
    for (let place = 19; ; place += 1) {
      group = await newGroup(dana, 100 + place);
      const known = person();
      const file = (members: readonly SampleMember[]) =>
        edi834(members, { control: String(++controls).padStart(9, '0'), group: group.cim });
      await server.upload(dana, 'file.edi', file([known]), group.cim);
      await server.workOnNext();
      const { id } = await server.upload(
        dana,
        'file.edi',
        file([person(), { ...known, first: 'Renamed' }, person()]),
        group.cim,
      );
      await server.workOnNext({
        fileSteps: { batch: 1, chunk: 1 },
        db: withActionBefore(server.services.db, place, async () => void (await become('terminated'))),
      });
      const stopped = await job(id);
      if (stopped.status === 'completed') break;
      expect(stopped.status).toBe('paused');
      seen.add(stopped.posted ? 'a part' : 'nothing');
      await expect(dana.api.files.queue.resumeFile({ id })).rejects.toMatchObject({
        message: expect.stringContaining("Change the group's status first"),
      });
      expect(await dana.api.files.queue.processAll({})).toMatchObject({ resumed: 0 });
      await become('active');
      // Of those that are posted in part, every second goes on: how many places come before the first of them depends
      // on what happens at once.
      if (stopped.posted && parts++ % 2 === 0) {
        await undo(stopped);
        expect(await job(id)).toMatchObject({
          status: 'error',
          undone: { all: true },
          errorMessage: expect.stringContaining('was not finished'),
        });
        expect(await peopleOf(server, group.id)).toHaveLength(1);
        await expect(dana.api.files.retry({ id })).rejects.toMatchObject({
          message: expect.stringContaining(
            'The changes of this file were undone, so it can’t continue. Upload it again to import it.',
          ),
        });
        await expect(dana.api.files.remove({ id })).rejects.toMatchObject({
          message: expect.stringContaining(
            'The changes of this file were undone, and the history needs the file. You can delete its original separately.',
          ),
        });
        await dana.api.files.removeOriginal({ id });
        seen.add('undone');
        continue;
      }
      await dana.api.files.queue.resumeFile({ id });
      await server.workOnNext();
      expect(await job(id), `at transaction ${place}`).toMatchObject({
        status: 'completed',
        errorMessage: null,
        added: 2,
        changed: 1,
        unchanged: 0,
        refused: 0,
        recordsDone: 3,
        people: { added: 2, changed: 1, ended: 0, unchanged: 0 },
      });
      expect(await peopleOf(server, group.id)).toHaveLength(3);
    }
    expect([...seen].toSorted()).toEqual(['a part', 'nothing', 'undone']);
  });

  it('takes one of which all is left out', async () => {
    group = await newGroup(dana, 3);
    await become('terminated');
    const { id } = await send(ofGroup());
    // Whoever leaves out all of it, has nothing applied.
    await dana.api.files.choose({ id, excluded: true });
    expect(await approve(id)).toMatchObject({ status: 'completed', added: 0 });
  });
});
