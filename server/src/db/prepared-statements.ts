import type pg from 'pg';

/** Shorter ones are understood as quickly as they are found again. */
const LEAST_LENGTH = 40;
/** The database keeps each for every connection. */
const MOST_NAMES = 500;
/** Texts whose parameters are counted out (`in ($1, $2, …)`) come once each: they are not remembered for good. */
const MOST_SEEN = 1000;
/** From this time on that a text comes it has a name. */
const OFTEN = 3;

/** The plan is made for the values at hand each time, as without a name: what many files write at once, and settings of single transactions, change which is right. */
export const PLANNED_EACH_TIME = '-c plan_cache_mode=force_custom_plan';

const names = new Map<string, string>();
let seen = new Map<string, number>();
let made = 0;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || text.length < LEAST_LENGTH || names.size >= MOST_NAMES) return known;
  const times = (seen.get(text) ?? 0) + 1;
  if (times >= OFTEN) {
    seen.delete(text);
    made += 1;
    names.set(text, `often_${made}`);
    return names.get(text);
  }
  if (seen.size >= MOST_SEEN) seen = new Map();
  seen.set(text, times);
  return undefined;
}

/**
 * Statements that come often are parsed once for each connection (decisions/0032): with the row-level rules of every table that takes the database longer than their work on a few rows.
 * A table that was altered since (0A000, "cached plan must not change result type") fails one statement, which has another name from then on.
 */
export function prepareOften(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...query: unknown[]) => unknown;
  const named = (...query: unknown[]): unknown => {
    const [text, values, callback] = query;
    const name = typeof text === 'string' && Array.isArray(values) && callback === undefined ? nameOf(text) : undefined;
    if (name === undefined) return send(...query);
    const answer = send({ name, text, values });
    if (answer instanceof Promise) answer.catch((error: unknown) => void ((error as { code?: string }).code === '0A000' && names.delete(text as string)));
    return answer;
  };
  client.query = named as typeof client.query;
}
