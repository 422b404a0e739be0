import type { DemoGroup } from './groups.ts';
import { demoAdministrator, demoStaff } from './people.ts';

export type DemoGroupAdmin = {
  readonly groupId: string;
  readonly userId: string;
  readonly assignedBy: string;
  readonly assignedAt: string;
};

/** Who works on assigned groups only gets every sixth group; the two have none in common. */
export function assignAdministrators(groups: readonly DemoGroup[]): DemoGroupAdmin[] {
  const limited = demoStaff.filter(({ assignedGroupsOnly }) => assignedGroupsOnly);
  return groups.flatMap((group, index) => {
    const person = limited.find((_, at) => index % 6 === at);
    return person
      ? [{ groupId: group.id, userId: person.id, assignedBy: demoAdministrator.name, assignedAt: group.createdAt }]
      : [];
  });
}
