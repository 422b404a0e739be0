const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * A profile that somebody else has saved while it was open here. `mine` goes on from what is saved `now`: a field that
 * was not touched since `seen` is as it is saved, one that was touched stays as entered. `both` names those that both
 * have changed, to something else each: nobody's entry is written over unseen.
 */
export function mergeProfile<T extends object, K extends keyof T>(
  fields: readonly K[],
  seen: Pick<T, K>,
  mine: Pick<T, K>,
  now: Pick<T, K>,
): { merged: Pick<T, K>; both: K[] } {
  const touched = fields.filter((field) => !isSame(mine[field], seen[field]));
  const merged = Object.fromEntries(
    fields.map((field) => [field, touched.includes(field) ? mine[field] : now[field]]),
  ) as Pick<T, K>;
  return {
    merged,
    both: touched.filter((field) => !isSame(now[field], seen[field]) && !isSame(now[field], mine[field])),
  };
}
