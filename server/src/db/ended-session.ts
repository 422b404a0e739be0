import type pg from 'pg';

/**
 * A session that the database ends (FATAL: it stops, or somebody ended the session) answers once more; its socket closes a moment later. In that moment the
 * pool would give the connection to somebody else, whose statement fails as well: it is closed with the answer, so that the pool throws it away.
 */
export function closeWithItsSession(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...query: unknown[]) => unknown;
  const watched = (...query: unknown[]): unknown => {
    const answer = send(...query);
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if ((error as { severity?: string }).severity === 'FATAL') void (client as unknown as pg.Client).end();
      });
    return answer;
  };
  client.query = watched as typeof client.query;
}
