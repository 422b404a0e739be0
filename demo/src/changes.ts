import { formatDate } from '@openbenefits/domain/calendar-date';
import type { GroupPlot } from './groups.ts';
import type { Moment } from './moments.ts';
import { demoAdministrator, demoStaff } from './people.ts';
import type { DemoPerson } from './people.ts';
import type { Random } from './random.ts';

export type DemoChange = {
  readonly id: string;
  readonly kind: 'group_created' | 'enrollment' | 'renewal' | 'termination';
  readonly summary: string;
  readonly reason: string | null;
  readonly actorId: string;
  readonly actorName: string;
  readonly groupId: string;
  readonly madeAt: string;
};
export type DemoChangeItem = {
  readonly changeId: string;
  readonly itemNo: number;
  readonly entity: 'group' | 'member';
  readonly entityId: string;
  readonly action: 'added' | 'changed' | 'ended';
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
};

type Event = 'enrolled' | 'hired' | 'born' | 'renewed' | 'left' | 'closed';
type Open = { id: string; group: GroupPlot; event: Event; moment: Moment; people: Set<string>; actor: DemoPerson };

/** Summaries by kind of event, with the number of members. No name or birth date is in a summary. */
const SAY: Readonly<
  Record<
    Event,
    { kind: DemoChange['kind']; reason: string | null; summary: (count: string, group: GroupPlot) => string }
  >
> = {
  enrolled: {
    kind: 'enrollment',
    reason: 'First enrollment',
    summary: (count, group) => `Initial enrollment, ${formatDate(group.row.effectiveDate)} (${count})`,
  },
  hired: { kind: 'enrollment', reason: 'New hire', summary: (count) => `Added new hires (${count})` },
  born: { kind: 'enrollment', reason: 'Birth', summary: (count) => `Added newborns (${count})` },
  renewed: {
    kind: 'renewal',
    reason: 'Open enrollment',
    summary: (count, group) => `Open enrollment plan changes, ${formatDate(group.planYear)} (${count})`,
  },
  left: { kind: 'termination', reason: 'Employment ended', summary: (count) => `Terminated coverage (${count})` },
  closed: {
    kind: 'termination',
    reason: 'Group ended',
    summary: (count) => `Terminated the group's coverage (${count})`,
  },
};

const EDITORS = [demoAdministrator, ...demoStaff.filter(({ role }) => role === 'system_administrator')];
const specialist = demoStaff.find(({ role }) => role === 'ichra_specialist') ?? demoAdministrator;

export type ChangeBook = {
  /** The change of a group's event at a moment; asked twice, it is the same change. */
  about(group: GroupPlot, event: Event, moment: Moment, memberId: string): string;
  close(): { changes: DemoChange[]; items: DemoChangeItem[] };
};

/** Members listed per change: enough for a readable history. */
const LISTED = 5;

export function openChangeBook(
  groups: readonly GroupPlot[],
  nextId: (ms: number) => string,
  random: Random,
): ChangeBook {
  const open = new Map<string, Open>();
  const actorFor = (group: GroupPlot): DemoPerson =>
    group.sketch.ichra && random.chance(0.6)
      ? specialist
      : random.chance(0.8)
        ? demoAdministrator
        : random.pick(EDITORS);
  return {
    about(group, event, moment, memberId) {
      const key = `${group.row.id}${event}${moment.at}`;
      let change = open.get(key);
      if (!change) {
        change = { id: nextId(moment.ms), group, event, moment, people: new Set(), actor: actorFor(group) };
        open.set(key, change);
      }
      change.people.add(memberId);
      return change.id;
    },
    close() {
      const changes: DemoChange[] = [];
      const items: DemoChangeItem[] = [];
      for (const group of groups) {
        const id = nextId(group.created.ms);
        changes.push({
          id,
          kind: 'group_created',
          summary: 'Created the group',
          reason: null,
          actorId: demoAdministrator.id,
          actorName: demoAdministrator.name,
          groupId: group.row.id,
          madeAt: group.created.at,
        });
        items.push({
          changeId: id,
          itemNo: 1,
          entity: 'group',
          entityId: group.row.id,
          action: 'added',
          before: null,
          after: { cim_number: group.row.cimNumber },
        });
      }
      for (const { id, group, event, moment, people, actor } of open.values()) {
        const { kind, reason, summary } = SAY[event];
        const count = people.size === 1 ? '1 person' : `${people.size} people`;
        changes.push({
          id,
          kind,
          summary: summary(count, group),
          reason,
          actorId: actor.id,
          actorName: actor.name,
          groupId: group.row.id,
          madeAt: moment.at,
        });
        const action = kind === 'enrollment' ? 'added' : kind === 'renewal' ? 'changed' : 'ended';
        for (const [index, entityId] of [...people].slice(0, LISTED).entries())
          items.push({
            changeId: id,
            itemNo: index + 1,
            entity: 'member',
            entityId,
            action,
            before: null,
            after: null,
          });
      }
      return { changes, items };
    },
  };
}
