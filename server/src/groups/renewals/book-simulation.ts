import type { RenewalSimulation } from '@openbenefits/contract/renewals';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { addRenewals, type RenewalSummary } from '@openbenefits/domain/plans/renewal';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import { simulateRenewal } from '../../coverage/renewal-prices.ts';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import { inTenant, type Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { figuresOf, plansOf, problemsOfRenewalDate } from './renewal-simulation.ts';

/** The job that works on simulations of all groups (jobs/registry.ts). */
export const RENEWAL_SIMULATIONS = { name: 'renewal-simulations', schedule: '*/10 * * * *' } as const;

const COLUMNS = sql`id, renews_on, with_drafts, status, groups_total, groups_done, requested_by_name as requested_by, requested_at`;

async function simulationOf(tx: Tx, id: string): Promise<RenewalSimulation> {
  const { rows } = await sql<RenewalSimulation>`select ${COLUMNS} from renewal_simulations where id = ${id}`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw new Refusal('not_found', 'This simulation does not exist.');
  return found;
}

/** Queues a simulation of next year's rates for all groups; people limited to some groups see their part of it. */
export async function simulateAll(
  { tx, actor, now, today, services, note }: Work,
  input: { renewsOn: CalendarDate; withDrafts: boolean },
): Promise<RenewalSimulation> {
  refuseIfAny(problemsOfRenewalDate(input.renewsOn, today));
  const id = uuidv7();
  await sql`insert into renewal_simulations (id, renews_on, with_drafts, status, requested_by, requested_by_name, requested_at)
    values (${id}, ${input.renewsOn}, ${input.withDrafts}, 'queued', ${actor.id}, ${actor.name}, ${now})`.execute(tx);
  await services.jobs.request(tx, RENEWAL_SIMULATIONS, actor.tenantId);
  note({ targetKind: 'renewal_simulation', targetId: id });
  return simulationOf(tx, id);
}

export async function listSimulations({ tx }: Pick<Work, 'tx'>): Promise<RenewalSimulation[]> {
  const { rows } = await sql<RenewalSimulation>`
    select ${COLUMNS} from renewal_simulations order by requested_at desc, id desc limit 20`.execute(tx);
  return rows;
}

/** The total of a simulation over the groups that the person may see, and these by increase. */
export async function simulationResult(
  { tx }: Pick<Work, 'tx'>,
  { id, cursor, limit }: { id: string; cursor?: string | undefined; limit: number },
) {
  const simulation = await simulationOf(tx, id);
  const all = await sql<{ summary: RenewalSummary }>`
    select summary from renewal_simulation_groups where simulation_id = ${id}`.execute(tx);
  const after = cursor ? decodeCursor(cursor, ['number', 'id']) : undefined;
  const { rows } = await sql<{
    groupId: string;
    groupName: string;
    subscribers: number;
    held: number;
    before: number;
    after: number;
  }>`select s.group_id, g.company_name as group_name, s.subscribers, s.held, s.before_cents as before, s.after_cents as after
    from renewal_simulation_groups s join groups g on g.id = s.group_id
    where s.simulation_id = ${id} ${after ? sql`and (s.before_cents - s.after_cents, s.group_id) > (${after[0]}::bigint, ${after[1]}::uuid)` : sql``}
    order by s.before_cents - s.after_cents, s.group_id limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    simulation,
    summary: figuresOf(addRenewals(all.rows.map(({ summary }) => summary)), await plansOf(tx)),
    groups: {
      rows: page as never,
      next: rows.length > limit && last ? encodeCursor([last.before - last.after, last.groupId]) : null,
      total: all.rows.length,
    },
  };
}

type Means = Pick<Services, 'db' | 'vault' | 'clock' | 'stopping' | 'log'>;
type Progress = (done: number, total?: number) => Promise<void>;
type Pending = { id: string; renewsOn: CalendarDate; withDrafts: boolean };

async function simulateGroup(
  { vault }: Pick<Services, 'vault'>,
  tenantId: string,
  tx: Tx,
  { id, renewsOn, withDrafts }: Pending,
  group: { id: string; renewalDate: CalendarDate | null },
): Promise<void> {
  const { summary } = await simulateRenewal(
    { tx, vault, tenantId },
    { groupId: group.id, renewalDate: group.renewalDate, renewsOn, mapping: new Map(), withDrafts },
  );
  await sql`insert into renewal_simulation_groups (simulation_id, group_id, summary, before_cents, after_cents, subscribers, held)
    values (${id}, ${group.id}, ${JSON.stringify(summary)}, ${summary.before}, ${summary.after}, ${summary.subscribers}, ${summary.held})
    on conflict do nothing`.execute(tx);
  await sql`update renewal_simulations set groups_done = (select count(*) from renewal_simulation_groups where simulation_id = ${id}) where id = ${id}`.execute(
    tx,
  );
}

async function simulateGroups(services: Means, tenantId: string, one: Pending, progress: Progress): Promise<number> {
  const { db, clock, stopping } = services;
  let done = 0;
  const groups = await inTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<{ id: string; renewalDate: CalendarDate | null }>`
      select g.id, g.renewal_date from groups g where g.status = 'active'
        and not exists (select from renewal_simulation_groups s where s.simulation_id = ${one.id} and s.group_id = g.id) order by g.id`.execute(
      tx,
    );
    return rows;
  });
  for (const group of groups) {
    if (stopping.aborted) return done;
    await inTenant(db, tenantId, (tx) => simulateGroup(services, tenantId, tx, one, group));
    done += 1;
    await progress(done, groups.length);
  }
  await inTenant(db, tenantId, (tx) =>
    sql`update renewal_simulations set status = 'done', finished_at = ${clock.now()} where id = ${one.id}`.execute(tx),
  );
  return done;
}

/**
 * Works on what is queued, a group per transaction; a run that breaks off goes on with the groups that are left. Returns
 * how many groups were simulated.
 */
export async function runSimulations(services: Means, tenantId: string, progress: Progress): Promise<number> {
  const { db, clock, stopping, log } = services;
  const pending = await inTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<Pending>`
      update renewal_simulations set status = 'running', groups_total = (select count(*) from groups where status = 'active')
      where status in ('queued', 'running') returning id, renews_on, with_drafts`.execute(tx);
    return rows;
  });
  let done = 0;
  for (const one of pending)
    try {
      done += await simulateGroups(services, tenantId, one, progress);
    } catch (error) {
      if (stopping.aborted) throw error;
      // One that cannot be calculated must not keep the others from it.
      log.error({ err: error, simulation: one.id }, 'A simulation of renewals failed');
      await inTenant(db, tenantId, (tx) =>
        sql`update renewal_simulations set status = 'failed', finished_at = ${clock.now()} where id = ${one.id}`.execute(
          tx,
        ),
      );
    }
  return done;
}
