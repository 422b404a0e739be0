import { formatDate } from '@openbenefits/domain/calendar-date';
import { useLingui } from '@lingui/react/macro';
import type { FilterChip } from '../../ui/FilterChips.tsx';
import type { ListAddress, ListQuestion } from './list-address.ts';

const NONE = {
  month: null,
  without: null,
  noFile: null,
  opens: null,
  covered: null,
} as const satisfies Partial<ListQuestion>;
export const NO_RARE_FILTERS = NONE;

/** Filters from recommendations and the dashboard, with their labels and a button to remove them. */
export function useRareFilters({
  question: { month, without, noFile, opens, covered },
  ask,
}: ListAddress): FilterChip[] {
  const { t } = useLingui();
  return [
    month !== null && {
      label: t`Renews in ${`${month.slice(5)}/${month.slice(0, 4)}`}`,
      onRemove: () => ask({ month: null }),
    },
    without === 'plans' && { label: t`No plans offered`, onRemove: () => ask({ without: null }) },
    without === 'rates' && { label: t`Renews without rates`, onRemove: () => ask({ without: null }) },
    noFile !== null && { label: t`No file for ${noFile} days`, onRemove: () => ask({ noFile: null }) },
    covered !== null && {
      label: t`Covered members on ${formatDate(covered)}`,
      onRemove: () => ask({ covered: null }),
    },
    opens !== null && { label: t`Open enrollment in ${opens} days`, onRemove: () => ask({ opens: null }) },
  ].filter((filter) => filter !== false);
}
