import type pg from 'pg';

/** Said by the driver when a statement was not answered in time (pg, `query_timeout`). */
const NO_ANSWER = /Query read timeout/;

/**
 * Closes a connection that is of no more use. A session that the database ends (FATAL: it stops, or somebody ended the
 * session) answers once more and its socket closes a moment later; in that moment the pool would give the connection to
 * another request. A session that does not answer in time would hold the rollback of its transaction for as long again
 * (trust P9): its socket is closed at once, and so the request waits once.
 */
export function closeWithItsSession(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...query: unknown[]) => unknown;
  const watched = (...query: unknown[]): unknown => {
    const answer = send(...query);
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if ((error as { severity?: string }).severity === 'FATAL') void (client as unknown as pg.Client).end();
        else if (error instanceof Error && NO_ANSWER.test(error.message))
          (client as unknown as pg.Client).connection.stream.destroy();
      });
    return answer;
  };
  client.query = watched as typeof client.query;
}
