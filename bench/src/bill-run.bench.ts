import path from 'node:path';
import { workOnRuns } from '../../server/src/billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../../server/src/db/connect.ts';
import { type BenchDatabase, settle, startBenchServer } from './bench-database.ts';
import { figure, heading, perSecond, target } from './report.ts';

const PERIOD = '2026-12-01';
const GROUP_SIZE = 120;
const MB = 1024 * 1024;

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

/**
 * Groups of 120 subscribers: four in ten are single, the others have a spouse, children or both. All have medical
 * coverage, three in four dental, one in two vision: 2.25 lines each.
 */
async function fill({ owner }: BenchDatabase, subscribers: number): Promise<void> {
  await owner.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`);
  await owner.query(
    `insert into groups (id, cim_number, company_name, status, address_line1, city, state_province, zip_postal_code, effective_date, billing_method, payment_method, employer_contribution_percent, created_at, updated_at)
     select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'CIM-R' || n, 'Run Works ' || n, 'active', '1 Bench Street', 'Dubuque', 'IA', '52001', '2026-01-01', 'list_bill', 'recurring_ach', 75, now(), now()
     from generate_series(1, $1::int) n`,
    [Math.ceil(subscribers / GROUP_SIZE)],
  );
  await owner.query(
    `insert into members (id, group_id, subscriber_id, relationship, member_number, first_name, last_name, status, created_at, updated_at)
     select person(n, p), ('01900000-0000-7000-8000-' || lpad(to_hex(1 + (n - 1) / ${GROUP_SIZE}), 12, '0'))::uuid, case when p > 0 then person(n, 0) end,
       case when p = 0 then 'self' when p = 1 and n % 10 in (4, 5, 8, 9) then 'spouse' else 'child' end, 'R' || n || '-' || p, 'Ann', 'Berg', 'active', now(), now()
     from generate_series(1, $1::int) n cross join lateral generate_series(0, case when n % 10 < 4 then 0 when n % 10 < 6 then 1 when n % 10 < 8 then 2 else 3 end) p`.replaceAll(
      /person\(n, (\w)\)/g,
      `('01910000-0000-7000-800' || $1 || '-' || lpad(to_hex(n), 12, '0'))::uuid`,
    ),
    [subscribers],
  );
  const { rows } = await owner.query<{ made: string }>(
    `select pg_get_constraintdef(oid) as made from pg_constraint where conname = 'one_current_span'`,
  );
  await owner.query(`alter table coverage_spans drop constraint one_current_span`);
  await owner.query(
    `insert into coverage_spans (id, group_id, member_id, subscriber_id, line, plan_id, covered, recorded, change_id)
     select uuid_v7(), m.group_id, m.id, coalesce(m.subscriber_id, m.id), p.line, p.id, '[2026-01-01,)', '[2026-01-01,)', (select id from changes limit 1)
     from members m join (
       select distinct on (h.line) h.line, h.id from health_plans h join rate_periods r on r.plan_id = h.id and r.valid @> date '${PERIOD}' and upper_inf(r.recorded) join rate_tables t on t.id = r.table_id
       where h.line in ('medical', 'dental', 'vision') and t.method = 'composite' and t.settings ->> 'tiers' = 'four' order by h.line, h.position
     ) p on p.line = 'medical' or (p.line = 'dental' and split_part(substr(m.member_number, 2), '-', 1)::int % 4 < 3) or (p.line = 'vision' and split_part(substr(m.member_number, 2), '-', 1)::int % 2 = 0)
     where m.member_number like 'R%'`,
  );
  await owner.query(`alter table coverage_spans add constraint one_current_span ${rows[0]?.made ?? ''}`);
  await owner.query(
    `insert into month_decisions (id, group_id, months, choice, reason, known_at, decided_by, decided_by_name, decided_at)
     select uuid_v7(), id, daterange(effective_date, '${PERIOD}'), 'never', 'Billed elsewhere', now(), 'bench', 'Bench', now() from groups where cim_number like 'CIM-R%'`,
  );
  await owner.query(`set session_replication_role = origin`);
  await owner.query('vacuum analyze');
}

/** Starts a run of the groups of the bench, as startRun does. */
async function openRun({ owner, services }: BenchDatabase): Promise<void> {
  await owner.query(
    `insert into bill_runs (id, period, group_ids, cut_off_at, status, started_by, started_by_name, started_at)
     select uuid_v7(), $1, array(select id from groups where cim_number like 'CIM-R%'), $2, 'calculating', 'bench', 'Bench', $2`,
    [PERIOD, services.clock.now()],
  );
}

/** Makes all drafts with some workers; how long it takes and what it takes of memory above the idle process. */
async function run(database: BenchDatabase, workers: number): Promise<{ seconds: number; memory: number }> {
  await openRun(database);
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  let most = idle;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const seconds = await secondsOf(() =>
    Promise.all(Array.from({ length: workers }, () => workOnRuns(database.services, DEFAULT_TENANT, async () => {}))),
  );
  clearInterval(watch);
  return { seconds, memory: (most - idle) / MB };
}

async function undo({ owner }: BenchDatabase): Promise<void> {
  await owner.query('truncate bill_lines, bill_holds; delete from bills; delete from bill_runs');
  await owner.query('vacuum analyze bills');
  await owner.query('vacuum analyze bill_lines');
}

/** The limit: COPY of the lines that the run wrote into a table of the same columns, then its key. */
async function copyLines(database: BenchDatabase): Promise<number> {
  const { owner } = database;
  const home = await owner.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const file = path.join(home.rows[0]?.folder ?? '', 'bench-lines');
  await owner.query(`copy bill_lines to '${file}'`);
  await owner.query('create table copied_lines (like bill_lines including defaults including constraints)');
  await settle(database);
  const seconds = await secondsOf(async () => {
    await owner.query(`copy copied_lines from '${file}'`);
    await owner.query('alter table copied_lines add primary key (tenant_id, bill_id, place)');
  });
  await owner.query('drop table copied_lines');
  return seconds;
}

/** A peer: the same lines by one careful statement, which knows composite rates of whole months only. */
async function plainSql(database: BenchDatabase): Promise<{ seconds: number; cents: number }> {
  const { owner } = database;
  await owner.query('create table sql_lines (like bill_lines including defaults including constraints)');
  await settle(database);
  const seconds = await secondsOf(async () => {
    await owner.query(`
      insert into sql_lines (tenant_id, bill_id, place, group_id, subscriber_id, line, plan_id, tier, covered_month, kind, cents, employer_cents, people, rate_table_id)
      select current_tenant(), h.group_id, row_number() over (partition by h.group_id), h.group_id, h.subscriber_id, h.line, h.plan_id, h.tier, date '${PERIOD}', 'premium', c.amount, round(c.amount * g.employer_contribution_percent / 100.0), h.people, c.table_id
      from (
        select s.group_id, s.subscriber_id, s.line, s.plan_id, count(*) as people,
          case when bool_or(m.relationship = 'spouse') and bool_or(m.relationship = 'child') then 'FAM' when bool_or(m.relationship = 'spouse') then 'ESP' when bool_or(m.relationship = 'child') then 'ECH' else 'EMP' end as tier
        from coverage_spans s join members m on m.tenant_id = s.tenant_id and m.id = s.member_id
        where upper_inf(s.recorded) and s.covered @> date '${PERIOD}' and m.member_number like 'R%' group by 1, 2, 3, 4
      ) h join groups g on g.id = h.group_id join rate_periods r on r.plan_id = h.plan_id and upper_inf(r.recorded) and r.valid @> date '${PERIOD}' and r.methodology = 'composite' join rate_cells c on c.table_id = r.table_id and c.kind = h.tier`);
    await owner.query('alter table sql_lines add primary key (tenant_id, bill_id, place)');
  });
  const { rows } = await owner.query<{ cents: string }>('select sum(cents) as cents from sql_lines');
  await owner.query('drop table sql_lines');
  return { seconds, cents: Number(rows[0]?.cents) };
}

type Measured = { subscribers: number; perLine: number };

async function measure(database: BenchDatabase, subscribers: number): Promise<Measured> {
  const { owner } = database;
  await fill(database, subscribers);
  await settle(database);
  const one = await run(database, 1);
  await undo(database);
  await settle(database);
  const two = await run(database, 2);
  const { rows } = await owner.query<{ lines: string; cents: string; held: string }>(
    `select count(*) as lines, sum(cents) as cents, (select count(*) from bill_holds) as held from bill_lines`,
  );
  const [lines, cents, held] = [Number(rows[0]?.lines), Number(rows[0]?.cents), Number(rows[0]?.held)];
  const limit = await copyLines(database);
  const peer = await plainSql(database);
  if (held > 0 || peer.cents !== cents)
    throw new Error(`The run has ${cents} cents and ${held} holds, plain SQL ${peer.cents}`);
  const perLine = (seconds: number): string => `${((seconds / lines) * 1e6).toFixed(1)} µs per line`;
  heading(`Bill run of ${subscribers.toLocaleString('en-US')} subscribers, ${lines.toLocaleString('en-US')} lines`);
  figure('ours: one worker', perSecond(lines, one.seconds), `${one.seconds.toFixed(2)} s, ${perLine(one.seconds)}`);
  figure('ours: two workers', perSecond(lines, two.seconds), `${two.seconds.toFixed(2)} s, ${perLine(two.seconds)}`);
  figure('peer: one careful SQL statement and key', perSecond(lines, peer.seconds), `${peer.seconds.toFixed(2)} s`);
  figure('limit: COPY of the same lines and key', perSecond(lines, limit), `${limit.toFixed(2)} s`);
  const best = Math.min(one.seconds, two.seconds);
  target({ what: 'of the limit', reached: best / limit, wanted: 2, atLeast: false, unit: ' x' });
  target({
    what: 'memory above idle',
    reached: Math.max(one.memory, two.memory),
    wanted: 300,
    atLeast: false,
    unit: ' MB',
  });
  return { subscribers, perLine: best / lines };
}

/**
 * Measures the drafts of a whole book: our run with one and two workers, COPY of the same lines with their key (the
 * limit), and one careful SQL statement that knows only composite rates of whole months.
 */
export async function benchBillRun(sizes: readonly number[]): Promise<void> {
  const server = await startBenchServer();
  try {
    const measured: Measured[] = [];
    for (const size of sizes) {
      const database = await server.fresh();
      measured.push(await measure(database, size));
      await database.close();
    }
    const [first, last] = [measured[0], measured.at(-1)];
    if (!first || !last || first === last) return;
    heading('Cost per line');
    target({
      what: 'of the largest run, against the smallest',
      reached: last.perLine / first.perLine,
      wanted: 1.2,
      atLeast: false,
      unit: ' x',
    });
  } finally {
    await server.stop();
  }
}
