import type { MemberRow } from '@openbenefits/contract/members';
import { shownPhone } from '@openbenefits/domain/phone';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { ExplainCost } from './ExplainCost.tsx';
import classes from './MembersTable.module.css';

export function ContactCell({ member: { email, phone } }: { member: MemberRow }) {
  const { t } = useLingui();
  if (!email && !phone) return <Unknown reason={t`No email or phone is on record`} />;
  return (
    <span className={classes.contact}>
      {email && (
        <span className="trunc" title={email}>
          {email}
        </span>
      )}
      {phone && <span className="num">{shownPhone(phone)}</span>}
    </span>
  );
}

export function EmployeeIdCell({ member: { employeeId } }: { member: MemberRow }) {
  const { t } = useLingui();
  return employeeId ? <span className="mono">{employeeId}</span> : <Unknown reason={t`No employee ID is on record`} />;
}

export function PlanCell({ member: { plan, dependents } }: { member: MemberRow }) {
  const { t } = useLingui();
  return (
    <span className={classes.plan}>
      <span className="trunc">{plan ?? <Unknown reason={t`No coverage today`} />}</span>
      <span>
        <Plural value={dependents} _0="No dependents" one="# dependent" other="# dependents" />
      </span>
    </span>
  );
}

/** 'TBD' and the estimate: specification 1, section 3; by ruling an estimate is never shown as a premium. */
export function CostCell({ groupId, member }: { groupId: string; member: MemberRow }) {
  const { t } = useLingui();
  const { monthlyCost, estimated, status } = member;
  // Former members cost nothing; a salary estimate would say otherwise.
  const ended = status === 'terminated' || status === 'inactive';
  if (ended && (estimated || monthlyCost === null)) return <Unknown reason={t`No coverage today`} />;
  if (monthlyCost === null) {
    const reason = t`No plan with a rate, and no salary to estimate from`;
    return (
      <span className={classes.unrated} data-tip={reason} data-tip-delay={100}>
        <Trans>TBD</Trans>
        <span className="sr">. {reason}</span>
      </span>
    );
  }
  if (!estimated) return <ExplainCost groupId={groupId} member={member} />;
  const reason = t`Estimated as 25% of the monthly salary, because no plan with a rate is on record`;
  return (
    <span className={classes.estimate} data-tip={reason} data-tip-delay={100}>
      <MoneyText cents={monthlyCost} />
      <span>
        <Trans>estimate</Trans>
        <span className="sr">. {reason}</span>
      </span>
    </span>
  );
}
