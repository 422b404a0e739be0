import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { COMPANY_NAMES, HOME_OF, NAMED_GROUPS } from './company-names.ts';
import type { NamedGroup } from './company-names.ts';
import type { Random } from './random.ts';

export type WorldSize = 'full' | 'small';

/** The counts the world comes to exactly; those of the full one are the figures of specification 1, section 2.13. */
export const COUNTS = {
  full: { groups: 240, subscribers: 7386, dependents: 8456, recent: 127, pending: 89, renewals: 31, ichra: 18 },
  small: { groups: 12, subscribers: 56, dependents: 64, recent: 9, pending: 6, renewals: 2, ichra: 1 },
} as const satisfies Record<WorldSize, Record<string, number>>;

/** How many groups of the full world have each status. */
const STATUSES: readonly (readonly [GroupStatus, number])[] = [
  ['active', 205],
  ['pending', 12],
  ['under_review', 6],
  ['suspended', 7],
  ['terminated', 6],
  ['inactive', 4],
];

/** What a group is to become, before it has dates and numbers. */
export type GroupSketch = {
  readonly name: string;
  readonly industry: string;
  readonly city: string | null;
  readonly status: GroupStatus;
  readonly ichra: boolean;
  readonly calendarYear: boolean;
  readonly employees: number;
  readonly subscribers: number;
};

const sketchOf = (named: NamedGroup, subscribers: number): GroupSketch => ({
  ...named,
  ichra: named.ichra ?? false,
  calendarYear: named.calendarYear ?? false,
  subscribers,
});

/**
 * Sizes as they are among employers: many small ones, few large ones. Adds up to the total, none under 1 or over 330.
 */
function sizesAddingUpTo(total: number, count: number, random: Random): number[] {
  const weights = Array.from({ length: count }, () =>
    Math.exp(1.15 * (random.next() + random.next() + random.next() + random.next() - 2) * 1.73),
  );
  const sum = weights.reduce((a, b) => a + b, 0);
  const sizes = weights.map((weight) => Math.min(330, Math.max(1, Math.round((weight / sum) * total))));
  let missing = total - sizes.reduce((a, b) => a + b, 0);
  for (let index = 0; missing !== 0; index = (index + 1) % count) {
    const size = sizes[index] ?? 0;
    if (missing > 0 && size < 330) {
      sizes[index] = size + 1;
      missing -= 1;
    } else if (missing < 0 && size > 3) {
      sizes[index] = size - 1;
      missing += 1;
    }
  }
  return sizes;
}

export function sketchGroups(size: WorldSize, random: Random): GroupSketch[] {
  if (size === 'small')
    return NAMED_GROUPS.flatMap((named) => (named.few === null ? [] : [sketchOf(named, named.few)]));
  const sketches = NAMED_GROUPS.map((named) => sketchOf(named, named.subscribers));
  const names = random.shuffled(
    Object.entries(COMPANY_NAMES).flatMap(([industry, list]) => list.map((name) => ({ name, industry }))),
  );
  const statuses = STATUSES.flatMap(([status, count]) =>
    Array.from({ length: count - sketches.filter((sketch) => sketch.status === status).length }, () => status),
  );
  if (names.length < statuses.length) throw new Error(`${statuses.length - names.length} company names are missing`);
  // A group pending review has sent at most a first census: two of the unnamed groups have.
  const enrolling = statuses.filter((status) => status !== 'pending').length;
  const rest = COUNTS.full.subscribers - sketches.reduce((sum, sketch) => sum + sketch.subscribers, 0) - 6;
  const sizes = sizesAddingUpTo(rest, enrolling, random);
  let remainingIchra = COUNTS.full.ichra - sketches.filter((sketch) => sketch.ichra).length;
  let pendingSeen = 0;
  for (const [index, status] of statuses.entries()) {
    const { name, industry } = names[index] ?? { name: '', industry: '' };
    const subscribers = status === 'pending' ? (pendingSeen++ < 2 ? 3 : 0) : (sizes.pop() ?? 0);
    const ichra = status === 'active' && remainingIchra > 0 && subscribers < 60;
    if (ichra) remainingIchra -= 1;
    const employees =
      status === 'pending'
        ? random.int(4, 90)
        : Math.min(400, Math.max(2, Math.ceil(subscribers / (0.72 + random.next() * 0.26))));
    sketches.push({
      name,
      industry,
      city: HOME_OF[name] ?? null,
      status,
      ichra,
      calendarYear: false,
      employees,
      subscribers,
    });
  }
  return sketches;
}
