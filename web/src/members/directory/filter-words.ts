import { formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL, MEMBER_STATUS_LABEL } from '../../domain-labels.ts';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import type { FilterChip } from '../../ui/FilterChips.tsx';
import type { Ask, DirectoryQuestion, MemberFilter } from './directory-address.ts';

/** The active filters as text, each with a button to remove it. */
export function useFilterChips(
  { filter }: DirectoryQuestion,
  ask: Ask,
  saidElsewhere: readonly (keyof MemberFilter)[] = [],
): FilterChip[] {
  const { t } = useLingui();
  const group = useQuery(
    orpc.groups.get.queryOptions({
      input: { id: filter.groupId ?? '' },
      enabled: filter.groupId !== undefined,
      retry: false,
    }),
  ).data?.companyName;
  const plan = useQuery(
    orpc.directory.plans.queryOptions({ enabled: filter.planId !== undefined, staleTime: 300_000 }),
  ).data?.find(({ id }) => id === filter.planId)?.name;
  const without = (key: keyof MemberFilter) => () => {
    const { [key]: _, ...rest } = filter;
    ask({ filter: { ...rest, kind: key === 'kind' ? 'all' : filter.kind } });
  };
  const { status, line } = filter;
  const words: readonly (readonly [key: keyof MemberFilter, label: string | undefined])[] = [
    ['kind', filter.kind === 'subscriber' ? t`Subscribers` : filter.kind === 'dependent' ? t`Dependents` : undefined],
    ['status', status && t`Status: ${MEMBER_STATUS_LABEL[status]}`],
    ['coveredToday', filter.coveredToday && t`Covered today`],
    ['coveredOn', filter.coveredOn && t`Covered on ${formatDate(filter.coveredOn)}`],
    ['line', line && t`Covered: ${COVERAGE_LINE_LABEL[line]}`],
    ['planId', filter.planId && t`Plan: ${plan ?? '…'}`],
    ['groupId', filter.groupId && t`Group: ${group ?? '…'}`],
    ['newWithinDays', filter.newWithinDays && t`Added in ${filter.newWithinDays} days`],
    ['pendingOverDays', filter.pendingOverDays && t`Pending for more than ${filter.pendingOverDays} days`],
    ['startsWithinDays', filter.startsWithinDays && t`Coverage starts in ${filter.startsWithinDays} days`],
    ['endsWithinDays', filter.endsWithinDays && t`Coverage ends in ${filter.endsWithinDays} days`],
    ['ageOutWithinDays', filter.ageOutWithinDays && t`Turns 26 in ${filter.ageOutWithinDays} days`],
    ['missing', filter.missing && t`No SSN on record`],
    ['outsideSubscriber', filter.outsideSubscriber && t`Covered without their subscriber`],
  ].map(([key, label]) => [key as keyof MemberFilter, typeof label === 'string' ? label : undefined] as const);
  return words.flatMap(([key, label]) =>
    label === undefined || saidElsewhere.includes(key) ? [] : [{ label, onRemove: without(key) }],
  );
}
