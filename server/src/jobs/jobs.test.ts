import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { openBoss } from './boss.ts';
import type { Job } from './job.ts';
import { startJobs } from './job-runner.ts';
import { JOBS } from './registry.ts';
import { runJob } from './run-job.ts';

let server: TestServer;
let anselm: Person;
beforeAll(async () => {
  server = await openTestServer({ worker: false });
  anselm = await server.as('system_administrator');
});
afterAll(() => server.close());

const [settling] = JOBS as readonly [Job, ...Job[]];
const runs = () => anselm.api.admin.jobs.runs({ name: settling.name });

describe('a named job', () => {
  it('keeps its runs with what they did, and says how far it is while it runs', async () => {
    let seen: unknown;
    const slow: Job = {
      ...settling,
      run: async ({ progress }) => {
        await progress(3, 10);
        [seen] = await runs();
        return '10 of 10';
      },
    };
    await runJob(server.services, slow, DEFAULT_TENANT);
    expect(seen).toMatchObject({ state: 'running', done: 3, total: 10, endedAt: null });
    expect(await runs()).toMatchObject([{ state: 'done', summary: '10 of 10' }]);
    const [listed] = await anselm.api.admin.jobs.list();
    expect(listed).toMatchObject({
      name: settling.name,
      label: 'Statuses and cleanup',
      schedule: '*/10 * * * *',
      last: { state: 'done' },
    });
    expect(Date.parse(listed?.nextRun ?? '') % (10 * 60_000)).toBe(0);
  });

  it('that fails says what kind of fault it was, never its words, and is thrown to its queue', async () => {
    const failing: Job = {
      ...settling,
      run: () => Promise.reject(Object.assign(new Error('row of Ines Calderwood'), { code: '23505' })),
    };
    await expect(runJob(server.services, failing, DEFAULT_TENANT)).rejects.toThrow();
    expect((await runs())[0]).toMatchObject({ state: 'failed', failure: '23505', summary: null });
    expect(JSON.stringify(await runs())).not.toContain('Calderwood');
  });

  it('whose process died is told as interrupted when it runs again', async () => {
    await server.owner.query(`insert into job_runs (tenant_id, id, job, state, started_at, seen_at)
      values ('${DEFAULT_TENANT}', gen_random_uuid(), '${settling.name}', 'running', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z')`);
    await runJob(server.services, settling, DEFAULT_TENANT);
    expect((await runs()).map(({ state }) => state)).toEqual(expect.arrayContaining(['interrupted']));
    expect((await runs()).map(({ state }) => state)).not.toContain('running');
  });

  it('runs when somebody asks for it, once however often it is asked within a minute', async () => {
    await server.owner.query('delete from job_runs');
    const boss = await openBoss({
      url: server.pool.options.connectionString ?? '',
      log: server.services.log,
      schedules: false,
    });
    for (let times = 0; times < 3; times += 1) await anselm.api.admin.jobs.run({ name: settling.name });
    await startJobs(boss, server.services);
    await vi.waitUntil(async () => (await runs())[0]?.state === 'done', { timeout: 30_000 });
    expect(await runs()).toHaveLength(1);
    expect(await boss.getSchedules(settling.name)).toMatchObject([
      { cron: '*/10 * * * *', timezone: 'America/Chicago' },
    ]);
    await boss.stop({ graceful: true });
    const { rows } = await server.owner.query(
      `select distinct target_id as job from audit_log where action = 'admin.jobs.run'`,
    );
    expect(rows).toEqual([{ job: settling.name }]);
  });

  it('is nobody’s but the system administrator’s, and unknown names are told', async () => {
    await expect((await server.as('administrator')).api.admin.jobs.list()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(anselm.api.admin.jobs.run({ name: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
