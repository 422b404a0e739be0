import type { Database } from '../db/connect.ts';

/** A database that is gone from its n-th transaction on. */
export function dyingAt(database: Database, transactions: number): { db: Database; began: () => number } {
  let count = 0;
  const db = new Proxy(database, {
    get(target, name) {
      if (name === 'transaction') {
        return () => {
          if (++count > transactions) throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
          return target.transaction();
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { db, began: () => count };
}
