import { noticeDue, proposedStep } from '@openbenefits/domain/billing/delinquency';
import { counted } from '@openbenefits/domain/counted';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { appendAudit } from '../../audit.ts';
import { inTenant, type Tx } from '../../db/connect.ts';
import { notify } from '../../notifications/notifications.operations.ts';
import type { Services } from '../../request-context.ts';
import { arrearsOf, type GroupArrears, overdueGroups } from './group-arrears.queries.ts';
import { keepNoticePdfs } from './notice-pdfs.ts';
import { keepProofs, makeNotice } from './notices.ts';

type Means = Pick<Services, 'db' | 'storage' | 'stopping' | 'clock' | 'vault'>;
/** Groups per transaction. */
const AT_ONCE = 50;

async function daysMade(tx: Tx, billIds: readonly string[]): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ billId: string; days: number[] }>`
    select bill_id, array_agg(rule_day) as days from arrears_notices
    where bill_id = any (${[...billIds]}::uuid[]) and rule_day is not null group by bill_id`.execute(tx);
  return new Map(rows.map(({ billId, days }) => [billId, days]));
}

/** Makes the notices that are due today, once per bill and day of the rule. */
async function makeDueNotices(
  tx: Tx,
  { clock, vault }: Means,
  tenantId: string,
  groups: readonly GroupArrears[],
): Promise<number> {
  const [today, now] = [clock.today(), clock.now()];
  const bills = groups.flatMap(({ delinquency }) => delinquency.bill?.id ?? []);
  const days = await daysMade(tx, bills);
  const work = { tx, now, today, actor: { tenantId, name: 'OpenBenefits' }, services: { vault } };
  let made = 0;
  for (const group of groups) {
    // A terminated group gets no further notices about coverage that has ended.
    if (group.status !== 'active' && group.status !== 'suspended') continue;
    const notice = noticeDue(group.delinquency, days.get(group.delinquency.bill?.id ?? '') ?? [], today);
    if (notice && (await makeNotice(work, group, { kind: notice.kind, ruleDay: notice.day }))) made += 1;
  }
  return made;
}

/** Proposes suspensions and terminations, each once; people do them on the delinquency page. Returns the new ones. */
async function propose(tx: Tx, groups: readonly GroupArrears[], today: CalendarDate): Promise<('suspend' | 'end')[]> {
  const steps: ('suspend' | 'end')[] = [];
  for (const { groupId, delinquency, status } of groups) {
    const step = proposedStep(delinquency, status);
    const { bill, suspendOn, coverageEnd } = delinquency;
    if (!step || !bill) continue;
    const { rows } = await sql<{ id: string }>`
      insert into arrears_proposals (id, group_id, bill_id, step, effective_on, proposed_on)
      values (${uuidv7()}, ${groupId}, ${bill.id}, ${step}, ${step === 'end' ? coverageEnd : suspendOn}::date, ${today}::date)
      on conflict do nothing returning id`.execute(tx);
    if (rows.length > 0) steps.push(step);
  }
  return steps;
}

/** Closes proposals that were done, or whose reason is gone: paid, held or in installments. */
async function closeProposals(tx: Tx, today: CalendarDate): Promise<void> {
  const { rows } = await sql<{ id: string; groupId: string; step: 'suspend' | 'end'; status: string }>`
    select p.id, p.group_id, p.step, g.status from arrears_proposals p join groups g on g.id = p.group_id where p.closed_on is null`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const groups = await arrearsOf(tx, today, [...new Set(rows.map(({ groupId }) => groupId))]);
  const steps = new Map(groups.map((group) => [group.groupId, proposedStep(group.delinquency, group.status)]));
  for (const { id, groupId, step, status } of rows) {
    const isDone = status === 'terminated' || (step === 'suspend' && status === 'suspended');
    if (!isDone && steps.get(groupId) === step) continue;
    await sql`update arrears_proposals set closed_on = ${today}::date, outcome = ${isDone ? 'done' : 'withdrawn'} where id = ${id}`.execute(
      tx,
    );
  }
}

/** One notification for a night, without names: users who see some groups only read it, too. */
async function tellSteps(tx: Tx, now: string, steps: readonly ('suspend' | 'end')[]): Promise<void> {
  if (steps.length === 0) return;
  const suspend = steps.filter((step) => step === 'suspend').length;
  const end = steps.length - suspend;
  const parts = [
    ...(suspend > 0 ? [`${counted(suspend, 'group')} to suspend`] : []),
    ...(end > 0 ? [`${counted(end, 'group')} to terminate`] : []),
  ];
  await notify(tx, now, {
    severity: 'warning',
    title: 'Grace periods ended',
    body: `${parts.join(', ')}. Review each group before its status is changed.`,
    link: '/billing/delinquency',
  });
}

/** The nightly work: notices that are due, proposals, proof of sending, PDFs. An interrupted run continues. */
export async function workOnArrears(services: Means, tenantId: string): Promise<string> {
  const { db, clock, stopping } = services;
  const today = clock.today();
  const ids = await inTenant(db, tenantId, (tx) => overdueGroups(tx, today));
  let notices = 0;
  const steps: ('suspend' | 'end')[] = [];
  await inTenant(db, tenantId, (tx) => closeProposals(tx, today));
  for (let first = 0; first < ids.length && !stopping.aborted; first += AT_ONCE)
    await inTenant(db, tenantId, async (tx) => {
      const groups = await arrearsOf(tx, today, ids.slice(first, first + AT_ONCE));
      const made = await makeDueNotices(tx, services, tenantId, groups);
      const proposed = await propose(tx, groups, today);
      if (made + proposed.length > 0)
        await appendAudit(tx, {
          at: clock.now(),
          actorId: 'system',
          actorName: 'OpenBenefits',
          action: 'arrears.notices',
          outcome: 'done',
          fields: ['reminder', 'proposal'],
          itemCount: made + proposed.length,
        });
      notices += made;
      steps.push(...proposed);
    });
  await inTenant(db, tenantId, async (tx) => {
    await tellSteps(tx, clock.now(), steps);
    await keepProofs(tx);
  });
  const pdfs = await keepNoticePdfs(services, tenantId);
  return `${notices} notices made, ${steps.length} steps proposed, ${pdfs} PDFs made`;
}
