import type { GroupDetail } from '@openbenefits/contract/groups';
import { FALLBACK_CLASSES, FALLBACK_LOCATIONS } from '@openbenefits/domain/groups/group-terms';
import { closedReason } from '@openbenefits/domain/members/new-member';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orpc } from '../../api.ts';
import { today } from '../../groups/today.ts';
import type { Ground } from './member-form.ts';

/** Fallback lists if the group's classes could not be loaded (specification 1, section 8). */
const CLASSES = FALLBACK_CLASSES.slice(0, 3);
const LOCATIONS = FALLBACK_LOCATIONS.slice(0, 2).map(({ code, department }) => ({ code, name: department }));

/**
 * Loads the data of the dialog when it opens. If the group's classes cannot be loaded, that is logged and the specified
 * lists are used, with the plans and terms of the group page; the server still validates.
 */
export function useGround(group: GroupDetail): { ground: Ground | undefined; error: unknown; retry: () => void } {
  const form = useQuery(
    orpc.members.addForm.queryOptions({ input: { groupId: group.id }, staleTime: 0, refetchOnWindowFocus: false }),
  );
  const failed = form.isError && !form.data;
  const catalogue = useQuery(orpc.plans.offered.queryOptions({ input: {}, enabled: failed }));
  useEffect(() => {
    // oxlint-disable-next-line no-console -- specification 1, section 8: a failed load of the classes is logged
    if (failed) console.warn('The classes of the group could not be loaded');
  }, [failed]);
  const retry = () => void Promise.all([form.refetch(), catalogue.refetch()]);
  if (form.data) return { ground: { ...form.data, today: today() }, error: null, retry };
  if (!failed || !catalogue.data) return { ground: undefined, error: failed ? catalogue.error : null, retry };
  const { waitingPeriodDays, waitingPeriodStart, effectiveDate, retroTermDays, status } = group;
  const ground: Ground = {
    today: today(),
    classes: CLASSES,
    locations: LOCATIONS,
    fallback: { classes: true, locations: true },
    plans: catalogue.data,
    offers: null,
    terms: { waitingPeriodDays, waitingPeriodStart, effectiveDate, retroTermDays },
    employerPercent: 60,
    closedReason: closedReason(status),
  };
  return { ground, error: null, retry };
}
