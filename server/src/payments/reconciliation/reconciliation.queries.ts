import type {
  ReconciliationDetail,
  ReconciliationLine,
  ReconciliationRow,
} from '@openbenefits/contract/reconciliation';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents, subtract } from '@openbenefits/domain/money';
import {
  DIFFERENCE_ACTIONS,
  DIFFERENCE_CLASSES,
  type DifferenceAction,
  type DifferenceClass,
} from '@openbenefits/domain/payments/reconciliation/difference';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import { waitingApprovalOf } from '../../approvals/approvals.queries.ts';
import type { Work } from '../../command.ts';
import { decodeCursor, encodeCursor, likePattern } from '../../cursor.ts';

const COLUMNS = sql`r.id, r.source, r.group_id, g.company_name as group_name, r.carrier_name as carrier, r.month, r.reference, r.file_name, r.status, r.lines, r.theirs_cents as theirs, r.ours_cents as ours,
  (select count(*)::integer from reconciliation_lines l where l.reconciliation_id = r.id and l.kind <> 'match' and l.action is null) as undecided, r.created_by_name as created_by, r.created_at`;

type Page = { cursor?: string | undefined; limit: number };

/** Reconciliations, the newest first; replaced ones are not listed. */
export async function listReconciliations(
  { tx }: Work,
  { status, cursor, limit }: Page & { status?: 'open' | 'closed' | undefined },
): Promise<{ rows: ReconciliationRow[]; next: string | null }> {
  const after = cursor ? decodeCursor(cursor, ['instant', 'id']) : undefined;
  const { rows } = await sql<ReconciliationRow>`
    select ${COLUMNS} from reconciliations r left join groups g on g.id = r.group_id
    where r.status <> 'replaced' ${status ? sql`and r.status = ${status}` : sql``}
      ${after ? sql`and (r.created_at, r.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by r.created_at desc, r.id desc limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? encodeCursor([last.createdAt, last.id]) : null };
}

/** The carriers whose invoices can be compared, and who can be given a task. */
export async function reconciliationSources({ tx, actor }: Work) {
  const [carriers, assignees] = await Promise.all([
    sql<{
      name: string;
    }>`select distinct carrier_name as name from health_plans where status <> 'draft' order by 1`.execute(tx),
    sql<{ id: string; name: string }>`
      select id, name from auth."user" where "tenantId" = ${actor.tenantId} and not disabled order by name`.execute(tx),
  ]);
  return { carriers: carriers.rows.map(({ name }) => name), assignees: assignees.rows };
}

type Sum = {
  kind: DifferenceClass | 'match';
  action: DifferenceAction | null;
  lines: number;
  theirs: Cents;
  ours: Cents;
  retroLimit: CalendarDate | null;
};

const together = (sums: readonly Sum[]) => ({
  lines: sums.reduce((total, { lines }) => total + lines, 0),
  theirs: fromCents(sums.reduce((total, { theirs }) => total + theirs, 0)),
  ours: fromCents(sums.reduce((total, { ours }) => total + ours, 0)),
});

const earliest = (limits: readonly (CalendarDate | null)[]): CalendarDate | null =>
  limits.filter((limit) => limit !== null).toSorted()[0] ?? null;

/** A reconciliation with the sums of its classes and decisions; both add up to its difference. */
export async function reconciliationDetail(
  { tx, today, note }: Work,
  { id }: { id: string },
): Promise<ReconciliationDetail> {
  const [head, sums, limits] = await Promise.all([
    sql<Omit<ReconciliationDetail, 'matched' | 'classes' | 'decisions' | 'nextLimit'>>`
      select ${COLUMNS}, r.is_per_member, r.their_cut_off, r.known_at from reconciliations r left join groups g on g.id = r.group_id where r.id = ${id}`.execute(
      tx,
    ),
    sql<Sum>`
      select kind, action, count(*)::integer as lines, sum(theirs_cents)::bigint as theirs, sum(ours_cents)::bigint as ours,
        min(retro_limit) filter (where retro_limit >= ${today}::date) as retro_limit from reconciliation_lines where reconciliation_id = ${id} group by kind, action`.execute(
      tx,
    ),
    sql<{ on: CalendarDate; lines: number }>`
      select retro_limit as on, count(*)::integer as lines from reconciliation_lines where reconciliation_id = ${id} and kind <> 'match' and retro_limit >= ${today}::date group by 1 order by 1 limit 1`.execute(
      tx,
    ),
  ]);
  const [row] = head.rows;
  if (!row) throw new Refusal('not_found', 'This reconciliation does not exist, or you may not see it.');
  note({ targetKind: 'reconciliation', targetId: id, fields: ['premium'] });
  const differences = sums.rows.filter(({ kind }) => kind !== 'match');
  return {
    ...row,
    matched: together(sums.rows.filter(({ kind }) => kind === 'match')),
    classes: DIFFERENCE_CLASSES.flatMap((kind) => {
      const own = differences.filter((sum) => sum.kind === kind);
      if (own.length === 0) return [];
      const undecided = own.find(({ action }) => action === null)?.lines ?? 0;
      return [{ kind, ...together(own), undecided, retroLimit: earliest(own.map(({ retroLimit }) => retroLimit)) }];
    }),
    decisions: [...DIFFERENCE_ACTIONS, null].flatMap((action) => {
      const own = differences.filter((sum) => sum.action === action);
      const { lines, theirs, ours } = together(own);
      return own.length === 0 ? [] : [{ action, lines, difference: subtract(theirs, ours) }];
    }),
    nextLimit: limits.rows[0] ?? null,
  };
}

