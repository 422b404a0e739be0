import { Trans } from '@lingui/react/macro';
import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { ExplainPrice } from '../../plans/explain/ExplainPrice.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from './PlanChangePrice.module.css';

/** What the coverage line costs now and by the chosen plan, each with its derivation. */
export function PlanChangePrice({
  member: { groupId, id: memberId },
  line,
  planId,
  from,
}: {
  member: { id: string; groupId: string };
  line: CoverageLine;
  planId: string;
  from: string;
}) {
  const day = parseCalendarDate(from);
  const { data } = useQuery({
    ...orpc.members.planChangePrice.queryOptions({
      input: { groupId, memberId, line, planId, from: day ?? from },
      placeholderData: keepPreviousData,
      retry: false,
      gcTime: 0,
    }),
    enabled: planId !== '' && day !== undefined,
  });
  if (planId === '' || !data) return null;
  const { before, after } = data;
  return (
    <p className={classes.price} role="status">
      {before && (
        <span>
          <Trans>
            Premium now <MoneyText cents={before.monthly} />
          </Trans>
        </span>
      )}
      <span>
        <Trans>
          With {after.planName} <MoneyText cents={after.monthly} />
        </Trans>{' '}
        <ExplainPrice prices={[after]} of={after.planName} owner={{ groupId }} />
      </span>
      {before?.monthly != null && after.monthly !== null && (
        <span>
          <Trans>
            Difference <MoneyText cents={(after.monthly - before.monthly) as typeof after.monthly} difference />
          </Trans>
        </span>
      )}
    </p>
  );
}
