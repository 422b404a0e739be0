import { sql } from 'kysely';
import type { Work } from './command.ts';

/**
 * Performs an action under a savepoint, measures its effect, and rolls it back (decisions/0012). Locks are held until
 * the caller's transaction ends.
 */
export async function previewAction<T>(work: Work, measure: (work: Work) => Promise<T>): Promise<T> {
  await sql`savepoint preview`.execute(work.tx);
  try {
    return await measure({ ...work, note: () => {} });
  } finally {
    await sql`rollback to savepoint preview`.execute(work.tx);
  }
}
