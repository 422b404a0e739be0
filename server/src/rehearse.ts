import { sql } from 'kysely';
import type { Work } from './command.ts';

/**
 * Does something and takes it back again, returning what `measure` saw in between: a preview that cannot differ from
 * the deed, because it is the deed. Locks that it takes are held until the caller's transaction ends.
 */
export async function rehearse<T>(work: Work, measure: (work: Work) => Promise<T>): Promise<T> {
  await sql`savepoint rehearsal`.execute(work.tx);
  try {
    return await measure({ ...work, note: () => {} });
  } finally {
    await sql`rollback to savepoint rehearsal`.execute(work.tx);
  }
}
