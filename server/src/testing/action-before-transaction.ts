import type { Database } from '../db/connect.ts';

/** Returns the same database, with something that happens before the n-th transaction. */
export function withActionBefore(database: Database, place: number, deed: () => Promise<void>): Database {
  let count = 0;
  return new Proxy(database, {
    get(target, name) {
      if (name === 'transaction' && ++count === place) {
        return () => ({
          execute: async (run: Parameters<ReturnType<Database['transaction']>['execute']>[0]) => {
            await deed();
            return target.transaction().execute(run);
          },
        });
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