export type LineFilter = {
  id: string;
  kind: 'differences' | 'undecided' | 'match' | DifferenceClass;
  search?: string | undefined;
};

export function linesWhere({ id, kind, search }: LineFilter): RawBuilder<unknown> {
  const term = search?.trim();
  const ofKind =
    kind === 'differences'
      ? sql`l.kind <> 'match'`
      : kind === 'undecided'
        ? sql`l.kind <> 'match' and l.action is null`
        : kind === 'match'
          ? sql`l.kind = 'match'`
          : sql`l.kind <> 'match' and l.kind = ${kind}`;
  const found = term
    ? sql`and (m.search_text like fold(${likePattern(term)}) or fold(l.stated) like fold(${likePattern(term)}))`
    : sql``;
  return sql`l.reconciliation_id = ${id} and ${ofKind} ${found}`;
}

/** Lines of a reconciliation in their order: by class, then by member. */
export async function reconciliationLines(
  { tx, actor: { id: actorId } }: Pick<Work, 'tx' | 'actor'>,
  { cursor, limit, ...filter }: LineFilter & Page,
): Promise<{ rows: ReconciliationLine[]; next: string | null }> {
  const after = cursor ? decodeCursor(cursor, ['number'])[0] : undefined;
  const { rows } = await sql<ReconciliationLine>`
    select l.place, l.kind, l.group_id, g.company_name as group_name, l.subscriber_id, coalesce(m.first_name || ' ' || m.last_name, l.stated) as name, m.member_number,
      p.plan_name, l.line, l.tier, l.month, l.theirs_cents as theirs, l.ours_cents as ours, l.reason, l.file_row, l.retro_limit, l.action, l.note, l.assignee_name as assignee, l.decided_by_name as decided_by, l.recalculated_cents as recalculated,
      (select jsonb_build_object('id', a.id, 'cents', a.cents, 'reason', a.reason, 'status', a.status, 'requestedBy', a.requested_by_name, 'isOwn', a.requested_by = ${actorId}, 'approval', ${waitingApprovalOf('reconciliation_adjustment', sql`a.id`)},
          'billNumber', (select b.number from billed_adjustments x join bills b on b.id = x.bill_id where x.adjustment_id = a.id and b.state = 'posted' limit 1))
        from reconciliation_adjustments a where a.reconciliation_id = l.reconciliation_id and a.place = l.place order by a.id desc limit 1) as adjustment
    from reconciliation_lines l left join members m on m.id = l.subscriber_id left join groups g on g.id = l.group_id left join health_plans p on p.id = l.plan_id
    where ${linesWhere(filter)} ${after === undefined ? sql`` : sql`and l.place > ${after}`}
    order by l.place limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? encodeCursor([last.place]) : null };
}

/** As pages ask for lines: audited, because they name members. */
export async function readLines(work: Work, filter: LineFilter & Page) {
  const { tx, note } = work;
  const found = await tx.selectFrom('reconciliations').select('id').where('id', '=', filter.id).executeTakeFirst();
  if (!found) throw new Refusal('not_found', 'This reconciliation does not exist, or you may not see it.');
  const answer = await reconciliationLines(work, filter);
  note({
    targetKind: 'reconciliation',
    targetId: filter.id,
    itemCount: answer.rows.length,
    fields: ['name', 'premium'],
  });
  return answer;
}
