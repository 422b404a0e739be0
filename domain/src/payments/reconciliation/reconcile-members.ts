import type { CalendarDate } from '../../calendar-date.ts';
import { formatDate } from '../../calendar-date.ts';
import { type Cents, formatMoney, fromCents, ZERO } from '../../money.ts';
import { PLAN_TIER_LABEL, type PlanTier } from '../../plans/tier-set.ts';
import { type Difference, type OurLine, sumOf, type TheirLine } from './difference.ts';

/** What is known of a subscriber's coverage on a line, or on any, apart from what was billed. */
export type CoverageFact = {
  /** The last covered day, null while coverage continues. */
  readonly lastDay: CalendarDate | null;
  readonly firstDay: CalendarDate;
};

/** What explains a difference. Keys of `coverage`, `news` and `newsForThem` are `factKey`, per line and without one. */
export type ReconciliationFacts = {
  readonly coverage: ReadonlyMap<string, CoverageFact>;
  /** Changed after our cut-off: our bill does not have it. */
  readonly news: ReadonlySet<string>;
  /** Changed after their cut-off: their figures do not have it. */
  readonly newsForThem: ReadonlySet<string>;
  /** What should be billed as known now, of groups with news. */
  readonly now: readonly OurLine[];
  readonly planNames: ReadonlyMap<string, string>;
};

/** How exactly their lines name what is billed. */
export type Grain = 'plan' | 'line' | 'member';

export const factKey = (subscriberId: string, line: string | null): string => `${subscriberId} ${line ?? ''}`;

type Bucket = { theirs: TheirLine[]; ours: OurLine[] };
type Named = { subscriberId: string | null; planId: string | null; line: string | null; month: string };

const keyOf = ({ subscriberId, planId, line, month }: Named, grain: Grain): string =>
  `${subscriberId} ${month} ${grain === 'plan' ? planId : grain === 'line' ? line : ''}`;

/** Amounts of a plan by tier where all subscribers of the tier pay the same. */
function tierAmounts(ours: readonly OurLine[]): Map<string, PlanTier> {
  const tiers = new Map<string, PlanTier | null>();
  for (const { planId, tier, cents } of ours) {
    if (tier === null) continue;
    const key = `${planId} ${cents}`;
    const before = tiers.get(key);
    tiers.set(key, before === undefined || before === tier ? tier : null);
  }
  return new Map([...tiers].filter((one): one is [string, PlanTier] => one[1] !== null));
}

/** Compares lines per member with ours. Every line of both sides is in exactly one difference, so the sums agree. */
export function reconcileMembers(
  theirs: readonly TheirLine[],
  ours: readonly OurLine[],
  facts: ReconciliationFacts,
  grain: Grain,
): Difference[] {
  return new MemberReconciliation(ours, facts, grain).of(theirs);
}

class MemberReconciliation {
  readonly #ours: readonly OurLine[];
  readonly #facts: ReconciliationFacts;
  readonly #grain: Grain;
  readonly #tiers: ReadonlyMap<string, PlanTier>;
  readonly #now = new Map<string, number>();
  readonly #found: Difference[] = [];

  constructor(ours: readonly OurLine[], facts: ReconciliationFacts, grain: Grain) {
    this.#ours = ours;
    this.#facts = facts;
    this.#grain = grain;
    this.#tiers = tierAmounts(ours);
    for (const line of facts.now) {
      const key = keyOf(line, grain);
      this.#now.set(key, (this.#now.get(key) ?? 0) + line.cents);
    }
  }

