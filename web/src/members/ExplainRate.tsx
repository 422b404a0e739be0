import { Trans, useLingui } from '@lingui/react/macro';
import type { MemberDetail } from '@openbenefits/contract/members';
import { type Cents, formatMoney } from '@openbenefits/domain/money';
import { ExplainPopover } from '../plans/explain/ExplainPopover.tsx';
import { ExplainPrice } from '../plans/explain/ExplainPrice.tsx';
import { FactList } from '../ui/FactsRail.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';

type Rate = MemberDetail['rate'];

/** The salary split of the specification, which is no plan's rate. */
function ExplainEstimate({ rate, total }: { rate: Rate; total: Cents }) {
  const { t } = useLingui();
  const note = t`This is an estimate, not a premium. No plan with a rate is on record, so we use 25% of the monthly salary. The employee pays 10% and the employer 15%.`;
  const rows = [
    [t`Estimated total`, total],
    [t`Employer`, rate.employerContribution],
    [t`Employee pays`, rate.employeeRate],
  ] as const;
  const text = () =>
    [...rows.map(([label, cents]) => `${label}: ${cents === null ? '—' : formatMoney(cents)}`), note].join('\n');
  return (
    <ExplainPopover
      title={
        <Trans>
          Why <MoneyText cents={total} /> per month
        </Trans>
      }
      text={text}
    >
      {() => (
        <>
          <FactList facts={rows.map(([label, cents]) => ({ label, value: <MoneyText cents={cents} /> }))} />
          <p>{note}</p>
        </>
      )}
    </ExplainPopover>
  );
}

/** Explains a member's premium: plan by plan, or the estimate. */
export function ExplainRate({ rate, groupId }: { rate: Rate; groupId?: string | undefined }) {
  if (rate.estimated && rate.total !== null) return <ExplainEstimate rate={rate} total={rate.total} />;
  return <ExplainPrice prices={rate.prices} total={rate.total} owner={groupId ? { groupId } : undefined} />;
}
