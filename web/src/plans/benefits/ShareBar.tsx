import { planPays } from '@openbenefits/domain/plans/plan-benefits';
import { Trans, useLingui } from '@lingui/react/macro';
import classes from './Benefits.module.css';

/** What the plan pays, as a bar: filled. */
export function PlanBar({ memberPays }: { memberPays: number }) {
  const { t } = useLingui();
  const share = planPays(memberPays) ?? 0;
  return (
    <span className={classes.bar} role="img" aria-label={t`Plan pays ${share}%`}>
      <span style={{ width: `${share}%` }} />
    </span>
  );
}

/** Both shares as a bar: the member hatched, the plan filled. */
export function SplitBar({ memberPays }: { memberPays: number }) {
  const { t } = useLingui();
  const share = planPays(memberPays) ?? 0;
  return (
    <span className={classes.split} role="img" aria-label={t`Member pays ${memberPays}%, plan pays ${share}%`}>
      <span data-of="member" style={{ width: `${memberPays}%` }} />
      <span data-of="plan" style={{ width: `${share}%` }} />
    </span>
  );
}

/** Both shares in words: a percentage always says who pays it. */
export function ShareWords({ memberPays }: { memberPays: number }) {
  const share = planPays(memberPays);
  return (
    <span className="num">
      <Trans>
        Member pays {memberPays}% · plan pays {share}%
      </Trans>
    </span>
  );
}
