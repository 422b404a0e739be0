import type { MemberDetail } from '@openbenefits/contract/members';
import { COVERAGE_LINE_LABEL } from '../domain-labels.ts';
import { lastDay } from '@openbenefits/domain/coverage/span';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { useLingui } from '@lingui/react/macro';
import type { Fact } from '../ui/FactsRail.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { Unknown } from '../ui/Unknown.tsx';
import classes from './MemberRecord.module.css';
import { useDayWords } from './day-words.ts';
import { MemberSection } from './MemberSection.tsx';

type Coverage = MemberDetail['coverage'][number];

function useSince() {
  const { t } = useLingui();
  return ({ from, until }: Coverage): string => {
    const start = formatDate(from);
    if (until === null) return t`from ${start}`;
    const last = formatDate(lastDay(until));
    return t`from ${start} through ${last}`;
  };
}

/** The first line the person is covered by in full, the others by name (specification 1, section 2.10). */
export function PlanFacts({ member: { plan, coverage, asOf } }: { member: MemberDetail }) {
  const { t } = useLingui();
  const { uncovered } = useDayWords(asOf);
  const since = useSince();
  const notOfPlan = t`Not specified by this plan`;
  if (!plan) {
    return (
      <MemberSection title={t`Plan details`}>
        <p className={classes.none}>{`${uncovered}.`}</p>
      </MemberSection>
    );
  }
  const others = coverage.filter(({ planCode }) => planCode !== plan.code);
  const main = coverage.find(({ planCode }) => planCode === plan.code);
  const facts: Fact[] = [
    {
      label: t`Plan`,
      value: (
        <>
          {plan.name} <span className={`mono ${classes.code}`}>{plan.code}</span>
        </>
      ),
      note: main?.until && since(main),
    },
    { label: t`Deductible`, value: <MoneyText cents={plan.deductible} unknownReason={notOfPlan} /> },
    { label: t`Out-of-pocket max`, value: <MoneyText cents={plan.outOfPocketMax} unknownReason={notOfPlan} /> },
    { label: t`Primary care copay`, value: <MoneyText cents={plan.primaryCareCopay} unknownReason={notOfPlan} /> },
    { label: t`Specialist copay`, value: <MoneyText cents={plan.specialistCopay} unknownReason={notOfPlan} /> },
    { label: t`Prescription coverage`, value: plan.prescriptionCoverage ?? <Unknown reason={notOfPlan} /> },
    { label: t`Network`, value: plan.network ?? <Unknown reason={notOfPlan} /> },
    ...others.map((one) => ({
      label: COVERAGE_LINE_LABEL[one.line],
      value: one.planName,
      note: one.until ? since(one) : undefined,
    })),
  ];
  return <MemberSection title={t`Plan details`} facts={facts} />;
}
