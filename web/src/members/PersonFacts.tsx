import type { MemberDetail } from '@openbenefits/contract/members';
import { shownContact, shownPhone } from '@openbenefits/domain/phone';
import {
  BENEFIT_STATUS_LABEL,
  COBRA_EVENT_LABEL,
  MEDICARE_LABEL,
  MEMBER_STATUS_LABEL,
  TOBACCO_LABEL,
} from '../domain-labels.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import { DateText } from '../ui/DateText.tsx';
import type { Fact } from '../ui/FactsRail.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Unknown } from '../ui/Unknown.tsx';
import classes from './MemberRecord.module.css';
import { useDayWords } from './day-words.ts';
import { MemberSection } from './MemberSection.tsx';
import { Reveal } from './Reveal.tsx';

/** The year is all of a birthday that leaves the server. */
export function BirthYear({ year }: { year: number | null }) {
  const { t } = useLingui();
  if (year === null) return <Unknown reason={t`No date of birth is on record`} />;
  return (
    <>
      <span className="num" aria-hidden="true">{`••/••/${year}`}</span>
      <span className="sr">{t`Private, born in ${year}`}</span>
    </>
  );
}

function Ssn({ member }: { member: MemberDetail }) {
  const { t } = useLingui();
  const { ssnLast4: last4, groupId, id: memberId } = member;
  return (
    <>
      <span className={classes.private}>
        <Icon of={IconLock} size={12} />
        <Trans>Private</Trans>
      </span>
      {last4 ? (
        <>
          <span className="mono" aria-hidden="true">{`•••-••-${last4}`}</span>
          <span className="sr">{t`ends in ${last4}`}</span>
          <Reveal groupId={groupId} memberId={memberId} field="ssn" what={t`SSN`} />
        </>
      ) : (
        <Unknown reason={t`No SSN is on record`} />
      )}
    </>
  );
}

/** What the member attested last, with the day from which it applies. */
function TobaccoUse({ statements }: { statements: MemberDetail['tobacco'] }) {
  const { t } = useLingui();
  const [last] = statements;
  if (!last) return <Unknown reason={t`No attestation is on record. Rates without tobacco use apply.`} />;
  return (
    <>
      {TOBACCO_LABEL[last.usesTobacco ? 'yes' : 'no']},{' '}
      <Trans>
        from <DateText date={last.effectiveOn} />, attested on <DateText date={last.attestedOn} />
      </Trans>
    </>
  );
}

export function PersonFacts({ member }: { member: MemberDetail }) {
  const { t } = useLingui();
  const { birthYear, address, email, phone } = member;
  const facts: Fact[] = [
    { label: t`Full name`, value: member.name },
    {
      label: t`Employee ID`,
      value: member.employeeId ?? <Unknown reason={t`No employee ID is on record`} />,
      mono: member.employeeId !== null,
    },
    { label: t`Member number`, value: member.memberNumber, mono: true },
    ...(member.carrierMemberId ? [{ label: t`Carrier member ID`, value: member.carrierMemberId, mono: true }] : []),
    {
      label: t`Date of birth`,
      value: (
        <>
          <BirthYear year={birthYear} />
          {birthYear !== null && (
            <Reveal groupId={member.groupId} memberId={member.id} field="date_of_birth" what={t`Date of birth`} />
          )}
        </>
      ),
    },
    { label: t`SSN`, value: <Ssn member={member} /> },
    {
      label: t`Address`,
      value: address ?? (
        <Unknown
          reason={
            member.isAddressRestricted
              ? t`Restricted. Only users with access to the audit log can see it.`
              : t`No address is on record`
          }
        />
      ),
      ...(member.isAddressRestricted && address ? { note: t`Restricted` } : {}),
    },
    {
      label: t`Email`,
      value: email ? <a href={`mailto:${email}`}>{email}</a> : <Unknown reason={t`No email is on record`} />,
    },
    {
      label: t`Tobacco use`,
      value: <TobaccoUse statements={member.tobacco} />,
    },
    { label: t`Phone`, value: phone ? shownPhone(phone) : <Unknown reason={t`No phone is on record`} /> },
  ];
  return <MemberSection title={t`Personal information`} facts={facts} />;
}

/** Facts from files: COBRA, survivor, Medicare. Nothing for an active member without Medicare. */
export function BenefitStatusFacts({ member }: { member: MemberDetail }) {
  const { t } = useLingui();
  const { benefitStatus, medicarePlan, cobra } = member;
  const facts: Fact[] = [
    { label: t`Covered as`, value: BENEFIT_STATUS_LABEL[benefitStatus] },
    ...(cobra?.event ? [{ label: t`COBRA event`, value: COBRA_EVENT_LABEL[cobra.event] }] : []),
    ...(cobra?.eventDate ? [{ label: t`Event date`, value: <DateText date={cobra.eventDate} /> }] : []),
    ...(cobra?.from ? [{ label: t`COBRA from`, value: <DateText date={cobra.from} /> }] : []),
    ...(cobra?.lastDay ? [{ label: t`COBRA until`, value: <DateText date={cobra.lastDay} /> }] : []),
    ...(member.isDisabled ? [{ label: t`Disabled`, value: t`Yes` }] : []),
    ...(medicarePlan ? [{ label: t`Medicare`, value: MEDICARE_LABEL[medicarePlan] }] : []),
  ];
  if (benefitStatus === 'A' && !cobra && !medicarePlan && !member.isDisabled) return null;
  return <MemberSection title={t`Benefit status`} facts={facts} />;
}

export function EmploymentFacts({ member }: { member: MemberDetail }) {
  const { t } = useLingui();
  const { position, department, className, locationName, hireDate, terminationDate, emergencyContact } = member;
  const { nothingKnown } = useDayWords(member.asOf);
  const isSubscriber = member.subscriberId === null;
  const facts: Fact[] = [
    { label: t`Position`, value: position ?? <Unknown /> },
    { label: t`Department`, value: department ?? <Unknown /> },
    { label: t`Class`, value: className ?? <Unknown /> },
    { label: t`Billing location`, value: locationName ?? <Unknown /> },
    { label: t`Hire date`, value: <DateText date={hireDate} /> },
  ];
  const always: Fact[] = [
    {
      label: t`Status`,
      value: member.statusOnDay ? MEMBER_STATUS_LABEL[member.statusOnDay] : <Unknown reason={nothingKnown} />,
    },
    ...(terminationDate ? [{ label: t`Termination date`, value: <DateText date={terminationDate} /> }] : []),
    {
      label: t`Emergency contact`,
      value: emergencyContact ? (
        shownContact(emergencyContact)
      ) : (
        <Unknown reason={t`No emergency contact is on record`} />
      ),
    },
  ];
  return <MemberSection title={t`Employment`} facts={isSubscriber ? [...facts, ...always] : always} />;
}
