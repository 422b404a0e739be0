import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from './command.ts';
import { inTenantAs, isDatabaseAway, type Tx } from './db/connect.ts';
import { planEachTime } from './db/prepared-statements.ts';
import type { Services } from './request-context.ts';

/** Figures over everything that a person may see, and how they are counted. */
export type Figures<T extends object> = { kind: string; count: (work: Work) => Promise<T> };

/** Returns the scope of a count: users who see all groups share one. */
type Viewer = Work['actor'];

/** Kept figures are refreshed when they are older than this, and older than many times their counting time. */
const FRESH_MS = 30_000;
const FRESH_TIMES_COUNT = 20;

const scopeOf = ({ assignedGroupsOnly, id, tenantId }: Viewer): string =>
  assignedGroupsOnly ? `assigned to ${id}` : `all of ${tenantId}`;

async function countNow<T extends object>(work: Work, { count }: Figures<T>): Promise<{ figures: T; tookMs: number }> {
  await planEachTime(work.tx);
  const started = performance.now();
  const figures = await count(work);
  return { figures, tookMs: Math.round(performance.now() - started) };
}

async function keep(
  { tx, actor, now, today }: Work,
  { kind }: Figures<object>,
  { figures, tookMs }: { figures: unknown; tookMs: number },
): Promise<void> {
  await sql`insert into kept_figures (scope, kind, figures, counted_at, counted_for, took_ms)
    values (${scopeOf(actor)}, ${kind}, ${JSON.stringify(figures)}, ${now}, ${today}, ${tookMs})
    on conflict (tenant_id, scope, kind) do update set figures = excluded.figures, counted_at = excluded.counted_at,
      counted_for = excluded.counted_for, took_ms = excluded.took_ms`.execute(tx);
}

/** Counts in its own transaction, unless another process is counting the same. Only slow counts are kept. */
async function recount(actor: Viewer, services: Services, of: Figures<object>): Promise<void> {
  const { kind } = of;
  const scope = scopeOf(actor);
  const count = async (tx: Tx): Promise<void> => {
    const { rows } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_xact_lock(hashtextextended(${`${scope} ${kind}`}, 74)) as mine`.execute(tx);
    if (!rows[0]?.mine) return;
    const work = { tx, actor, services, now: services.clock.now(), today: services.clock.today() } as Work;
    const counted = await countNow(work, of);
    if (counted.tookMs > services.keepFiguresAfterMs) await keep(work, of, counted);
    else await tx.deleteFrom('keptFigures').where('scope', '=', scope).where('kind', '=', kind).execute();
  };
  await inTenantAs(services.background, actor, count);
}

const running = new Set<string>();

function recountLater(actor: Viewer, services: Services, of: Figures<object>): void {
  const key = `${scopeOf(actor)} ${of.kind}`;
  if (running.has(key)) return;
  running.add(key);
  void recount(actor, services, of)
    .catch((error: unknown) => services.log.warn({ err: error }, 'Figures could not be recounted'))
    .finally(() => running.delete(key));
}

/** Counts in advance for users who see all groups, so that no one waits for the first count. */
export async function warmFigures(
  tenantId: string,
  services: Services,
  list: readonly Figures<object>[],
): Promise<void> {
  const everybody = { id: 'system', tenantId, assignedGroupsOnly: false } as Viewer;
  for (const of of list) await recount(everybody, services, of);
}

/**
 * Returns the figures for what the user may see. Fast counts run directly. Slow ones are kept, returned with their time
 * `asOf`, and refreshed in the background. Throws a Refusal 'unavailable' if the first count takes longer than a
 * request may.
 */
export async function figuresOf<T extends object>(
  work: Work,
  of: Figures<T>,
): Promise<T & { asOf: string; recounting: boolean }> {
  const { tx, actor, now, today, services } = work;
  const kept = await tx
    .selectFrom('keptFigures')
    .select(['figures', 'countedAt', 'countedFor', 'tookMs'])
    .where('scope', '=', scopeOf(actor))
    .where('kind', '=', of.kind)
    .executeTakeFirst();
  if (kept) {
    const age = Date.parse(now) - Date.parse(kept.countedAt);
    const isFresh = kept.countedFor === today && age <= Math.max(FRESH_MS, FRESH_TIMES_COUNT * kept.tookMs);
    if (!isFresh) recountLater(actor, services, of);
    return { ...(kept.figures as unknown as T), asOf: kept.countedAt, recounting: !isFresh };
  }
  try {
    const counted = await countNow(work, of);
    if (counted.tookMs > services.keepFiguresAfterMs) await keep(work, of, counted);
    return { ...counted.figures, asOf: now, recounting: false };
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    recountLater(actor, services, of);
    throw new Refusal('unavailable', 'These figures are being counted for the first time. Try again in a minute.');
  }
}
