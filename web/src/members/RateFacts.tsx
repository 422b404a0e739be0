import type { MemberDetail } from '@openbenefits/contract/members';
import { TIER_LABEL } from '../domain-labels.ts';
import type { Cents } from '@openbenefits/domain/money';
import { useLingui } from '@lingui/react/macro';
import { DateText } from '../ui/DateText.tsx';
import type { Fact } from '../ui/FactsRail.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { Unknown } from '../ui/Unknown.tsx';
import { useDayWords } from './day-words.ts';
import { ExplainRate } from './ExplainRate.tsx';
import classes from './MemberRecord.module.css';
import { MemberSection } from './MemberSection.tsx';

function Amount({ cents, estimated }: { cents: Cents | null; estimated: boolean }) {
  const { t } = useLingui();
  if (cents === null) return <span title={t`No plan with a rate, and no salary to estimate from`}>{t`TBD`}</span>;
  return (
    <>
      {estimated && <span className={classes.estimate}>{t`estimate`}</span>}
      <MoneyText cents={cents} />
    </>
  );
}

/** The member's monthly premium over all coverage lines. A dependent shows the subscriber's. */
export function RateFacts({ member }: { member: MemberDetail }) {
  const { t } = useLingui();
  const { rate, subscriberId, dependents, statusOnDay: status, asOf } = member;
  const { uncovered, unrated } = useDayWords(asOf);
  const { tier } = rate;
  // Former members cost nothing; a salary estimate would say otherwise.
  const ended =
    (status === null || status === 'terminated' || status === 'inactive') && (rate.estimated || rate.total === null);
  const amount = (cents: Cents | null) =>
    ended ? <Unknown reason={uncovered} /> : <Amount cents={cents} estimated={rate.estimated} />;
  const facts: Fact[] = [
    {
      label: t`Enrollment date`,
      value: <DateText date={rate.enrollmentDate} unknownReason={t`Not enrolled in any plan`} />,
    },
    { label: t`Employee rate`, value: amount(rate.employeeRate) },
    { label: t`Employer contribution`, value: amount(rate.employerContribution) },
    {
      label: t`Dependent coverage`,
      value: tier ? `${TIER_LABEL[tier]} (${tier})` : dependents.length > 0 ? <Unknown reason={uncovered} /> : t`None`,
    },
    {
      label: t`Dependent rate`,
      value:
        rate.dependentRate === null ? (
          <Unknown reason={rate.estimated && !ended ? t`Not part of an estimate` : unrated} />
        ) : (
          <MoneyText cents={rate.dependentRate} />
        ),
    },
    {
      label: t`Total premium per month`,
      value: (
        <>
          {!ended && <ExplainRate rate={rate} groupId={member.groupId} />}
          {amount(rate.total)}
        </>
      ),
      total: true,
    },
  ];
  return (
    <MemberSection
      title={subscriberId === null ? t`Rate information` : t`Rate information of the subscriber`}
      facts={facts}
    />
  );
}
