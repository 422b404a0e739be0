import { sql } from 'kysely';
import { inTenant, type Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import type { Lease } from './file-lease.ts';

/**
 * A step of a file's work whose commit does not wait for the disk. A crash of the database may take the last such
 * commits back, whole and the newest first (PostgreSQL manual, 28.4): effect and checkpoint together, as if the worker
 * had died before them, so the file goes on from where it then stands and brings the same about. Whatever commits after
 * it and does wait, as the end of a file and every change by hand do, takes it to the disk with it.
 */
export const inStep = <T>(services: Services, lease: Lease, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTenant(services.db, lease.tenantId, async (tx) => {
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(tx);
    return work(tx);
  });
