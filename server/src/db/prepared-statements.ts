import { type QueryExecutorProvider, sql } from 'kysely';
import type pg from 'pg';

/** Shorter ones are understood as quickly as they are found again. */
const LEAST_LENGTH = 40;
/** Maximum per connection, because the database keeps each with its plan, about 40 kB. */
const MOST_NAMES = 250;
/** Statements with a varying number of parameters (`in ($1, $2, …)`) rarely repeat, so they are not remembered. */
const MOST_SEEN = 1000;
/** Rows of a file have varying columns; beyond this many variants, statements are parsed each time. */
const MOST_TEXTS = 2000;
/** From this time on that a text comes it has a name. */
const OFTEN = 3;

/**
 * Statements that must be planned for their values: arrays of rows (ten or ten thousand), patterns, and pages, for
 * which a filter's value decides the index.
 */
const OF_ITS_VALUES = /\[\]|\blike\b|\blimit \$/;

/**
 * With this setting, statements of the transaction are planned without looking at values, so a plan is good for all
 * values.
 */
const GENERIC = 'force_generic_plan';

/**
 * With this setting, no statement of the transaction is named, because counts over many rows must be planned for their
 * values.
 */
const EACH_TIME = 'plan_cache_mode = force_custom_plan';

/**
 * Has every statement of this transaction planned for its values: a plan for any values reads a large table in the
 * wrong order.
 */
export const planEachTime = async (tx: QueryExecutorProvider): Promise<void> => {
  await sql.raw(`set local ${EACH_TIME}`).execute(tx);
};

/** A transaction is between them, and its settings end with it. */
const ENDS: ReadonlySet<string> = new Set(['begin', 'commit', 'rollback']);

const names = new Map<string, string>();
let seen = new Map<string, number>();
let made = 0;

/** `key`: the text, with how its transaction wants to be planned before it. */
function nameOf(key: string): string | undefined {
  const known = names.get(key);
  if (known !== undefined || key.length < LEAST_LENGTH || names.size >= MOST_TEXTS) return known;
  const times = (seen.get(key) ?? 0) + 1;
  if (times >= OFTEN) {
    seen.delete(key);
    made += 1;
    names.set(key, `often_${made}`);
    return names.get(key);
  }
  if (seen.size >= MOST_SEEN) seen = new Map();
  seen.set(key, times);
  return undefined;
}

/** Returns the name of a statement in a transaction with these settings; undefined if it must be planned each time. */
function keyOf(text: string, settings: string): string | undefined {
  if (settings === '') return OF_ITS_VALUES.test(text) ? undefined : text;
  return settings.includes(GENERIC) ? settings + text : undefined;
}

/**
 * Parses frequent statements once per connection, and plans them once if the plan is good for other values
 * (decisions/0032). With row-level security, parsing takes longer than the work on a few rows. A transaction that
 * changes planning (`enable_…`) has no names unless it asks for generic plans. After a table was altered (0A000,
 * "cached plan must not change result type"), one statement fails and gets another name.
 */
export function prepareOften(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...query: unknown[]) => unknown;
  const held = new Set<string>();
  const nameHere = (key: string): string | undefined => {
    const name = nameOf(key);
    if (name === undefined || (!held.has(name) && held.size >= MOST_NAMES)) return undefined;
    held.add(name);
    return name;
  };
  let settings = '';
  const named = (...query: unknown[]): unknown => {
    const [text, values, callback] = query;
    if (typeof text === 'string' && ENDS.has(text)) settings = '';
    else if (typeof text === 'string' && (text.includes('enable_') || text.includes(EACH_TIME))) settings += text;
    const key =
      typeof text === 'string' && Array.isArray(values) && callback === undefined ? keyOf(text, settings) : undefined;
    const name = key === undefined ? undefined : nameHere(key);
    if (key === undefined || name === undefined) return send(...query);
    const answer = send({ name, text, values });
    if (answer instanceof Promise)
      answer.catch((error: unknown) => void ((error as { code?: string }).code === '0A000' && names.delete(key)));
    return answer;
  };
  client.query = named as typeof client.query;
}
