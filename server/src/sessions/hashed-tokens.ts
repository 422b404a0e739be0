import { createHash } from 'node:crypto';
import type { DBAdapter, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter';
import type { Clock } from '../clock.ts';

/**
 * Returns the digest under which a session is stored. A token has 190 random bits, so a plain SHA-256 cannot be
 * reversed.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const isToken = (model: string, { field }: Where): boolean => model === 'session' && field === 'token';

function hashWhere<T extends { model: string; where?: Where[] | undefined }>(query: T): T {
  if (!query.where?.some((one) => isToken(query.model, one))) return query;
  const hash = (value: Where['value']): Where['value'] =>
    Array.isArray(value) ? value.map((one) => hashToken(String(one))) : hashToken(String(value));
  return {
    ...query,
    where: query.where.map((one) => (isToken(query.model, one) ? { ...one, value: hash(one.value) } : one)),
  };
}

/** Returns the requested token to the library, never the digest. */
function restoreToken<T>(row: T, query: { model: string; where: Where[] }): T {
  const asked = query.where.find((one) => isToken(query.model, one));
  return row && asked ? { ...row, token: asked.value } : row;
}

/** `changed` is called after the library has changed or deleted rows. */
type Lifetime = { clock: Clock; absoluteMs: number; changed: () => void };

function hashingOperations(
  inner: DBTransactionAdapter,
  { clock, absoluteMs, changed }: Lifetime,
): DBTransactionAdapter {
  return {
    ...inner,
    create: async (query) => {
      if (query.model !== 'session') return inner.create(query);
      const { token } = query.data as unknown as { token: string };
      const now = new Date(clock.now());
      // Our clock decides when a session ends, not the library's.
      const times = {
        createdAt: now,
        updatedAt: now,
        lastUsedAt: now,
        expiresAt: new Date(now.getTime() + absoluteMs),
      };
      const stored = await inner.create({ ...query, data: { ...query.data, ...times, token: hashToken(token) } });
      return { ...(stored as object), token } as never;
    },
    findOne: async (query) => restoreToken(await inner.findOne(hashWhere(query)), query) as never,
    findMany: (query) => inner.findMany(hashWhere(query)),
    count: (query) => inner.count(hashWhere(query)),
    update: async (query) => restoreToken(await inner.update(hashWhere(query)).finally(changed), query) as never,
    updateMany: (query) => inner.updateMany(hashWhere(query)).finally(changed),
    delete: (query) => inner.delete(hashWhere(query)).finally(changed),
    deleteMany: (query) => inner.deleteMany(hashWhere(query)).finally(changed),
  };
}

/** Wraps the session library's adapter: tokens are stored as digests, and a session's times come from our clock. */
export function hashingAdapter(inner: DBAdapter, lifetime: Lifetime): DBAdapter {
  return {
    ...inner,
    ...hashingOperations(inner, lifetime),
    transaction: (work) => inner.transaction((tx) => work(hashingOperations(tx, lifetime))).finally(lifetime.changed),
  };
}
