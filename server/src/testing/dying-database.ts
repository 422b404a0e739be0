import type { Database, Tx } from '../db/connect.ts';

/**
 * A database that is gone from its n-th transaction on. `open`: how many of those before it are not at their end.
 * Whoever gives up leaves none behind, since the locks of such a one stand in the way of whoever goes on.
 */
export function dyingAt(
  database: Database,
  transactions: number,
): { db: Database; began: () => number; open: () => number } {
  let count = 0;
  let open = 0;
  const counted = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    open++;
    try {
      return await database.transaction().execute(work);
    } finally {
      open--;
    }
  };
  const db = new Proxy(database, {
    get(target, name) {
      if (name === 'transaction') {
        return () => {
          if (++count > transactions)
            throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
          return { execute: counted };
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { db, began: () => count, open: () => open };
}