  of(theirs: readonly TheirLine[]): Difference[] {
    const buckets = new Map<string, Bucket>();
    const at = (key: string): Bucket => {
      const bucket = buckets.get(key) ?? { theirs: [], ours: [] };
      buckets.set(key, bucket);
      return bucket;
    };
    for (const line of this.#ours) at(keyOf(line, this.#grain)).ours.push(line);
    for (const line of theirs) {
      if (line.subscriberId === null) this.#unknown(line);
      else at(keyOf(line, this.#grain)).theirs.push(line);
    }
    const single: Bucket[] = [];
    for (const bucket of buckets.values()) {
      if (bucket.theirs.length > 0 && bucket.ours.length > 0) this.#both(bucket);
      else single.push(bucket);
    }
    for (const bucket of this.#paired(single)) this.#oneSided(bucket);
    return this.#found;
  }

  #add(kind: Difference['kind'], { theirs, ours }: Bucket, reason: string, lastDay: CalendarDate | null = null): void {
    const [their] = theirs;
    const [our] = ours;
    this.#found.push({
      kind,
      groupId: our?.groupId ?? their?.groupId ?? null,
      subscriberId: our?.subscriberId ?? their?.subscriberId ?? null,
      stated: our || their?.subscriberId ? null : (their?.stated ?? null),
      planId: their?.planId ?? our?.planId ?? null,
      line: our?.line ?? their?.line ?? null,
      tier: our?.tier ?? their?.tier ?? null,
      month: (our ?? their)?.month as CalendarDate,
      theirs: sumOf(theirs),
      ours: sumOf(ours),
      reason,
      row: their?.row ?? null,
      lastDay,
    });
  }

  #unknown(line: TheirLine): void {
    const reason =
      line.stated === ''
        ? `Row ${line.row} names no member.`
        : `No member has this ID or name. Check row ${line.row} of the file.`;
    this.#add('unexplained', { theirs: [line], ours: [] }, reason);
  }

  #plan(planId: string | null): string {
    return (planId !== null && this.#facts.planNames.get(planId)) || 'an unknown plan';
  }

