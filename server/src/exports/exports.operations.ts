import { Refusal } from '@openbenefits/domain/refusal';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../policy/actor.ts';
import { requireFlag } from '../admin/feature-flags.queries.ts';
import type { Work } from '../command.ts';
import type { Place } from '../vault.ts';
import type { ExportList } from '../downloads/export-lists.ts';
import { EXPORT_SOURCES } from './export-sources.ts';
import type { ExportFormat } from '../downloads/table-file.ts';

const MINUTES = 5;
const LEAST_REASON = 4;

const filterPlace = (tenant: string, row: string): Place => ({
  table: 'export_requests',
  column: 'filter_encrypted',
  row,
  tenant,
});

/**
 * Stores an export request, because its filter may name a person and must not be in an address. Rejects a large export
 * without a reason.
 */
export async function requestExport(
  work: Work,
  input: { list: ExportList; format: ExportFormat; filter: Record<string, unknown>; reason?: string | undefined },
): Promise<{ id: string; url: string }> {
  const { tx, actor, now, services, note } = work;
  const source = EXPORT_SOURCES[input.list];
  requirePermission(actor, source.needs);
  await requireFlag(tx, 'data_export');
  const wanted = source.prepare(input.filter);
  const { reasonAbove } = source;
  if (
    reasonAbove !== null &&
    (input.reason ?? '').length < LEAST_REASON &&
    (await wanted.count(work, reasonAbove + 1)) > reasonAbove
  ) {
    const words = `More than ${reasonAbove.toLocaleString('en-US')} people. Enter a reason.`;
    throw new Refusal('invalid', words, [{ path: 'reason', message: words }]);
  }
  const id = uuidv7();
  await tx
    .insertInto('exportRequests')
    .values({
      id,
      userId: actor.id,
      list: input.list,
      format: input.format,
      filterEncrypted: services.vault.seal(JSON.stringify(wanted.filter), filterPlace(actor.tenantId, id)),
      reason: input.reason ?? null,
      createdAt: now,
      expiresAt: new Date(Date.parse(now) + MINUTES * 60_000).toISOString(),
    })
    .execute();
  note({ targetKind: 'export', targetId: id, reason: input.reason });
  return { id, url: `/downloads/exports/${id}` };
}

export type ExportRequest = { list: ExportList; format: ExportFormat; filter: unknown; reason: string | null };

/** Takes a request up: only by who made it, only once, only for five minutes. */
export async function takeExport({ tx, actor, now, services }: Work, id: string): Promise<ExportRequest> {
  const row =
    isUuid(id) &&
    (await tx
      .updateTable('exportRequests')
      .set({ fetchedAt: now })
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .where('fetchedAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning(['list', 'format', 'filterEncrypted', 'reason'])
      .executeTakeFirst());
  if (!row)
    throw new Refusal(
      'not_found',
      'This export was already downloaded or is older than five minutes. Export the list again.',
    );
  return {
    list: row.list as ExportList,
    format: row.format as ExportFormat,
    filter: JSON.parse(services.vault.open(row.filterEncrypted, filterPlace(actor.tenantId, id))),
    reason: row.reason,
  };
}
