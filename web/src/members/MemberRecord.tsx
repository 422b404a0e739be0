import type { MemberDetail } from '@openbenefits/contract/members';
import { RELATIONSHIP_LABEL } from '../domain-labels.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { today } from '../groups/today.ts';
import { BenefitHistory } from './BenefitHistory.tsx';
import { useDayWords } from './day-words.ts';
import { Dependents } from './Dependents.tsx';
import { BenefitStatusFacts, EmploymentFacts, PersonFacts } from './PersonFacts.tsx';
import { PlanFacts } from './PlanFacts.tsx';
import { RateFacts } from './RateFacts.tsx';
import classes from './MemberRecord.module.css';

type Props = { member: MemberDetail; addressOf: (memberId: string) => string };

/** A dependent's record names its subscriber first, who has the employment and the premium. */
function OfSubscriber({ member, addressOf }: Props) {
  const { t } = useLingui();
  const { subscriberId, subscriberName, relationship } = member;
  if (subscriberId === null) return null;
  const relation = RELATIONSHIP_LABEL[relationship];
  return (
    <p className={classes.relation}>
      <Trans>
        {relation} of{' '}
        <Link to={addressOf(subscriberId)} replace preventScrollReset>
          {subscriberName ?? t`the subscriber`}
        </Link>
      </Trans>
    </p>
  );
}

/** A dependent who became a subscriber has two records, linked to each other. */
function Split({ member: { formerly, continuedAs }, addressOf }: Props) {
  const link = ({ id, memberNumber }: NonNullable<MemberDetail['formerly']>) => (
    <Link to={addressOf(id)} replace preventScrollReset className="mono">
      {memberNumber}
    </Link>
  );
  return (
    <>
      {formerly && (
        <p className={classes.relation}>
          <Trans>
            Previously a dependent of {formerly.subscriberName} ({link(formerly)})
          </Trans>
        </p>
      )}
      {continuedAs && (
        <p className={classes.relation}>
          <Trans>
            Now has a separate record ({link(continuedAs)}), subscriber {continuedAs.subscriberName}
          </Trans>
        </p>
      )}
    </>
  );
}

/** What a record of another day than today cannot say. */
function OnOtherDay({ member: { asOf, statusOnDay } }: Pick<Props, 'member'>) {
  const { t } = useLingui();
  const { nothingKnown } = useDayWords(asOf);
  if (asOf === today()) return null;
  return (
    <p className={classes.relation} role="status">
      {statusOnDay === null && `${nothingKnown}. `}
      {t`Contact, address and job are shown as they are today.`}
    </p>
  );
}

export function MemberRecord({ member, addressOf }: Props) {
  return (
    <>
      <OnOtherDay member={member} />
      <OfSubscriber member={member} addressOf={addressOf} />
      <Split member={member} addressOf={addressOf} />
      <div className={classes.two}>
        <div>
          <PersonFacts member={member} />
          <EmploymentFacts member={member} />
          <BenefitStatusFacts member={member} />
        </div>
        <div>
          <PlanFacts member={member} />
          <RateFacts member={member} />
        </div>
      </div>
      {member.subscriberId === null && <Dependents member={member} addressOf={addressOf} />}
      <BenefitHistory history={member.history} />
    </>
  );
}
