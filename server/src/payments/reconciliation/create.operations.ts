import type { SentFile } from '@openbenefits/contract/rating-data';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents } from '@openbenefits/domain/money';
import { type InvoiceColumns, isPerMember } from '@openbenefits/domain/payments/reconciliation/columns';
import { sumOf } from '@openbenefits/domain/payments/reconciliation/difference';
import { withoutSsn } from '@openbenefits/domain/payments/reconciliation/read-invoice';
import { totalsOf } from '@openbenefits/domain/payments/reconciliation/reconcile-members';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import { arrayOf, type ArrayType } from '../../db/pg-arrays.ts';
import { compare, type ComparedLine } from './compare.ts';
import type { MonthPrices } from './expected.ts';
import {
  type InvoiceFile,
  type InvoiceSource,
  planKey,
  readInvoiceFile,
  remember,
  requireSource,
} from './invoice-file.ts';
import { PlanFinder, plansOf } from './plan-names.ts';

const SHOWN_PROBLEMS = 5;
const SHOWN_PLANS = 50;
/** Lines that are inserted by one statement. */
const CHUNK = 2000;

type Asked = InvoiceSource & { month: CalendarDate; file: SentFile };
export type NewReconciliation = Asked & {
  reference: string;
  theirCutOff: CalendarDate | null;
  columns: InvoiceColumns;
  plans: readonly { text: string; planId: string }[];
  replaces: string | null;
};

async function requireGroup({ tx }: Work, groupId: string | null): Promise<void> {
  if (groupId === null) return;
  const group = await tx.selectFrom('groups').select('id').where('id', '=', groupId).executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
}

function requireAllGroups({ actor }: Work, groupId: string | null): void {
  if (groupId === null && actor.assignedGroupsOnly)
    throw new Refusal('forbidden', 'You see only your assigned groups. Choose the group of the invoice.', [
      { path: 'groupId', message: 'Choose the group of the invoice.' },
    ]);
}

const rowProblems = ({ problems, rows }: InvoiceFile['read']): string[] => [
  ...problems.slice(0, SHOWN_PROBLEMS).map(({ row, message }) => `Row ${row}: ${message}`),
  ...(problems.length > SHOWN_PROBLEMS ? [`${problems.length - SHOWN_PROBLEMS} more rows could not be read.`] : []),
  ...(problems.length === 0 && rows.length === 0 ? ['The file has no rows with amounts.'] : []),
];

/** Reads a file without storing anything: its headings, its columns, and what cannot be read. */
export async function previewInvoice(
  work: Work,
  asked: Asked & { columns?: InvoiceColumns | undefined },
): Promise<{
  headings: string[];
  columns: InvoiceColumns;
  isRemembered: boolean;
  rows: number;
  amount: Cents;
  problems: string[];
  unknownPlans: string[];
  plans: { id: string; name: string }[];
}> {
  requireSource(asked, asked.month);
  await requireGroup(work, asked.groupId);
  const file = await readInvoiceFile(work.tx, asked, asked);
  const plans = await plansOf(work.tx, asked);
  const finder = new PlanFinder(plans, file.plans);
  const texts = new Set(file.read.rows.map(({ plan }) => plan));
  return {
    headings: [...file.headings],
    columns: file.columns,
    isRemembered: file.isRemembered,
    rows: file.read.rows.length,
    amount: sumOf(file.read.rows),
    problems: [
      ...file.problems.map(({ message }) => message),
      ...(file.problems.length > 0 ? [] : rowProblems(file.read)),
    ],
    unknownPlans: [...texts].filter((text) => text !== '' && !finder.find(text)).slice(0, SHOWN_PLANS),
    plans: plans.map(({ id, name, code }) => ({ id, name: `${name} (${code})` })),
  };
}

async function refuseSameFile({ tx }: Work, { source, groupId, carrier, month }: Asked, sha256: string): Promise<void> {
  const { rows } = await sql<{ by: string; file: string }>`
    select created_by_name as by, file_name as file from reconciliations
    where source = ${source} and group_id is not distinct from ${groupId} and carrier_name is not distinct from ${carrier} and month = ${month}::date
      and sha256 = ${sha256} and status <> 'replaced'`.execute(tx);
  const [before] = rows;
  if (before)
    throw new Refusal('conflict', `${before.by} already reconciled this file, as ${before.file}. Nothing was changed.`);
}

