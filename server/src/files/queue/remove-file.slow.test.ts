import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dyingAt } from '../../testing/dying-database.ts';
import { withActionBefore } from '../../testing/action-before-transaction.ts';
import { edi834 } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { censusOf } from '../../trust/real-server.ts';
import { newGroup } from '../corpus-run.ts';

const WIDGET = 'CIM-2026-000001';
let server: TestServer;
let dana: Person;
beforeEach(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterEach(() => server.close());

const NEW_HIRE = edi834([
  {
    first: 'Wilhelmina',
    last: 'Tester',
    ssn: '123456001',
    birth: '19900101',
    family: '123456001',
    plans: [['HLT', 'MED-PPO', '20260101']],
  },
  { first: 'Otto', last: 'Falk', birth: '19903501', family: '123456002' },
]);
const send = async (bytes = NEW_HIRE, name = 'new-hire.edi', cim?: string): Promise<string> => {
  const sent = await server.upload(dana, name, bytes, cim);
  expect(sent.status, sent.message).toBe(204);
  return sent.id;
};
const work = (services?: Parameters<TestServer['workOnNext']>[0]) => server.workOnNext(services);
const job = (id: string) => dana.api.files.job({ id });
const remove = (id: string) => dana.api.files.remove({ id });
const originals = (): string[] => readdirSync(path.join(server.services.config.DATA_DIR, 'uploads', 'kept'));
const autoProcess = async (on: boolean): Promise<void> => {
  const { settings } = await dana.api.files.queue.state();
  await dana.api.files.queue.saveSettings({ ...settings, autoProcess: on });
};
const peopleOfGroup = async (id: string): Promise<number> =>
  (await dana.api.members.ofGroup({ groupId: id, limit: 1 })).total;

/** What is stored about a file beside its own row and its log. */
const rowsOf = async (id: string): Promise<Record<string, number>> => {
  const { rows: tables } = await server.owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'job_id' and table_schema = 'public' and table_name <> 'file_job_events' order by 1`,
  );
  expect(tables.map(({ name }) => name)).toContain('file_refusals');
  const counted = await Promise.all(
    tables.map(
      async ({ name }) =>
        [
          name,
          Number(
            (await server.owner.query<{ count: string }>(`select count(*) from ${name} where job_id = $1`, [id]))
              .rows[0]?.count,
          ),
        ] as const,
    ),
  );
  return Object.fromEntries(counted.filter(([, count]) => count > 0));
};

describe('a file of which nothing was posted', () => {
  it('is removed before anybody worked on it; its line and its log stay, and the same file may come again as if it never had', async () => {
    const id = await send();
    const closed = new AbortController();
    const seen: string[] = [];
    for await (const { status } of await dana.api.files.watch({ id }, { signal: closed.signal })) {
      seen.push(status);
      if (status === 'removed') break;
      // Pressed twice, and once more by somebody whose page is old.
      const [first, second] = await Promise.all([
        dana.api.files.remove({ id, idempotencyKey: 'remove-once' }),
        dana.api.files.remove({ id, idempotencyKey: 'remove-once' }),
      ]);
      expect(second).toEqual(first);
      await expect(remove(id)).rejects.toMatchObject({ message: 'This file was already removed.' });
    }
    closed.abort();
    expect(seen).toEqual(['queued', 'removed']);
    expect(originals()).toEqual([]);
    expect(await work()).toBe(false);
    expect((await dana.api.files.jobs({ status: 'removed' })).rows).toMatchObject([
      {
        id,
        fileName: 'new-hire.edi',
        removed: { at: '2026-11-20T18:00:00.000Z', by: 'Dana Whitfield' },
        originalRemovedBy: 'Dana Whitfield',
      },
    ]);
    expect((await dana.api.files.queue.events({ id })).map(({ by, text }) => [by, text])).toEqual([
      ['Dana Whitfield', 'Removed: the original and everything read from it were deleted. Nothing had been posted.'],
      ['Dana Whitfield', 'Received and queued.'],
    ]);
    const { rows } = await server.owner.query(
      `select action, actor_name as by, outcome, target_id as file from audit_log where action = 'files.remove' and target_id is not null`,
    );
    // What is asked a second time under the same key is noted without a file, since it did nothing.
    expect(rows).toEqual([{ action: 'files.remove', by: 'Dana Whitfield', outcome: 'done', file: id }]);
    expect(
      (await fetch(`${server.url}/downloads/files/${id}/original`, { headers: { cookie: dana.cookie } })).status,
    ).toBe(404);

    const again = await send();
    await work();
    const done = await job(again);
    expect(done).toMatchObject({ status: 'completed', added: 1, refused: 1 });
    expect(done.remarks.map(({ text }) => text).join()).not.toContain('uploaded before');
    // Now it is said, of the one that was taken.
    expect((await job(await send())).remarks.map(({ text }) => text).join()).toContain('uploaded before');
  });

  it('is removed while a safety stop holds it, after it was rejected and after an error, with all that was read, rehearsed and answered; nothing is known again by it', async () => {
    await autoProcess(false);
    const held = await send();
    await work();
    expect(await job(held)).toMatchObject({ status: 'held', added: 1, refused: 1 });
    expect(Object.keys(await rowsOf(held))).toEqual(
      expect.arrayContaining(['file_acknowledgements', 'file_changes', 'file_refusals', 'file_sets', 'import_packs']),
    );
    const rejected = await send(NEW_HIRE, 'again.edi');
    await work();
    expect((await job(rejected)).stops).toMatchObject([{ code: 'already_processed', file: held }]);
    await dana.api.files.reject({ id: rejected, reason: 'Sent twice' });
    const failed = await send(NEW_HIRE.split('SE*')[0] ?? '', 'cut.edi');
    await work();
    expect((await job(failed)).status).toBe('error');
    for (const id of [held, rejected, failed]) {
      await remove(id);
      expect(await rowsOf(id)).toEqual({});
      expect(await job(id)).toMatchObject({
        status: 'removed',
        added: 0,
        refused: 0,
        stops: [],
        remarks: [],
        errorMessage: null,
      });
    }
    expect(originals()).toEqual([]);
    expect((await dana.api.files.queue.state()).counts).toMatchObject({ held: 0, failed: 0 });
    await expect(dana.api.files.approve({ id: held })).rejects.toMatchObject({
      message: 'This file is not awaiting approval.',
    });
    await expect(dana.api.files.retry({ id: failed })).rejects.toMatchObject({
      message: 'Only a file with an error can be retried.',
    });
    const afresh = await send();
    await work();
    expect((await job(afresh)).stops.map(({ code }) => code)).toEqual(['approval_wanted']);
  });

  it('has the refused rows of another sent again: after its removal those may be sent once more', async () => {
    const id = await send();
    await work();
    const { id: resent } = await dana.api.files.resend({ id });
    expect((await job(id)).resentAs).toBe(resent);
    await remove(resent);
    expect((await job(id)).resentAs).toBeNull();
    expect(await dana.api.files.resend({ id })).not.toEqual({ id: resent });
  });

  it('is another reading of a file that was taken: the original is still that one’s', async () => {
    const id = await send(
      'First Name,Last Name,SSN,DOB,Hired,Medical Plan\r\nOtto,Falk,123-45-7002,01/02/1990,01/01/2025,MED-PPO\r\n',
      'staff.csv',
      WIDGET,
    );
    await work();
    const { id: reading } = await dana.api.files.mapColumns({
      id,
      columns: [],
      words: [],
      dayFirst: false,
      padZeros: false,
    });
    await expect(dana.api.files.removeOriginal({ id })).rejects.toMatchObject({
      message: expect.stringContaining('being read again'),
    });
    await remove(reading);
    expect(await job(reading)).toMatchObject({ status: 'removed', originalRemovedBy: 'Dana Whitfield' });
    expect(originals()).toHaveLength(1);
    expect(await job(id)).toMatchObject({ status: 'completed', originalRemovedAt: null });
  });
});

describe('a file that a worker has in hand', () => {
  it('is paused first; removed between any two steps of the worker, it has posted nothing, and nothing comes after', async () => {
    const group = await newGroup(dana, 1);
    const outcomes: string[] = [];
    // Before the second transaction the worker has taken the file.
    for (let place = 2; ; place++) {
      const id = await send(censusOf(9).toString(), 'census.csv', group.cim);
      let said = 'too late';
      const deed = async (): Promise<void> => {
        await expect(remove(id)).rejects.toMatchObject({
          message: 'This file is being processed. Pause it first.',
        });
        await dana.api.files.queue.pauseFile({ id });
        said = await remove(id).then(
          () => 'removed',
          (error: Error) => error.message,
        );
      };
      await work({ fileSteps: { batch: 3, chunk: 3 }, db: withActionBefore(server.services.db, place, deed) });
      const { status, changeId } = await job(id);
      if (said === 'too late') {
        expect(status).toBe('completed');
        break;
      }
      outcomes.push(said);
      if (said === 'removed') {
        expect(status).toBe('removed');
        expect(await rowsOf(id)).toEqual({});
        expect(await peopleOfGroup(group.id)).toBe(0);
        const { rows: history } = await dana.api.changes.list({ groupId: group.id, limit: 50 });
        expect(history.filter(({ fileJobId }) => fileJobId === id)).toEqual([]);
        expect(
          (await dana.api.groups.get({ id: group.id })).activity.filter(({ summary }) =>
            summary.includes('file processed'),
          ),
        ).toEqual([]);
      } else {
        expect(said).toMatch(
          /Part of this file was applied\. Let it finish and undo its import\. Then you can delete its original\./,
        );
        await dana.api.files.queue.resumeFile({ id });
        await work();
        expect(await peopleOfGroup(group.id)).toBe(9);
        await dana.api.changes.undo({ id: changeId ?? '', skipBlocked: false });
        expect(await peopleOfGroup(group.id)).toBe(0);
      }
    }
    expect(outcomes.filter((said) => said === 'removed').length).toBeGreaterThan(5);
    expect(outcomes.filter((said) => said !== 'removed').length).toBeGreaterThan(0);
    expect(outcomes.lastIndexOf('removed')).toBeLessThan(outcomes.findIndex((said) => said !== 'removed'));
  });

  it('and whose worker has died is paused and removed as well', async () => {
    const id = await send();
    await work({ db: dyingAt(server.services.db, 4).db }).catch(() => {});
    expect(await job(id)).toMatchObject({ status: 'processing', posted: false });
    await dana.api.files.queue.pauseFile({ id });
    await remove(id);
    expect([await work(), (await job(id)).status]).toEqual([false, 'removed']);
  });
});

describe('a file that was applied', () => {
  it('is not removed; its original can be deleted before its days are over, and its import is still undone', async () => {
    const id = await send();
    await work();
    await expect(remove(id)).rejects.toMatchObject({ message: expect.stringContaining('Undo its import') });
    await dana.api.files.removeOriginal({ id });
    expect(originals()).toEqual([]);
    expect(await job(id)).toMatchObject({
      status: 'completed',
      added: 1,
      refused: 1,
      originalRemovedAt: '2026-11-20T18:00:00.000Z',
      originalRemovedBy: 'Dana Whitfield',
      removed: null,
    });
    await expect(dana.api.files.removeOriginal({ id })).rejects.toMatchObject({
      message: 'The original of this file was removed.',
    });
    const waiting = await send(
      edi834(
        [
          {
            first: 'Ida',
            last: 'Marsh',
            ssn: '123456003',
            birth: '19900101',
            family: '123456003',
            plans: [['HLT', 'MED-PPO', '20260101']],
          },
        ],
        {
          control: '000000777',
        },
      ),
    );
    await expect(dana.api.files.removeOriginal({ id: waiting })).rejects.toMatchObject({
      message: expect.stringContaining('This file is still being processed. You can delete its original after that.'),
    });
    expect((await dana.api.files.refusals({ id })).rows).toHaveLength(1);
    await dana.api.changes.undo({ id: (await job(id)).changeId ?? '', skipBlocked: false });
    expect((await job(id)).undone).toMatchObject({ all: true });
  });
});

describe('who may', () => {
  it('needs the right to delete files, and sees no file of other groups or of another organisation', async () => {
    const id = await send();
    const [reader, specialist, scoped, nobody] = [
      await server.as('read_only'),
      await server.as('ichra_specialist'),
      await server.as('group_administrator'),
      await server.as('nobody'),
    ];
    for (const { api } of [reader, specialist]) {
      await expect(api.files.remove({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(api.files.removeOriginal({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await expect(nobody.api.files.remove({ id })).rejects.toMatchObject({ code: 'SIGNED_OUT' });
    await expect(scoped.api.files.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const [tenant, theirs] = [randomUUID(), randomUUID()];
    await server.owner.query(`insert into tenants (id, name) values ($1, 'Elsewhere')`, [tenant]);
    await server.owner.query(
      `insert into uploads (tenant_id, id, storage_key, file_name_encrypted, size_bytes, sha256, format, uploaded_by, uploaded_by_name, created_at) select $1, $2, $3, file_name_encrypted, size_bytes, sha256, format, uploaded_by, uploaded_by_name, created_at from uploads where id = $4`,
      [tenant, theirs, originals()[0], id],
    );
    await server.owner.query(
      `insert into file_jobs (tenant_id, id, upload_id, status, stage, submitted_by, submitted_by_name, created_at) values ($1, $2, $2, 'queued', 'waiting', 'x', 'x', now())`,
      [tenant, theirs],
    );
    await expect(remove(theirs)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(originals()).toHaveLength(1);
    expect((await job(id)).status).toBe('queued');
    const { rows } = await server.owner.query(
      `select actor_name as by, outcome from audit_log where action = 'files.remove' order by seq`,
    );
    expect(rows).toEqual([
      expect.objectContaining({ outcome: 'refused' }),
      expect.objectContaining({ outcome: 'refused' }),
    ]);
  });
});
