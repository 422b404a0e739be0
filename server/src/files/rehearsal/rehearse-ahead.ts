import { firstOfNextMonth } from '@openbenefits/domain/calendar-date';
import type { RetroEnds } from '@openbenefits/domain/files/coverage/retro-ends';
import { sql } from 'kysely';
import { inTenant, type Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { handled } from '../queue/breathe.ts';
import { CHUNK, type Chunk, countOf, Digests, readChunk } from '../staging/chunk-of-records.ts';
import { FamilyLinks } from '../matching/family-links.ts';
import { FamilyNumbers } from '../matching/family-numbers.ts';
import { Namesakes } from '../matching/namesakes.ts';
import { putAside } from './choices.ts';
import { CoveredTwice } from './covered-twice.ts';
import { DependentsLeft } from './missing/dependents-left.ts';
import { MovedGroups } from './missing/moved-groups.ts';
import { AdditionsAbove } from '../matching/additions-above.ts';
import { FarConflicts } from '../matching/far-conflicts.ts';
import { assertLease, type Lease } from '../queue/file-lease.ts';
import { KnownKeys } from '../matching/known-keys.ts';
import { Newcomers } from './newcomers/newcomers.ts';
import { PreviewRates } from './premiums/rates.ts';
import type { RehearsalContext } from './rehearsal-context.ts';
import { rehearseChunk } from './rehearse-chunk.ts';
import { inStep } from '../queue/replayable.ts';
import { loadPlanNames } from '../matching/resolve-names.ts';
import { Repeats } from './repeats.ts';
import { Noticed } from './noticed.ts';
import { TypedTiers } from './typed-tiers.ts';
import { rehearseRepeats } from './rehearse-repeats.ts';
import { SeenKeys } from '../staging/seen-keys.ts';
import { forgetNewcomers } from './newcomers/staged-newcomers.ts';
import { LATE_FROM } from '../staging/staged-packs.ts';
import { StagedSoFar } from '../staging/staged-so-far.ts';

/**
 * Forgets what a rehearsal wrote; it had no effect, so nothing else has to be taken back. Only what the reader itself
 * has noted stays, and where it begins anew what somebody has chosen.
 */
export async function forgetRehearsal(tx: Tx, lease: Lease, beginsAnew = false): Promise<void> {
  if (beginsAnew) await putAside(tx, lease.jobId);
  else await tx.deleteFrom('fileChanges').where('jobId', '=', lease.jobId).execute();
  await tx.deleteFrom('filePremiums').where('jobId', '=', lease.jobId).execute();
  await tx.deleteFrom('fileRefusals').where('jobId', '=', lease.jobId).where('isMatch', '=', true).execute();
  await forgetNewcomers(tx, lease);
  await tx.deleteFrom('importFamilies').where('jobId', '=', lease.jobId).where('memberId', 'is not', null).execute();
  await tx.updateTable('fileJobs').set({ recordsDone: 0, stops: '[]' }).where('id', '=', lease.jobId).execute();
}

/** `hasLate`: dependents come long after their subscribers, who must be kept for them. */
type Beginning = { partnerId: string | null; hasLate: boolean };

async function contextOf(
  tx: Tx,
  services: Services,
  lease: Lease,
  { partnerId, hasLate }: Beginning,
): Promise<RehearsalContext> {
  const today = services.clock.today();
  const profile =
    partnerId === null
      ? undefined
      : await tx.selectFrom('tradingPartners').select('retroEnds').where('id', '=', partnerId).executeTakeFirst();
  // A profile that this file makes is as every profile begins.
  const { resentFrom, groupId, groupFromFile } = await tx
    .selectFrom('fileJobs')
    .select(['resentFrom', 'groupId', 'groupFromFile'])
    .where('id', '=', lease.jobId)
    .executeTakeFirstOrThrow();
  const rule = (profile?.retroEnds ?? 'as_sent') as RetroEnds;
  const aside = await tx
    .selectFrom('fileChanges')
    .select('recordNo')
    .where('jobId', '=', lease.jobId)
    .limit(1)
    .executeTakeFirst();
  return {
    services,
    lease,
    today,
    retro: { rule, today },
    isResent: resentFrom !== null,
    plans: await loadPlanNames(tx, partnerId),
    groups: new Map(),
    families: new FamilyLinks(lease),
    numbers: new FamilyNumbers(partnerId),
    namesakes: new Namesakes(),
    digests: new Digests(services.vault, lease),
    known: new KnownKeys(),
    premiumDay: firstOfNextMonth(today),
    rates: await PreviewRates.load({ tx, vault: services.vault, tenantId: lease.tenantId }, firstOfNextMonth(today)),
    byPlan: new Map(),
    kept: hasLate ? [] : null,
    newcomers: new Newcomers(new SeenKeys('likely')),
    conflicts: new FarConflicts(),
    repeats: new Repeats(services.fileSteps?.waiting),
    above: new AdditionsAbove(),
    covered: new SeenKeys('sure'),
    coveredTwice: new CoveredTwice(),
    moved: groupId === null || groupFromFile ? new MovedGroups() : null,
    dependentsLeft: new DependentsLeft(),
    typedTiers: new TypedTiers(),
    noticed: new Noticed(),
    newcomersFound: 0,
    elsewhere: 0,
    linesNamed: new Map(),
    bases: new Map(),
    hasChoices: aside !== undefined,
  };
}

/**
 * Rehearses chunk after chunk, as far as the file is staged. While the database still writes one over its connection,
 * the next is worked out over another: nobody is altered, so nothing depends on which is written first.
 */
async function rehearseChunks(context: RehearsalContext, staged: StagedSoFar, signal: AbortSignal): Promise<void> {
  const { services, lease, families } = context;
  const most = services.fileSteps?.chunk ?? CHUNK;
  let taken = 0;
  let lastKey = -1;
  /** The next chunk; null when nothing is left, or when the reader has not come so far. */
  const next = async (tx: Tx): Promise<Chunk | null> =>
    staged.has(taken + most) ? readChunk(tx, lease, lastKey, most) : null;
  const written: Promise<void>[] = [];
  try {
    for (let chunk: Chunk | null = null; ;) {
      signal.throwIfAborted();
      if (chunk === null) {
        await staged.until(taken + most, signal);
        chunk = await inTenant(services.db, lease.tenantId, next);
        if (chunk === null) break;
      }
      const now: Chunk = chunk;
      taken += countOf(now);
      lastKey = now.lastKey;
      const worked = Promise.withResolvers<Chunk | null>();
      const writing = handled(inStep(services, lease, (tx) => rehearseChunk(tx, context, now, next, worked.resolve)));
      chunk = await Promise.race([worked.promise, writing.then(() => worked.promise)]);
      const before = written.at(-1);
      written.push(writing);
      // No more than two at a time: what a chunk has noted of families is remembered until it is written.
      await before;
      families.forgetOldest();
    }
    await Promise.all(written);
  } finally {
    await Promise.allSettled(written);
  }
}

/** Rehearses a file that is staged as a whole. An earlier attempt may have come to any point. */
export async function rehearseStaged(services: Services, lease: Lease, signal: AbortSignal): Promise<RehearsalContext> {
  const context = await inTenant(services.db, lease.tenantId, async (tx) => {
    await forgetRehearsal(tx, lease, true);
    await tx
      .updateTable('fileJobs')
      .set({ stage: 'rehearsing', stageStartedAt: services.clock.now() })
      .where('id', '=', lease.jobId)
      .execute();
    await assertLease(tx, lease);
    const { rows } =
      await sql<Beginning>`select partner_id, exists (select from import_packs where job_id = ${lease.jobId} and pack_key >= ${LATE_FROM}) as has_late from file_jobs where id = ${lease.jobId}`.execute(
        tx,
      );
    return contextOf(tx, services, lease, rows[0] ?? { partnerId: null, hasLate: false });
  });
  await rehearseChunks(context, StagedSoFar.whole(), signal);
  await rehearseRepeats(context, signal);
  return context;
}

/**
 * A rehearsal that follows the reading of its file: it alters nobody, so it may begin before the last byte was read.
 * What it has worked out holds when the file turns out to be as it was taken for; else it was for nothing, and the file
 * is rehearsed anew.
 */
export class RehearsalAhead {
  readonly #services: Services;
  readonly #lease: Lease;
  readonly #given = new AbortController();
  readonly #signal: AbortSignal;
  readonly #staged = new StagedSoFar();
  #partnerId: string | null = null;
  #running: Promise<RehearsalContext> | undefined;

  constructor(services: Services, lease: Lease, signal: AbortSignal) {
    this.#services = services;
    this.#lease = lease;
    this.#signal = AbortSignal.any([signal, this.#given.signal]);
  }

  /** To be called before anything is stored, with the profile that the file is taken to belong to, if there is one. */
  expect(partnerId: string | null): void {
    this.#partnerId = partnerId;
  }

  /**
   * So many more records stand in staging, in file order. One that was given up does not begin any more: it would
   * forget what has been rehearsed since.
   */
  stored(records: number): void {
    if (this.#given.signal.aborted) return;
    this.#staged.add(records);
    this.#running ??= handled(this.#run());
  }

  async #run(): Promise<RehearsalContext> {
    const context = await inTenant(this.#services.db, this.#lease.tenantId, async (tx) => {
      await forgetRehearsal(tx, this.#lease, true);
      await assertLease(tx, this.#lease);
      return contextOf(tx, this.#services, this.#lease, { partnerId: this.#partnerId, hasLate: false });
    });
    await rehearseChunks(context, this.#staged, this.#signal);
    await rehearseRepeats(context, this.#signal);
    return context;
  }

  /** The whole file stands in staging, and is what it was taken for. */
  read(): void {
    this.#staged.end();
  }

  /** What has been worked out, to the end of the file; undefined when it was given up, or never began. */
  async finish(): Promise<RehearsalContext | undefined> {
    return this.#given.signal.aborted ? undefined : this.#running;
  }

  /** Resolves when nothing of it is written any more. */
  async giveUp(): Promise<void> {
    this.#given.abort(new Error('The rehearsal was given up'));
    await Promise.allSettled([this.#running]);
  }
}