async function insertLines({ tx }: Work, id: string, lines: readonly ComparedLine[]): Promise<void> {
  for (let from = 0; from < lines.length; from += CHUNK) {
    const chunk = lines.slice(from, from + CHUNK);
    const column = (type: ArrayType, value: (line: ComparedLine) => string | number | null) =>
      arrayOf(type, chunk.map(value));
    await sql`
      insert into reconciliation_lines (reconciliation_id, place, group_id, subscriber_id, stated, plan_id, line, tier, month, kind, theirs_cents, ours_cents, reason, file_row, retro_limit)
      select ${id}, ${from} + n.place, n.group_id, n.subscriber_id, n.stated, n.plan_id, n.line, n.tier, n.month, n.kind, n.theirs, n.ours, n.reason, n.file_row, n.retro_limit
      from unnest(${column('uuid', ({ groupId }) => groupId)}, ${column('uuid', ({ subscriberId }) => subscriberId)}, ${column('text', ({ stated }) => stated)},
        ${column('uuid', ({ planId }) => planId)}, ${column('text', ({ line }) => line)}, ${column('text', ({ tier }) => tier)}, ${column('date', ({ month }) => month)},
        ${column('text', ({ kind }) => kind)}, ${column('bigint', ({ theirs }) => theirs)}, ${column('bigint', ({ ours }) => ours)}, ${column('text', ({ reason }) => reason)},
        ${column('int', ({ row }) => row)}, ${column('date', (line) => line.retroLimit)})
        with ordinality as n(group_id, subscriber_id, stated, plan_id, line, tier, month, kind, theirs, ours, reason, file_row, retro_limit, place)`.execute(
      tx,
    );
  }
}

async function replace({ tx }: Work, id: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('reconciliations')
    .set({ status: 'replaced' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Refusal('conflict', 'This reconciliation is not open any more, so its file cannot be replaced.');
}

async function keepReconciliation(
  work: Work,
  asked: NewReconciliation,
  { file, lines }: { file: Pick<InvoiceFile, 'sha256' | 'columns'>; lines: readonly ComparedLine[] },
): Promise<string> {
  const { tx, actor, now } = work;
  const id = uuidv7();
  const { theirs, ours } = totalsOf(lines);
  await tx
    .insertInto('reconciliations')
    .values({
      id,
      source: asked.source,
      groupId: asked.groupId,
      carrierName: asked.source === 'carrier_invoice' ? asked.carrier : null,
      month: asked.month,
      reference: withoutSsn(asked.reference),
      fileName: withoutSsn(asked.file.name),
      sha256: file.sha256,
      isPerMember: isPerMember(file.columns),
      theirCutOff: asked.theirCutOff,
      knownAt: now,
      lines: lines.length,
      theirsCents: theirs,
      oursCents: ours,
      status: 'open',
      createdBy: actor.id,
      createdByName: actor.name,
      createdAt: now,
    })
    .execute();
  await insertLines(work, id, lines);
  return id;
}

/** Compares a file with what we expect and keeps every line of both sides. A file with problems changes nothing. */
export const createReconciliation =
  (prices: MonthPrices) =>
  async (work: Work, asked: NewReconciliation): Promise<{ id: string }> => {
    requireSource(asked, asked.month);
    requireAllGroups(work, asked.groupId);
    await requireGroup(work, asked.groupId);
    const { read: invoice, problems, ...read } = await readInvoiceFile(work.tx, asked, asked);
    refuseIfAny(problems);
    refuseIfAny(rowProblems(invoice).map((message) => ({ path: 'file', message })));
    if (asked.replaces !== null) await replace(work, asked.replaces);
    await refuseSameFile(work, asked, read.sha256);
    const chosen = asked.plans.map(({ text, planId }) => [planKey(text), planId] as const);
    const file = { ...read, plans: { ...read.plans, ...Object.fromEntries(chosen) } };
    const lines = await compare(work, {
      of: asked,
      file,
      invoice,
      month: asked.month,
      theirCutOff: asked.theirCutOff,
      prices,
    });
    const id = await keepReconciliation(work, asked, { file, lines });
    await remember(work.tx, asked, file);
    work.note({ targetKind: 'reconciliation', targetId: id, itemCount: lines.length, fields: ['premium', 'name'] });
    return { id };
  };
