import type { Database, Tx } from '../db/connect.ts';

/**
 * A database that is gone from its n-th transaction. `open`: how many earlier transactions have not ended; there must
 * be none, because their locks would block others.
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
