import type pg from 'pg';

/**
 * Gives the statements of a connection to its driver one after the other. An import hands over what comes next while
 * the database still works on what came before, so that the database never waits for it; the queue that the driver had
 * for this ends with its version 9.
 */
export function oneAtATime(client: Pick<pg.Client, 'query'>): void {
  const send = client.query.bind(client) as (...query: unknown[]) => Promise<unknown>;
  let last: Promise<void> | undefined;
  const inTurn = (...query: unknown[]): Promise<unknown> => {
    // A cursor, and what is answered by a callback, belong to whoever has the connection for itself.
    if (typeof query[0] !== 'string' || typeof query.at(-1) === 'function') return send(...query);
    const answer = last ? last.then(() => send(...query)) : send(...query);
    const done = (): void => {
      if (last === turn) last = undefined;
    };
    const turn: Promise<void> = answer.then(done, done);
    last = turn;
    return answer;
  };
  client.query = inTurn as typeof client.query;
}
