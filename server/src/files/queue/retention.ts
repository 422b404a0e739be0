import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { sql } from 'kysely';
import { appendAudit } from '../../audit.ts';
import { type Database, inTenant, type Tx } from '../../db/connect.ts';
import { keysOfNotices } from '../../billing/arrears/notice-pdfs.ts';
import { keysOfBills } from '../../billing/bill-pdfs.ts';
import { keysOfOriginals } from '../../payments/imports/payment-originals.ts';
import { keysOfDocuments } from '../../plans/plan-documents.queries.ts';
import type { Services } from '../../request-context.ts';
import { writeEvent } from './file-events.ts';
import { queueSettings } from './queue-settings.ts';
import type { FileStorage } from '../../storage/file-storage.ts';
import type { StoredFile } from '../../storage/object-store.ts';
import { StorageFault } from '../../storage/storage-fault.ts';
import { removeUnfinishedSince } from '../upload/unfinished-uploads.ts';

/** Uploads that were never finished are given up after so many days. */
const UNFINISHED_DAYS = 7;
/** A file whose row is not there yet may be about to be recorded; after a day nobody is. */
const UNKNOWN_DAYS = 1;
/** Removed in one round; the next one goes on. */
const AT_ONCE = 500;

const daysBefore = (now: string, days: number): string => new Date(Date.parse(now) - days * 86_400_000).toISOString();

/** Reports a storage that fails, so that the rest of the round goes on. */
function reportFault(error: unknown, log: Services['log']): void {
  if (!(error instanceof StorageFault)) throw error;
  log.warn({ kind: error.kind, err: error.cause }, 'The file storage failed; the next round tries again');
}

/** Removes a stored file. Returns false where the storage fails. */
async function isRemoved(storage: FileStorage, storageKey: string, log: Services['log']): Promise<boolean> {
  try {
    await storage.remove(storageKey);
    return true;
  } catch (error) {
    reportFault(error, log);
    return false;
  }
}

/** Lists the stored files; nothing where the storage fails. */
async function storedFiles(storage: FileStorage, log: Services['log']): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  try {
    for await (const file of storage.list()) files.push(file);
    return files;
  } catch (error) {
    reportFault(error, log);
    return [];
  }
}

/**
 * Removes the originals that are older than the retention setting allows, of files on which no work is left; their
 * rows, figures and logs stay for the history. The bytes go first: should the transaction fail, the next round finds
 * the row and only has to note it.
 */
export async function removeOldOriginals(
  tx: Tx,
  { clock, log, storage }: Pick<Services, 'clock' | 'log' | 'storage'>,
): Promise<number> {
  const { retentionDays } = await queueSettings(tx);
  if (retentionDays === null) return 0;
  const now = clock.now();
  const { rows } = await sql<{ uploadId: string; jobId: string; storageKey: string }>`
    select u.id as upload_id, j.id as job_id, u.storage_key from uploads u join file_jobs j on j.upload_id = u.id
    where u.deleted_at is null and u.created_at < ${daysBefore(now, retentionDays)} and j.status in ('completed', 'error', 'rejected')
      and not exists (select from file_jobs other where other.upload_id = u.id and other.status not in ('completed', 'error', 'rejected', 'removed')) order by u.created_at limit ${AT_ONCE} for update of u`.execute(
    tx,
  );
  let removed = 0;
  for (const { uploadId, jobId, storageKey } of rows) {
    if (!(await isRemoved(storage, storageKey, log))) break;
    removed += 1;
    await tx.updateTable('uploads').set({ deletedAt: now }).where('id', '=', uploadId).execute();
    // What was read of it and waits for a retry goes with it.
    await tx.deleteFrom('importPacks').where('jobId', '=', jobId).execute();
    await tx.deleteFrom('importFamilies').where('jobId', '=', jobId).execute();
    await writeEvent(tx, jobId, now, 'original_removed', fileText('log_retention', { days: retentionDays }));
  }
  if (removed > 0)
    await appendAudit(tx, {
      at: now,
      actorId: 'system',
      actorName: 'OpenBenefits',
      action: 'files.removeOriginals',
      outcome: 'done',
      fields: ['original'],
      itemCount: removed,
    });
  return removed;
}

/** Removes what is left of uploads that broke off and were not taken up again. */
export const removeUnfinished = ({ clock, config }: Pick<Services, 'clock' | 'config'>): Promise<void> =>
  removeUnfinishedSince(config.DATA_DIR, daysBefore(clock.now(), UNFINISHED_DAYS));

/**
 * Those of the names under which an upload, a plan's document, a bill, a notice or a file of payments of some organization is kept. Each
 * sees its own rows only, so each is asked.
 */
async function knownOf(db: Database, names: string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const { id } of await db.selectFrom('tenants').select('id').execute()) {
    const [{ rows }, documents, bills, notices, payments] = await inTenant(db, id, (tx) =>
      Promise.all([
        sql<{
          storageKey: string;
        }>`select storage_key from uploads where deleted_at is null and storage_key = any (${names}::text[])`.execute(
          tx,
        ),
        keysOfDocuments(tx, names),
        keysOfBills(tx, names),
        keysOfNotices(tx, names),
        keysOfOriginals(tx, names),
      ]),
    );
    for (const key of [...documents, ...bills, ...notices, ...payments]) known.add(key);
    for (const { storageKey } of rows) known.add(storageKey);
  }
  return known;
}

/**
 * Removes encrypted files that no row knows: a crash between the disk and the row has left them, whole or half, and
 * nobody would ever ask for them. Where the database knows fewer files than it does not know, it is another one than
 * these files were stored for (an empty one, an old backup): then they are left alone, and the log says so.
 */
export async function removeUnknown({
  db,
  clock,
  log,
  storage,
}: Pick<Services, 'db' | 'clock' | 'log' | 'storage'>): Promise<number> {
  const files = await storedFiles(storage, log);
  const known = await knownOf(
    db,
    files.map(({ name }) => name),
  );
  const since = daysBefore(clock.now(), UNKNOWN_DAYS);
  const unknown = files.flatMap(({ name, modifiedAt }) => (!known.has(name) && modifiedAt < since ? [name] : []));
  if (unknown.length === 0) return 0;
  if (unknown.length > known.size) {
    log.warn(
      { unknown: unknown.length, known: known.size },
      'Most stored files are unknown to the database, as if they were stored for another one; none was removed',
    );
    return 0;
  }
  for (const name of unknown) if (!(await isRemoved(storage, name, log))) return 0;
  log.info({ files: unknown.length }, 'Stored files that no upload knows were removed');
  return unknown.length;
}
