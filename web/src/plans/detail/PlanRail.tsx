import type { PlanDetail } from '@openbenefits/contract/plan-catalog';
import { addDays } from '@openbenefits/domain/calendar-date';
import { useLingui } from '@lingui/react/macro';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { DateText } from '../../ui/DateText.tsx';
import { type Fact, FactsRail, FactsSection } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { NextRates, useCarrier } from '../plan-words.tsx';

/** The facts of a plan, next to every tab. */
export function PlanRail({ plan }: { plan: PlanDetail }) {
  const { t } = useLingui();
  const carrier = useCarrier();
  const { withdrawnFrom, terminatedFrom } = plan;
  const dates: Fact[] = [{ label: t`Effective`, value: <DateText date={plan.effectiveDate} /> }];
  if (withdrawnFrom) dates.push({ label: t`No new members from`, value: <DateText date={withdrawnFrom} /> });
  if (terminatedFrom)
    dates.push({ label: t`Last day of coverage`, value: <DateText date={addDays(terminatedFrom, -1)} /> });
  return (
    <FactsRail label={t`Plan facts`}>
      <FactsSection
        title={t`Identity`}
        facts={[
          { label: t`Code`, value: plan.code, mono: true, copy: plan.code },
          { label: t`Line`, value: COVERAGE_LINE_LABEL[plan.line] },
          { label: t`Type`, value: plan.networkType ?? <Unknown reason={t`Only medical plans have a type`} /> },
          { label: t`Carrier`, value: carrier(plan.carrierName) },
        ]}
      />
      <FactsSection title={t`Dates`} facts={dates} />
      <FactsSection
        title={t`Today`}
        facts={[
          { label: t`Members`, value: plan.members.toLocaleString('en-US') },
          { label: t`Employees`, value: plan.employees.toLocaleString('en-US') },
          { label: t`Groups that offer it`, value: plan.groups.toLocaleString('en-US') },
        ]}
      />
      <FactsSection
        title={t`Rates`}
        facts={[
          {
            label: t`Employee only, monthly`,
            value: <MoneyText cents={plan.monthlyCost} unknownReason={t`There is no single employee-only rate`} />,
          },
          { label: t`Next plan year`, value: <NextRates rates={plan.nextRates} /> },
        ]}
      />
    </FactsRail>
  );
}
