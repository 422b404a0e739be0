import { Readable } from 'node:stream';
import { rateFileOf } from '@openbenefits/domain/plans/rate-file';
import type { FileCell } from '@openbenefits/domain/plans/rate-file-settings';
import { rowsOfCells } from '@openbenefits/domain/plans/rate-row';
import { Refusal } from '@openbenefits/domain/refusal';
import type { FastifyInstance } from 'fastify';
import { validate as isUuid } from 'uuid';
import { contextOf, idOf } from '../../app-context.ts';
import { admit, perform } from '../../command.ts';
import { CONTENT_TYPE, type ExportColumn, type ExportFormat, tableBytes } from '../../downloads/table-file.ts';
import type { Services } from '../../request-context.ts';
import { cellsOfTables, RATE_TABLE, rateTableById } from './rate-table-record.ts';

const PLACES = {
  rate: 2,
  tobacco_rate: 2,
  employee: 2,
  spouse: 2,
  child: 2,
  family: 2,
  factor: 3,
  tobacco_factor: 3,
  per_unit: 4,
} as const;

/** A cell as the file holds it: a number with the decimals of its column, or text. */
const valueOf = (cell: FileCell | undefined): string | number | null =>
  cell === undefined ? null : typeof cell === 'string' ? cell : cell.amount / 10 ** PLACES[cell.column];

function columnsOf(headings: readonly string[], format: string): ExportColumn<readonly FileCell[]>[] {
  return headings.map((header, index) => ({
    header,
    width: index === 0 ? 26 : 16,
    ...(index > 0 && { kind: 'number' as const, format }),
    value: (row) => valueOf(row[index]),
  }));
}

const FORMAT_OF = {
  composite: '0.00',
  banded: '0.00',
  age_rates: '0.00',
  age_curve: '0.000',
  volume: '0.0000',
} as const;

/** GET /downloads/rates/{id}.csv and .xlsx: a version in the shape that an import reads. */
export function rateDownloads(app: FastifyInstance, services: Services): void {
  for (const format of ['csv', 'xlsx'] as const satisfies readonly ExportFormat[])
    app.get<{ Params: { id: string } }>(`/downloads/rates/:id.${format}`, async (request, reply) => {
      const context = contextOf(request, services);
      const actor = await admit(context, 'rates.download');
      const id = idOf(request);
      if (!isUuid(id)) throw new Refusal('not_found', 'This version of rates does not exist.');
      const { name, file, method } = await perform(context, actor, 'rates.download', async ({ tx, note }) => {
        const table = await rateTableById(tx, id);
        const plan = await tx
          .selectFrom('healthPlans')
          .select('planCode')
          .where('id', '=', table.planId)
          .executeTakeFirst();
        const cells = (await cellsOfTables(tx, [id])).get(id) ?? [];
        note({ targetKind: RATE_TABLE, targetId: id });
        const code = (plan?.planCode ?? 'plan').replace(/[^\w-]+/g, '-');
        return {
          name: `rates-${code}-version-${table.versionNo}.${format}`,
          file: rateFileOf(table.settings, rowsOfCells(table.settings, cells)),
          method: table.method,
        };
      });
      async function* batches(): AsyncGenerator<(readonly FileCell[])[]> {
        yield [...file.rows];
      }
      const table = { sheet: 'Rates', columns: columnsOf(file.headings, FORMAT_OF[method]), batches: batches() };
      return reply
        .type(CONTENT_TYPE[format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(tableBytes(table, format)));
    });
}
