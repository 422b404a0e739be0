import type pg from 'pg';

/** Shorter ones are understood as quickly as they are found again. */
const LEAST_LENGTH = 40;
/** So many at most of one connection: the database keeps each for it, with its plan about 40 kB. */
const MOST_NAMES = 250;
/** Texts whose parameters are counted out (`in ($1, $2, …)`) come once each: they are not remembered for good. */
const MOST_SEEN = 1000;
/** From this time on that a text comes it has a name. */
const OFTEN = 3;

/**
 * What is planned for the values at hand each time: rows that come as arrays (ten or ten thousand), patterns, and pages, for which the value of a filter
 * decides which index is right.
 */
const OF_ITS_VALUES = /\[\]|\blike\b|\blimit \$/;

const names = new Map<string, string>();
let seen = new Map<string, number>();
let made = 0;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || text.length < LEAST_LENGTH) return known;
  const times = (seen.get(text) ?? 0) + 1;
  if (times >= OFTEN && !OF_ITS_VALUES.test(text)) {
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
 * Statements that come often are parsed once for each connection, and planned once where the plan is as good for other values (decisions/0032): with the
 * row-level rules of every table that takes the database longer than their work on a few rows. A transaction that sets how it wants to be planned (`enable_…`)
 * has plans of its own. A table that was altered since (0A000, "cached plan must not change result type") fails one statement, which has another name from then
 * on.
 */
export function prepareOften(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...query: unknown[]) => unknown;
  const held = new Set<string>();
  const nameHere = (text: string): string | undefined => {
    const name = nameOf(text);
    if (name === undefined || (!held.has(name) && held.size >= MOST_NAMES)) return undefined;
    held.add(name);
    return name;
  };
  let isSet = false;
  const named = (...query: unknown[]): unknown => {
    const [text, values, callback] = query;
    if (typeof text === 'string') isSet = text !== 'begin' && (isSet || text.includes('enable_'));
    const name = typeof text === 'string' && Array.isArray(values) && callback === undefined && !isSet ? nameHere(text) : undefined;
    if (name === undefined) return send(...query);
    const answer = send({ name, text, values });
    if (answer instanceof Promise) answer.catch((error: unknown) => void ((error as { code?: string }).code === '0A000' && names.delete(text as string)));
    return answer;
  };
  client.query = named as typeof client.query;
}
