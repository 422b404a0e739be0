import type pg from 'pg';

/**
 * Ends the sessions that wait for a lock; how many there were. In a transaction the view would stay as it was when it
 * was first looked at.
 */
export async function closeWaitingConnections(owner: pg.Client): Promise<number> {
  await owner.query('select pg_stat_clear_snapshot()');
  return (
    (
      await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).rowCount ?? 0
  );
}
