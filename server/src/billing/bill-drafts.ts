import { anomaliesOf } from '@openbenefits/domain/billing/bill-anomalies';
import type { BillLineKind } from '@openbenefits/domain/billing/bill-lines';
import { billDates } from '@openbenefits/domain/billing/billing-dates';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Pricing } from '../coverage/rating-ages.ts';
import type { Tx } from '../db/connect.ts';
import { type Compared, compareGroups, type Run } from './bill-comparison.ts';
import { type BilledGroup, billedGroups } from './bill-header.ts';
import { type Draft, writeDrafts } from './write-drafts.ts';

type Before = {
  groupId: string;
  liveId: string | null;
  liveState: 'draft' | 'posted' | null;
  version: number;
  premium: Cents | null;
  terminated: string[];
  seen: string;
  madeOn: CalendarDate;
};

/** Waits until nobody else calculates or posts bills of the groups, until the end of the transaction. */
export async function lockGroups(tx: Tx, groupIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bill ' || id, 111)) from (select unnest(${[...groupIds]}::text[]) as id order by 1) g`.execute(
    tx,
  );
}

/** Locks those of the groups that nobody else works on, the first ones up to a number; the others are not waited for. */
export async function lockSomeGroups(tx: Tx, groupIds: readonly string[], most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...groupIds]}::text[]) as g(id) where pg_try_advisory_xact_lock(hashtextextended('bill ' || id, 111)) limit ${most}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** What there is of each group: its live bill of the period, earlier bills, and who of it is terminated. */
async function readBefore(
  tx: Tx,
  groupIds: readonly string[],
  { period, cutOffAt }: Run,
): Promise<Map<string, Before>> {
  const { rows } = await sql<Before>`
    select g.id as group_id, l.id as live_id, l.state as live_state, pg_current_snapshot()::text as seen,
      (${cutOffAt}::timestamptz at time zone coalesce((select time_zone from organization_profiles limit 1), 'UTC'))::date as made_on,
      coalesce((select max(b.version) from bills b where b.group_id = g.id and b.period = ${period}::date and b.state <> 'draft'), 0) + 1 as version,
      (select b.premium_cents from bills b where b.group_id = g.id and b.state = 'posted' and b.period < ${period}::date order by b.period desc limit 1) as premium,
      array(select m.id from members m where m.group_id = g.id and m.subscriber_id is null and (m.termination_date < ${period}::date or (m.status = 'terminated' and m.termination_date is null))) as terminated
    from groups g left join bills l on l.group_id = g.id and l.period = ${period}::date and l.state in ('draft', 'posted')
    where g.id = any (${[...groupIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.groupId, row]));
}

/** Keeps which drafts have which charges and credits by hand; they count as billed once a bill is posted. */
async function keepAdjustments(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const ids = drafts.map(({ id }) => id);
  await sql`delete from billed_adjustments where bill_id = any (${ids}::uuid[])`.execute(tx);
  const rows = drafts.flatMap(({ id, groupId, compared }) =>
    compared.adjustments.map((adjustmentId) => ({ adjustmentId, billId: id, groupId })),
  );
  if (rows.length > 0) await tx.insertInto('billedAdjustments').values(rows).execute();
}

function draftOf(run: Run, group: BilledGroup, before: Before, compared: Compared): Draft {
  const charged = new Set<string>();
  const sums: Record<BillLineKind, number> = { premium: 0, waiver: 0, retro: 0, credit: 0, uncredited: 0 };
  let [lines, zeroLines] = [0, 0];
  for (const { kind, cents, subscribers } of compared.lines) {
    if (kind === 'premium') for (const id of subscribers) charged.add(id);
    sums[kind] += cents * subscribers.length;
    lines += subscribers.length;
    if (cents === 0) zeroLines += subscribers.length;
  }
  const total = fromCents(Object.values(sums).reduce((sum, cents) => sum + cents, 0));
  const anomalies = anomaliesOf({
    lines,
    zeroLines,
    premium: fromCents(sums.premium),
    retro: fromCents(sums.retro),
    total,
    held: compared.held.length,
    openMonths: compared.months.filter(({ choice }) => choice === 'ask').length,
    before: before.premium,
    terminated: before.terminated.filter((id) => charged.has(id)).length,
    uncharged: compared.uncharged,
  });
  return {
    id: before.liveId ?? uuidv7(),
    groupId: group.id,
    version: before.version,
    group,
    compared,
    subscribers: charged.size,
    premium: fromCents(sums.premium + sums.waiver),
    retro: fromCents(sums.retro + sums.uncredited + sums.credit),
    total,
    // The day of the cut-off, so that a run that passes midnight dates all its bills alike.
    ...billDates(run.period, group, before.madeOn),
    anomalies,
  };
}

/**
 * Makes the drafts of groups' bills anew, in the caller's transaction, which has locked the groups. A draft keeps its
 * ID; a group with a posted bill of the period gets none. Returns the drafts by group.
 */
export async function makeDrafts(
  pricing: Pricing,
  groupIds: readonly string[],
  run: Run,
): Promise<ReadonlyMap<string, string>> {
  const { tx } = pricing;
  const before = await readBefore(tx, groupIds, run);
  const open = groupIds.filter((id) => before.has(id) && before.get(id)?.liveState !== 'posted');
  if (open.length === 0) return new Map();
  const groups = await billedGroups(pricing, open);
  const compared = await compareGroups(pricing, open, run);
  const drafts = open.flatMap((id): Draft[] => {
    const [group, found, known] = [groups.get(id), compared.get(id), before.get(id)];
    return group && found && known ? [draftOf(run, group, known, found)] : [];
  });
  await writeDrafts(tx, run, drafts, before.get(open[0] as string)?.seen ?? '');
  await keepAdjustments(tx, drafts);
  return new Map(drafts.map(({ groupId, id }) => [groupId, id]));
}

/** Makes the draft of one group's bill; undefined where the group has a posted bill of the period. */
export async function makeDraft(pricing: Pricing, groupId: string, run: Run): Promise<string | undefined> {
  await lockGroups(pricing.tx, [groupId]);
  return (await makeDrafts(pricing, [groupId], run)).get(groupId);
}
