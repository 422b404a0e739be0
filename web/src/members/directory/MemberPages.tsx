import { ENROLMENT_DAYS, NEW_DAYS } from '@openbenefits/domain/members/directory';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { type MemberFilter, membersAddress } from './directory-address.ts';
import classes from './MemberPages.module.css';

/** The addresses of the members screen (specification 1, section 2.4), each with its own first section. */
export function MemberPages() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const pages = [
    {
      to: paths.members,
      label: t`Directory`,
      isHere: pathname === paths.members || pathname === paths.ichraReimbursements,
    },
    { to: paths.membersEnrollment, label: t`Enrollment`, isHere: pathname === paths.membersEnrollment },
    { to: paths.membersAnalytics, label: t`Analytics`, isHere: pathname === paths.membersAnalytics },
  ];
  return (
    <nav className={classes.pages} aria-label={t`Member Management`}>
      {pages.map(({ to, label, isHere }) => (
        <Link key={to} to={to} aria-current={isHere ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** The lists that enrollment is about. */
export function EnrollmentChoices({ filter }: { filter: MemberFilter }) {
  const { t } = useLingui();
  const choices: readonly { label: string; filter: MemberFilter; isOn: boolean }[] = [
    {
      label: t`Starting in ${ENROLMENT_DAYS} days`,
      filter: { kind: 'all', startsWithinDays: ENROLMENT_DAYS },
      isOn: filter.startsWithinDays !== undefined,
    },
    {
      label: t`Ending in ${ENROLMENT_DAYS} days`,
      filter: { kind: 'all', endsWithinDays: ENROLMENT_DAYS },
      isOn: filter.endsWithinDays !== undefined,
    },
    { label: t`Pending`, filter: { kind: 'all', status: 'pending' }, isOn: filter.status === 'pending' },
    {
      label: t`New in ${NEW_DAYS} days`,
      filter: { kind: 'all', newWithinDays: NEW_DAYS },
      isOn: filter.newWithinDays !== undefined,
    },
  ];
  return (
    <nav className={classes.choices} aria-label={t`Enrollment list`}>
      {choices.map((choice) => (
        <ButtonLink
          key={choice.label}
          to={membersAddress(choice.filter, paths.membersEnrollment)}
          aria-current={choice.isOn ? 'true' : undefined}
          variant={choice.isOn ? 'default' : 'quiet'}
        >
          {choice.label}
        </ButtonLink>
      ))}
      <span className="sr">
        <Trans>Choose which members the list shows.</Trans>
      </span>
    </nav>
  );
}
