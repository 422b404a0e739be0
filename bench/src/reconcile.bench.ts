import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { monthPrices } from '../../server/src/billing/month-prices.ts';
import type { Work } from '../../server/src/command.ts';
import { DEFAULT_TENANT, inTenant } from '../../server/src/db/connect.ts';
import { createReconciliation } from '../../server/src/payments/reconciliation/create.operations.ts';
import { fillMembers } from '../../server/src/testing/many-people.ts';
import { type BenchDatabase, startBenchServer } from './bench-database.ts';
import { figure, heading, perSecond, target } from './report.ts';

const MONTH = '2026-12-01' as CalendarDate;
const LIMIT_S = 10;
const LIMIT_MB = 300;
/** Every so many rows have a wrong amount, are missing, or are there twice. */
const EVERY = 50;

/** One posted bill with a line per subscriber, as a run would leave it. */
async function fillBill({ owner }: BenchDatabase, size: number): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `select group_id as id from members group by 1 order by count(*) desc limit 1`,
  );
  const groupId = rows[0]?.id ?? '';
  await owner.query(
    `insert into bill_runs (id, period, cut_off_at, status, started_by, started_by_name, started_at) values ('00000000-0000-7000-8000-000000000001', $1, '2026-11-20', 'posted', 'bench', 'Bench', '2026-11-20')`,
    [MONTH],
  );
  await owner.query(
    `insert into bills (id, group_id, run_id, period, version, state, billing_method, cut_off_at, header, subscribers, held, premium_cents, retro_cents, total_cents, issue_date, due_date)
     values ('00000000-0000-7000-8000-000000000002', $2, '00000000-0000-7000-8000-000000000001', $1, 1, 'draft', 'self_bill', '2026-11-20', '{}', $3, 0, 0, 0, 0, $1, $1)`,
    [MONTH, groupId, size],
  );
  await owner.query(
    `insert into bill_lines (bill_id, place, group_id, subscriber_id, line, plan_id, tier, covered_month, kind, cents)
     select '00000000-0000-7000-8000-000000000002', row_number() over (), $2, m.id, 'medical', (select id from health_plans where line = 'medical' order by id limit 1), 'EMP', $1, 'premium', 50000 + (row_number() over () % 7) * 100
     from (select id from members where subscriber_id is null or subscriber_id = id order by id limit $3) m`,
    [MONTH, groupId, size],
  );
  await owner.query(
    `update bills set state = 'posted', number = '2026-12-BENCH' where id = '00000000-0000-7000-8000-000000000002'`,
  );
  await owner.query(
    `update members set group_id = $1, class_id = null, location_id = null, employee_id = null, ssn_encrypted = null, ssn_index = null, ssn_last4_index = null, carrier_id_index = null where id in (select subscriber_id from bill_lines)`,
    [groupId],
  );
  await owner.query('analyze');
  return groupId;
}

async function invoice({ owner }: BenchDatabase): Promise<{ text: string; rows: number }> {
  const { rows } = await owner.query<{ number: string; cents: string }>(
    `select m.member_number as number, l.cents from bill_lines l join members m on m.id = l.subscriber_id order by l.place`,
  );
  const lines = ['Member ID,Line,Amount'];
  rows.forEach(({ number, cents }, index) => {
    const shift = index % EVERY === 0 ? 500 : 0;
    const line = `${number},Medical,${((Number(cents) + shift) / 100).toFixed(2)}`;
    if (index % EVERY !== 1) lines.push(line);
    if (index % EVERY === 2) lines.push(line);
  });
  return { text: lines.join('\n'), rows: lines.length - 1 };
}

/** The same sums by one full join in PostgreSQL, from rows that are in a table already: no classes, nothing kept. */
async function plainJoin({ owner }: BenchDatabase): Promise<number> {
  await owner.query(
    `create temporary table invoice_rows as select subscriber_id, 'medical' as line, sum(theirs_cents) as cents from reconciliation_lines where subscriber_id is not null group by 1`,
  );
  const started = performance.now();
  await owner.query(
    `select coalesce(o.cents, 0) = coalesce(i.cents, 0) as same, count(*), sum(i.cents), sum(o.cents)
     from (select l.subscriber_id, l.line, sum(l.cents) as cents from bill_lines l join bills b on b.tenant_id = l.tenant_id and b.id = l.bill_id where b.state = 'posted' group by 1, 2) o
     full join invoice_rows i on i.subscriber_id = o.subscriber_id and i.line = o.line group by 1`,
  );
  return (performance.now() - started) / 1000;
}

/** Compares an invoice of so many lines with a posted bill, from the bytes of the file to stored differences. */
export async function benchReconcile(size: number): Promise<void> {
  const server = await startBenchServer();
  try {
    const database = await server.fresh();
    await fillMembers(database, size * 2);
    const groupId = await fillBill(database, size);
    const { text, rows } = await invoice(database);
    const { services } = database;
    heading(`Reconciliation of ${rows.toLocaleString('en-US')} lines`);
    const file = { name: 'invoice.csv', base64: Buffer.from(text).toString('base64') };
    globalThis.gc?.();
    const idle = process.memoryUsage().rss;
    let most = idle;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
    const started = performance.now();
    await inTenant(services.db, DEFAULT_TENANT, (tx) =>
      createReconciliation(monthPrices)(
        {
          tx,
          services,
          actor: { tenantId: DEFAULT_TENANT, id: 'bench', name: 'Bench', assignedGroupsOnly: false },
          today: services.clock.today(),
          now: services.clock.now(),
          note: () => {},
        } as unknown as Work,
        {
          source: 'self_bill',
          groupId,
          carrier: null,
          month: MONTH,
          reference: 'bench',
          theirCutOff: null,
          file,
          columns: { memberId: 0, line: 1, amount: 2 },
          plans: [],
          replaces: null,
        },
      ),
    );
    const seconds = (performance.now() - started) / 1000;
    clearInterval(watch);
    const { rows: kinds } = await database.owner.query<{ kind: string; lines: number }>(
      `select kind, count(*) as lines from reconciliation_lines group by 1 order by 1`,
    );
    for (const { kind, lines } of kinds) figure(kind, String(lines));
    figure('read, compared and kept', `${seconds.toFixed(2)} s`, perSecond(rows, seconds));
    const join = await plainJoin(database);
    figure(
      'a plain full join of the same sums',
      `${join.toFixed(2)} s`,
      `ours takes ${(seconds / join).toFixed(1)} times as long`,
    );
    target({ what: 'time', reached: seconds, wanted: LIMIT_S, atLeast: false, unit: ' s' });
    target({
      what: 'memory above idle',
      reached: (most - idle) / 1024 / 1024,
      wanted: LIMIT_MB,
      atLeast: false,
      unit: ' MB',
    });
    await database.close();
  } finally {
    await server.stop();
  }
}
