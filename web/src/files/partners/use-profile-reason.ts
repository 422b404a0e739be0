import { t } from '@lingui/core/macro';
import { useUser, useWhyNot } from '../../session.ts';

/** Why this person cannot change a sender's profile, or what is remembered in it; undefined where they can. */
export function useProfileReason(): (isOfGroup: boolean) => string | undefined {
  const user = useUser();
  const role = useWhyNot('files.process');
  return (isOfGroup) =>
    role ??
    (user?.assignedGroupsOnly && !isOfGroup
      ? t`This profile serves all groups of the sender, and you work on assigned groups only.`
      : undefined);
}
