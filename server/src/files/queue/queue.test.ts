import { readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT, inTenant } from '../../db/connect.ts';
import { settle } from '../../jobs/settling.ts';
import { edi834 } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { censusOf } from '../../trust/real-server.ts';
import { assertLease, LeaseLost, takeNext } from './file-lease.ts';
import { startFileWork } from './file-worker.ts';

const WIDGET = 'CIM-2026-000001';
let server: TestServer;
let dana: Person;
beforeEach(async () => {
  // No worker of its own: each story says who works when.
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterEach(() => server.close());

let people = 0;
/** A clean file with one new person. */
const send = async (name = 'new-hire.edi'): Promise<string> => {
  people += 1;
  const ssn = `1234560${String(people).padStart(2, '0')}`;
  const sent = await server.upload(
    dana,
    name,
    edi834([
      {
        first: 'Wilhelmina',
        last: `Tester${people}`,
        ssn,
        birth: '19900101',
        family: ssn,
        plans: [['HLT', 'MED-PPO', '20260101']],
      },
    ]),
  );
  expect(sent.status, sent.message).toBe(204);
  return sent.id;
};
const take = async () => {
  const work = await takeNext(server.services, DEFAULT_TENANT);
  return work && 'jobId' in work ? work : null;
};
const work = () => server.workOnNext();
const status = async (id: string) => (await dana.api.files.job({ id })).status;
const later = (seconds: number) =>
  server.clock.set(new Date(Date.parse(server.services.clock.now()) + seconds * 1000).toISOString());

describe('the queue', () => {
  it('is paused by somebody with a name: nothing is begun, and on resuming two workers do each file once', async () => {
    await dana.api.files.queue.pause({});
    const ids = [await send(), await send(), await send()];
    expect(await take()).toBeNull();
    expect(await dana.api.files.queue.state()).toMatchObject({
      paused: { by: 'Dana Whitfield', at: '2026-11-20T18:00:00.000Z' },
      counts: { queued: 3, processing: 0 },
    });
    const workers = [await startFileWork(server.services), await startFileWork(server.services)];
    await dana.api.files.queue.resume({});
    for (const id of ids) expect(await server.finished(dana, id)).toMatchObject({ status: 'completed', added: 1 });
    const { rows } = await server.owner.query(`select distinct attempt, added from file_jobs where id = any ($1)`, [
      ids,
    ]);
    expect(rows).toEqual([{ attempt: 1, added: 1 }]);
    expect((await dana.api.files.queue.state()).paused).toBeNull();
    await Promise.all(workers.map((worker) => worker.stop()));
  });

  it('wakes the worker of its own process when a file is taken, before the sender is answered', async () => {
    let woken = 0;
    await server.services.queue.work(async () => void (woken += 1));
    const id = await send();
    expect(woken).toBeGreaterThan(0);
    await work();
    expect(await status(id)).toBe('completed');
  });

  it('lets a file in hand be taken over while it is paused', { tags: ['slow'] }, async () => {
    const id = await send();
    expect(await take()).toMatchObject({ jobId: id, attempt: 1 });
    await dana.api.files.queue.pause({});
    await server.owner.query(`update file_jobs set leased_until = now() - interval '1 second' where id = $1`, [id]);
    expect(await work()).toBe(true);
    expect(await status(id)).toBe('completed');
    expect((await dana.api.files.queue.events({ id })).map(({ text }) => text)).toContain(
      'Processing resumed after an interruption.',
    );
  });

  it('gives the next file by priority, then by age', async () => {
    const ids = [await send('a.edi'), await send('b.edi'), await send('c.edi'), await send('d.edi')];
    await dana.api.files.queue.setPriority({ id: ids[0] ?? '', priority: 'low' });
    await dana.api.files.queue.setPriority({ id: ids[3] ?? '', priority: 'high' });
    expect((await dana.api.files.queue.state()).active.map(({ fileName }) => fileName)).toEqual([
      'd.edi',
      'b.edi',
      'c.edi',
      'a.edi',
    ]);
    const taken = [await take(), await take(), await take(), await take()];
    expect(taken.map((lease) => lease?.jobId)).toEqual([ids[3], ids[1], ids[2], ids[0]]);
  });

  it(
    'works on five files at once over all workers, or on as many as the settings say',
    { tags: ['slow'] },
    async () => {
      for (let count = 0; count < 7; count += 1) await send();
      const asked = await Promise.all(Array.from({ length: 7 }, take));
      expect(asked.filter((lease) => lease === null)).toHaveLength(2);
      const { settings } = await dana.api.files.queue.state();
      await dana.api.files.queue.saveSettings({ ...settings, maxConcurrent: 6 });
      expect(await take()).not.toBeNull();
      expect(await take()).toBeNull();
    },
  );

  it(
    'lets every file wait where auto-process is off; Process All does not approve it',
    { tags: ['slow'] },
    async () => {
      const { settings } = await dana.api.files.queue.state();
      await dana.api.files.queue.saveSettings({ ...settings, autoProcess: false });
      const [held, paused] = [await send(), await send()];
      expect(await work()).toBe(true);
      expect(await dana.api.files.job({ id: held })).toMatchObject({
        status: 'held',
        stops: [{ code: 'approval_wanted', title: 'Every file needs approval' }],
      });
      await dana.api.files.queue.pauseFile({ id: paused });
      await dana.api.files.queue.pause({});
      expect(await dana.api.files.queue.processAll({})).toEqual({ resumed: 1, queued: 1, held: 1 });
      expect(await work()).toBe(true);
      expect([await status(held), await status(paused)]).toEqual(['held', 'held']);
      await dana.api.files.approve({ id: held });
      await work();
      expect(await status(held)).toBe('completed');
    },
  );
});

describe('a file', () => {
  /**
   * Another file of the group is being applied, so to speak: the worker stands at the group's lock, in the middle of
   * its chunk.
   */
  const inTheMiddleOfAChunk = async (
    groupId: string,
  ): Promise<{ working: Promise<boolean>; release: () => Promise<unknown> }> => {
    await server.owner.query('select pg_advisory_lock(hashtextextended($1, 834))', [groupId]);
    const working = work();
    const waits = async (): Promise<boolean> =>
      (
        await server.owner.query(
          `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rowCount === 1;
    while (!(await waits()));
    return {
      working,
      release: () => server.owner.query('select pg_advisory_unlock(hashtextextended($1, 834))', [groupId]),
    };
  };

  it('that is paused while a chunk is being applied commits nothing of it; resumed, each row counts once', async () => {
    const rows = 300;
    const { id } = await server.upload(dana, 'staff.csv', censusOf(rows), WIDGET);
    const { id: groupId } = await dana.api.groups.byCim({ cim: WIDGET });
    const total = async (): Promise<number> => (await dana.api.members.ofGroup({ groupId, limit: 1 })).total;
    const { working, release } = await inTheMiddleOfAChunk(groupId);
    await dana.api.files.queue.pauseFile({ id });
    await release();
    await working;
    expect(await dana.api.files.job({ id })).toMatchObject({
      status: 'paused',
      pausedBy: 'Dana Whitfield',
      stage: 'applying',
      recordsDone: 0,
      recordsTotal: rows,
    });
    expect(await total()).toBe(0);
    await expect(dana.api.files.queue.pauseFile({ id })).rejects.toMatchObject({
      message: 'This file is already paused.',
    });
    expect(await take()).toBeNull();
    await dana.api.files.queue.resumeFile({ id });
    await work();
    expect(await dana.api.files.job({ id })).toMatchObject({
      status: 'completed',
      added: rows,
      recordsDone: rows,
      refused: 0,
    });
    expect(await total()).toBe(rows);
    await expect(dana.api.files.queue.resumeFile({ id })).rejects.toMatchObject({
      message: 'This file is not paused.',
    });
  });

  it(
    'that continues after a pause says how fast it is now: what was done before counts for none of it',
    { tags: ['slow'] },
    async () => {
      const { id } = await server.upload(dana, 'staff.csv', censusOf(300), WIDGET);
      const { id: groupId } = await dana.api.groups.byCim({ cim: WIDGET });
      const done = (records: number) =>
        server.owner.query('update file_jobs set records_done = $2 where id = $1', [id, records]);
      const before = await inTheMiddleOfAChunk(groupId);
      await dana.api.files.queue.pauseFile({ id });
      await before.release();
      await before.working;
      await done(100);
      await dana.api.files.queue.resumeFile({ id });
      const after = await inTheMiddleOfAChunk(groupId);
      later(10);
      expect(await dana.api.files.job({ id })).toMatchObject({
        recordsDone: 100,
        rowsPerSecond: null,
        secondsLeft: null,
      });
      await done(150);
      expect(await dana.api.files.job({ id })).toMatchObject({ recordsDone: 150, rowsPerSecond: 5, secondsLeft: 30 });
      await after.release();
      await after.working;
      expect(await status(id)).toBe('completed');
    },
  );

  it('that is paused and resumed fences the worker that had it', { tags: ['slow'] }, async () => {
    const id = await send();
    const first = await take();
    await dana.api.files.queue.pauseFile({ id });
    await dana.api.files.queue.resumeFile({ id });
    const second = await take();
    expect(second).toMatchObject({ jobId: id, attempt: 2 });
    const assert = (lease: typeof first) =>
      inTenant(server.services.db, DEFAULT_TENANT, (tx) =>
        assertLease(tx, lease ?? { tenantId: '', jobId: id, attempt: 0 }),
      );
    await expect(assert(first)).rejects.toBeInstanceOf(LeaseLost);
    await assert(second);
  });

  /** Takes the stored bytes away, as a disk that fails would; the answer puts them back. */
  const loseOriginal = (): (() => void) => {
    const kept = path.join(server.services.config.DATA_DIR, 'uploads', 'kept');
    const [file = ''] = readdirSync(kept);
    renameSync(path.join(kept, file), path.join(kept, 'away'));
    return () => renameSync(path.join(kept, 'away'), path.join(kept, file));
  };

  it('that meets a fault of ours is tried again after 10, 40 and 160 seconds, and goes through once it is mended', async () => {
    const id = await send();
    const mend = loseOriginal();
    await work();
    expect(await dana.api.files.job({ id })).toMatchObject({
      status: 'queued',
      tries: 1,
      nextTryAt: '2026-11-20T18:00:10.000Z',
    });
    expect(await work()).toBe(false);
    later(10);
    expect(await work()).toBe(true);
    later(39);
    expect(await work()).toBe(false);
    later(1);
    await work();
    expect(await dana.api.files.job({ id })).toMatchObject({
      status: 'queued',
      tries: 3,
      nextTryAt: '2026-11-20T18:03:30.000Z',
    });
    mend();
    later(160);
    await work();
    expect(await dana.api.files.job({ id })).toMatchObject({ status: 'completed', added: 1 });
  });

  it(
    'that fails every time ends in an error with its log, and is retried by its button or with all that failed',
    { tags: ['slow'] },
    async () => {
      const id = await send('Wilhelmina Tester.edi');
      const mend = loseOriginal();
      for (const seconds of [0, 10, 40, 160]) {
        later(seconds);
        expect(await work()).toBe(true);
      }
      expect(await dana.api.files.job({ id })).toMatchObject({
        status: 'error',
        errorCode: 'fault',
        errorMessage: expect.stringContaining('This file is not in the file storage'),
      });
      expect((await dana.api.files.queue.state()).counts).toMatchObject({ failed: 1, queued: 0 });
      const log = await dana.api.files.queue.events({ id });
      expect(log.map(({ text, by }) => [by, text])).toEqual([
        [null, 'A system error stopped this attempt, the last of 4.'],
        [null, 'Processing continued.'],
        [null, 'A system error stopped this attempt. Retry 3 of 3 starts in 160 seconds.'],
        [null, 'Processing continued.'],
        [null, 'A system error stopped this attempt. Retry 2 of 3 starts in 40 seconds.'],
        [null, 'Processing continued.'],
        [null, 'A system error stopped this attempt. Retry 1 of 3 starts in 10 seconds.'],
        [null, 'Processing started.'],
        ['Dana Whitfield', 'Received and queued.'],
      ]);
      expect(await dana.api.files.queue.retryFailed({})).toEqual({ retried: 1, left: 0, undone: 0 });
      mend();
      await work();
      expect(await status(id)).toBe('completed');
      const { rows } = await server.owner.query<{ text: string }>('select text from file_job_events');
      expect(rows.map(({ text }) => text).join(' ')).not.toMatch(/Wilhelmina|Tester|\.edi|12345/);
    },
  );

  it('that is refused as a whole is not tried again by itself', { tags: ['slow'] }, async () => {
    const { id } = await server.upload(
      dana,
      'cut.edi',
      edi834([{ first: 'A', last: 'B', birth: '19900101', family: '123456999' }]).split('SE*')[0] ?? '',
    );
    await work();
    expect(await dana.api.files.job({ id })).toMatchObject({ status: 'error', nextTryAt: null });
    expect((await dana.api.files.queue.events({ id }))[0]?.text).toBe(
      'The file was rejected as a whole. See the reason on the file page.',
    );
  });
});

describe('who may', () => {
  it('look but not touch, as a reader; pause single files but not the queue, with assigned groups', async () => {
    const id = await send();
    const [luis, priya] = [await server.as('read_only'), await server.as('group_administrator')];
    expect((await luis.api.files.queue.state()).counts.queued).toBe(1);
    const { settings } = await luis.api.files.queue.state();
    const { queue } = luis.api.files;
    for (const call of [
      () => queue.pause({}),
      () => queue.resume({}),
      () => queue.processAll({}),
      () => queue.retryFailed({}),
      () => queue.pauseFile({ id }),
      () => queue.resumeFile({ id }),
      () => queue.setPriority({ id, priority: 'high' }),
      () => queue.saveSettings(settings),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await expect(priya.api.files.queue.pause({})).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('concerns all groups'),
    });
    expect((await priya.api.files.queue.state()).active).toEqual([]);
    await expect(priya.api.files.queue.pauseFile({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(priya.api.files.queue.events({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await dana.api.files.queue.state()).paused).toBeNull();
  });

  it('change how long originals are kept only with the right to delete files', async () => {
    const specialist = await server.as('ichra_specialist');
    const { settings } = await specialist.api.files.queue.state();
    await expect(specialist.api.files.queue.saveSettings({ ...settings, retentionDays: 30 })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await specialist.api.files.queue.saveSettings({ ...settings, retries: 1 })).toMatchObject({
      retries: 1,
      retentionDays: 2190,
    });
    await expect(
      dana.api.files.queue.saveSettings({ ...settings, maxConcurrent: 0, retentionDays: 1 }),
    ).rejects.toMatchObject({
      data: {
        problems: [
          { path: 'maxConcurrent', message: 'Enter at least 1.' },
          { path: 'retentionDays', message: 'Enter at least 30.' },
        ],
      },
    });
  });
});

describe('in every open browser', () => {
  it('the queue is seen as it changes', async () => {
    const id = await send();
    const closed = new AbortController();
    const stream = await dana.api.files.queue.watch(undefined, { signal: closed.signal });
    const seen: string[] = [];
    for await (const { active, counts } of stream) {
      const status = active.find((job) => job.id === id)?.status;
      // Whether a look falls into the work depends on how busy the machine is.
      if (status === 'processing') continue;
      seen.push(status ?? `completed ${counts.completed}`);
      if (seen.length === 1) await dana.api.files.queue.pauseFile({ id });
      if (seen.at(-1) === 'paused') {
        await dana.api.files.queue.resumeFile({ id });
        await work();
      }
      if (counts.completed === 1) break;
    }
    closed.abort();
    // A busy machine shows it at work as well.
    expect(seen.filter((one) => one !== 'processing')).toEqual(['queued', 'paused', 'completed 1']);
  });
});

describe('what is kept', () => {
  it(
    'originals go after the days of the setting, the history stays; what was never finished goes after a week',
    { tags: ['slow'] },
    async () => {
      const old = await send('old.edi');
      await work();
      const incoming = path.join(server.services.config.DATA_DIR, 'uploads', 'incoming');
      writeFileSync(path.join(incoming, 'broken-off'), 'half');
      const { settings } = await dana.api.files.queue.state();
      await dana.api.files.queue.saveSettings({ ...settings, retentionDays: 30 });
      server.clock.set('2026-12-25T18:00:00.000Z');
      const recent = await send('recent.edi');
      utimesSync(path.join(incoming, 'broken-off'), new Date('2026-12-17T00:00:00Z'), new Date('2026-12-17T00:00:00Z'));
      await settle(server.services, DEFAULT_TENANT);
      expect(readdirSync(incoming)).toEqual([]);
      expect(readdirSync(path.join(server.services.config.DATA_DIR, 'uploads', 'kept'))).toHaveLength(1);
      expect(await dana.api.files.job({ id: old })).toMatchObject({
        status: 'completed',
        added: 1,
        originalRemovedAt: '2026-12-25T18:00:00.000Z',
      });
      expect(await dana.api.files.job({ id: recent })).toMatchObject({ originalRemovedAt: null });
      const answer = await fetch(`${server.url}/downloads/files/${old}/original`, { headers: { cookie: dana.cookie } });
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('The original of this file was removed.');
      expect((await dana.api.files.queue.events({ id: old }))[0]?.text).toBe(
        'The original was removed after 30 days, according to the queue settings.',
      );
      const { rows } = await server.owner.query(
        `select item_count from audit_log where action = 'files.removeOriginals'`,
      );
      expect(rows).toEqual([{ item_count: 1 }]);
    },
  );

  it('a file is found in the history by its status, kind, group and days', { tags: ['slow'] }, async () => {
    const first = await send('first.edi');
    await work();
    server.clock.set('2026-11-22T04:00:00.000Z');
    const second = await send('second.edi');
    const found = async (filter: Parameters<typeof dana.api.files.jobs>[0]) =>
      (await dana.api.files.jobs(filter)).rows.map(({ id }) => id);
    expect(await found({})).toEqual([second, first]);
    expect(await found({ status: 'completed' })).toEqual([first]);
    expect(await found({ format: 'csv' })).toEqual([]);
    // 22 November in UTC is still the 21st where the organisation is.
    expect(await found({ from: '2026-11-21', until: '2026-11-21' })).toEqual([second]);
    const { id: groupId } = await dana.api.groups.byCim({ cim: WIDGET });
    expect(await found({ groupId })).toEqual([first]);
    server.clock.set('2026-12-20T18:00:01.000Z');
    expect(await found({ recent: true })).toEqual([]);
    expect((await dana.api.files.queue.state()).counts.completed).toBe(0);
  });
});
