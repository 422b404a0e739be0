import {
  type DaySum,
  ENTRY_COLUMNS,
  JOURNAL_LAYOUTS,
  type JournalColumn,
  type JournalLayout,
  type JournalPosting,
  QUICKBOOKS_COLUMNS,
  XERO_COLUMNS,
} from '@openbenefits/domain/billing/journal-layouts';
import { type CalendarDate, firstOfMonth, lastOfMonth, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { Refusal } from '@openbenefits/domain/refusal';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { contextOf } from '../../app-context.ts';
import { admit, perform } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { attachment } from '../../downloads/attachment.ts';
import { CONTENT_TYPE, tableBytes } from '../../downloads/table-file.ts';
import type { Services } from '../../request-context.ts';

/** More lines than a month of a large organization has; the file is made in memory. */
const MOST_ROWS = 500_000;

async function postingsOf(tx: Tx, month: CalendarDate): Promise<JournalPosting[]> {
  const { rows } = await sql<JournalPosting>`
    select e.id::text as entry_no, e.effective_on as on, e.value_on, e.kind, e.memo, p.account, g.company_name as group_name, p.cents
    from ledger_entries e join ledger_postings p on p.entry_id = e.id left join groups g on g.id = p.group_id
    where e.effective_on between ${month}::date and ${lastOfMonth(month)}::date order by e.effective_on, e.id, p.place limit ${MOST_ROWS}`.execute(
    tx,
  );
  return rows;
}

async function daysOf(tx: Tx, month: CalendarDate): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select e.effective_on as on, p.account, sum(p.cents)::bigint as cents from ledger_entries e join ledger_postings p on p.entry_id = e.id
    where e.effective_on between ${month}::date and ${lastOfMonth(month)}::date group by 1, 2 having sum(p.cents) <> 0 order by 1, 2`.execute(
    tx,
  );
  return rows;
}

async function csvOf<Row>(columns: readonly JournalColumn<Row>[], rows: readonly Row[]): Promise<Buffer> {
  async function* batches(): AsyncGenerator<readonly Row[]> {
    yield rows;
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of tableBytes({ sheet: 'Journal', columns, batches: batches() }, 'csv')) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function journal(tx: Tx, month: CalendarDate, layout: JournalLayout): Promise<Buffer> {
  if (layout === 'entries') return csvOf(ENTRY_COLUMNS, await postingsOf(tx, month));
  return csvOf(layout === 'quickbooks' ? QUICKBOOKS_COLUMNS : XERO_COLUMNS, await daysOf(tx, month));
}

const isLayout = (text: string): text is JournalLayout => (JOURNAL_LAYOUTS as readonly string[]).includes(text);

/** GET /downloads/journal/{month}/{layout}: a month's journal for the accountant; audited. */
export function journalDownloads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { month: string; layout: string } }>(
    '/downloads/journal/:month/:layout',
    async (request, reply) => {
      const context = contextOf(request, services);
      const actor = await admit(context, 'billing.journal');
      const { layout } = request.params;
      const month = parseCalendarDate(request.params.month);
      if (!month || month !== firstOfMonth(month)) throw new Refusal('not_found', 'There is no such month.');
      if (!isLayout(layout)) throw new Refusal('not_found', 'There is no such layout of the journal.');
      const bytes = await perform(context, actor, 'billing.journal', async ({ tx, note }) => {
        note({ targetKind: 'ledger_month', targetId: month, fields: ['premium', 'payment'], reason: layout });
        return journal(tx, month, layout);
      });
      return reply
        .header('content-type', CONTENT_TYPE.csv)
        .header('content-disposition', attachment(`journal-${month.slice(0, 7)}-${layout}.csv`))
        .send(bytes);
    },
  );
}
