import type pg from 'pg';

/** The driver's message if a statement timed out (pg, `query_timeout`). */
const NO_ANSWER = /Query read timeout/;

/**
 * Closes a connection that cannot be used again. A session ended by the database (FATAL) responds once more before its
 * socket closes, and the pool could hand it to another request. A session that timed out would delay its rollback as
 * long again (trust P9), so its socket is closed at once.
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
