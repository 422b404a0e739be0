import { inspect } from 'node:util';
import type pg from 'pg';
import { DatabaseAway, isDatabaseAway } from '../db/connect.ts';

/**
 * Reduces a database error to its kind before the session library sees it. The library prints some errors to the
 * console, and PostgreSQL's messages quote statements and rows (trust P39). Unavailability stays recognizable.
 */
function redactedFault(error: unknown): Error {
  const { code, constraint, table, routine } = error as {
    code?: string;
    constraint?: string;
    table?: string;
    routine?: string;
  };
  const fault = isDatabaseAway(error)
    ? new DatabaseAway('The session database does not respond')
    : new Error('The database rejected a session statement');
  return Object.assign(fault, {
    code,
    constraint,
    table,
    routine,
    [inspect.custom]: () => `${fault.message} (${code ?? 'no code'})`,
  });
}

/** Wraps the session library's pool so that its errors contain no statements or values. */
export function redactingPool(pool: pg.Pool): pg.Pool {
  const quiet = (client: pg.PoolClient): pg.PoolClient =>
    new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'query') return value.bind(target) as unknown;
        return async (...query: unknown[]) =>
          (value.apply(target, query) as Promise<unknown>).catch((error: unknown) =>
            Promise.reject(redactedFault(error)),
          );
      },
    });
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect')
        return () => target.connect().then(quiet, (error: unknown) => Promise.reject(redactedFault(error)));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