  /** Whether a change that one side did not have explains the difference. */
  #timing({ theirs, ours }: Bucket): string | undefined {
    const some = ours[0] ?? theirs[0];
    if (!some?.subscriberId) return undefined;
    const lines = new Set([...theirs, ...ours].map(({ line }) => line));
    const { subscriberId } = some;
    const has = (news: ReadonlySet<string>): boolean =>
      [...lines].some((line) => news.has(factKey(subscriberId, line)));
    if (has(this.#facts.news)) {
      const keys = new Set([...theirs, ...ours].map((line) => keyOf(line, this.#grain)));
      const now = [...keys].reduce((sum, key) => sum + (this.#now.get(key) ?? 0), 0);
      if (now === sumOf(theirs)) return 'Changed after the cut-off of our bill. The next bill adjusts it.';
    }
    if (has(this.#facts.newsForThem)) return 'Changed after their cut-off. Their next invoice should have it.';
    return undefined;
  }

  /** Rows that repeat one before: the same person and amount. */
  #withoutRepeats({ theirs, ours }: Bucket): Bucket {
    const seen = new Set<string>();
    const kept: TheirLine[] = [];
    for (const line of theirs) {
      const key = `${line.memberId ?? ''} ${line.cents}`;
      if (line.cents !== 0 && seen.has(key))
        this.#add('duplicate', { theirs: [line], ours: [] }, `Billed twice, again in row ${line.row}.`);
      else kept.push(line);
      seen.add(key);
    }
    return { theirs: kept, ours };
  }

  #both(whole: Bucket): void {
    if (sumOf(whole.theirs) === sumOf(whole.ours)) return this.#add('match', whole, '');
    const bucket = this.#withoutRepeats(whole);
    const [billed, expected] = [sumOf(bucket.theirs), sumOf(bucket.ours)];
    if (billed === expected) return this.#add('match', bucket, '');
    const timing = this.#timing(bucket);
    if (timing) return this.#add('timing', bucket, timing);
    const our = bucket.ours[0] as OurLine;
    const theirTier = this.#theirTier(bucket, our, billed);
    if (bucket.ours.length === 1 && theirTier !== null && our.tier !== null && theirTier !== our.tier)
      return this.#add(
        'wrong_tier',
        bucket,
        `Billed as ${PLAN_TIER_LABEL[theirTier]}. The enrollment is ${PLAN_TIER_LABEL[our.tier]}.`,
      );
    if (billed === 0) return this.#add('not_billed', bucket, 'Billed with no amount.');
    if (this.#grain !== 'member' || bucket.ours.length === 1)
      return this.#add('wrong_rate', bucket, `Billed ${formatMoney(billed)}, the rate is ${formatMoney(expected)}.`);
    return this.#add('unexplained', bucket, 'The amount covers several plans. No single rate or tier explains it.');
  }

  #theirTier({ theirs }: Bucket, our: OurLine, billed: Cents): PlanTier | null {
    return theirs.find(({ tier }) => tier !== null)?.tier ?? this.#tiers.get(`${our.planId} ${billed}`) ?? null;
  }

  /** Finds a plan that is billed in place of another of the same line; the rest stays one-sided. */
  #paired(single: readonly Bucket[]): Bucket[] {
    if (this.#grain !== 'plan') return [...single];
    const missing = new Map<string, Bucket[]>();
    const bySide = (bucket: Bucket): string => {
      const { subscriberId, month, line } = (bucket.ours[0] ?? bucket.theirs[0]) as OurLine | TheirLine;
      return `${subscriberId} ${month} ${line}`;
    };
    for (const bucket of single)
      if (bucket.ours.length > 0) missing.set(bySide(bucket), [...(missing.get(bySide(bucket)) ?? []), bucket]);
    const used = new Set<Bucket>();
    for (const bucket of single) {
      const billed = bucket.theirs[0];
      if (!billed?.planId) continue;
      const match = missing.get(bySide(bucket))?.find((one) => !used.has(one));
      if (!match) continue;
      used.add(match).add(bucket);
      this.#wrongPlan(this.#withoutRepeats({ theirs: bucket.theirs, ours: match.ours }));
    }
    return single.filter((bucket) => !used.has(bucket));
  }

  #wrongPlan(both: Bucket): void {
    const timing = this.#timing(both);
    if (timing) return this.#add('timing', both, timing);
    return this.#add(
      'wrong_plan',
      both,
      `Billed on ${this.#plan(both.theirs[0]?.planId ?? null)}. The enrollment is on ${this.#plan(both.ours[0]?.planId ?? null)}.`,
    );
  }

  #oneSided(bucket: Bucket): void {
    if (sumOf(bucket.theirs) === 0 && sumOf(bucket.ours) === 0) return this.#add('match', bucket, '');
    const [their] = bucket.theirs;
    if (their && this.#grain !== 'member' && their.line === null) return this.#unknownPlan(their, bucket);
    const timing = this.#timing(bucket);
    if (timing) return this.#add('timing', bucket, timing);
    return bucket.theirs.length === 0 ? this.#notBilled(bucket) : this.#onlyTheirs(bucket);
  }

  #notBilled(bucket: Bucket): void {
    if (sumOf(bucket.ours) < 0) return this.#add('not_billed', bucket, 'Our credit for this month is missing.');
    const our = bucket.ours[0] as OurLine;
    return this.#add('not_billed', bucket, `Enrolled in ${this.#plan(our.planId)}, and not billed.`);
  }

  #unknownPlan({ row, statedPlan }: TheirLine, bucket: Bucket): void {
    this.#add(
      'unexplained',
      bucket,
      statedPlan === '' ? `Row ${row} names no plan.` : `The plan “${statedPlan}” is not recognized.`,
    );
  }

  #onlyTheirs(whole: Bucket): void {
    const bucket = this.#withoutRepeats(whole);
    const their = bucket.theirs[0] as TheirLine;
    const fact = this.#facts.coverage.get(factKey(their.subscriberId as string, their.line));
    if (fact?.lastDay && fact.lastDay < their.month)
      return this.#add('terminated_billed', bucket, `Coverage ended on ${formatDate(fact.lastDay)}.`, fact.lastDay);
    if (fact && fact.firstDay > their.month)
      return this.#add('unexplained', bucket, `Coverage begins on ${formatDate(fact.firstDay)}.`);
    return this.#add('unexplained', bucket, fact ? 'We have no premium for this plan and month.' : 'Not enrolled.');
  }
}

/** What both sides come to, and what is between them. */
export function totalsOf(found: readonly Difference[]): { theirs: Cents; ours: Cents; difference: Cents } {
  let [theirs, ours] = [0, 0];
  for (const one of found) {
    theirs += one.theirs;
    ours += one.ours;
  }
  return { theirs: fromCents(theirs), ours: fromCents(ours), difference: fromCents(theirs - ours || ZERO) };
}
