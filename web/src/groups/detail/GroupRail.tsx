import type { GroupDetail } from '@openbenefits/contract/groups';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { JOB_STATUSES } from '@openbenefits/domain/files/job-status';
import { shownPhone } from '@openbenefits/domain/phone';
import { JOB_STATUS_LABEL } from '../../domain-labels.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { DateText } from '../../ui/DateText.tsx';
import { FactsRail, FactsSection } from '../../ui/FactsRail.tsx';
import { Count } from '../../ui/Tag.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { daysUntil } from '../today.ts';
import classes from './GroupRail.module.css';
import { ExplainTotal } from './ExplainTotal.tsx';
import { initialsOf, lineLabel } from './group-words.ts';

function OpenEnrollment({ group: { openEnrollmentStart: start, openEnrollmentEnd: end } }: { group: GroupDetail }) {
  const { t } = useLingui();
  if (!start && !end) return <Unknown reason={t`No open enrollment is set`} />;
  if (!start || !end) return <DateText date={start ?? end} />;
  const from = formatDate(start);
  const until = formatDate(end);
  // The year once, where both days lie in it.
  const short = from.slice(6) === until.slice(6) ? from.slice(0, 5) : from;
  return <>{t`${short} – ${until}`}</>;
}

function People({ group: { contactName, contactEmail, contactPhone } }: { group: GroupDetail }) {
  const { t } = useLingui();
  const shown = contactName ?? contactEmail ?? (contactPhone && shownPhone(contactPhone));
  if (!shown) return <p className={classes.none}>{t`No contact is on record.`}</p>;
  return (
    <div className={classes.person}>
      <span className={classes.avatar} aria-hidden="true">
        {initialsOf(shown)}
      </span>
      <span className={classes.name}>
        <b>{shown}</b>
        <small>
          <Trans>Primary contact</Trans>
        </small>
      </span>
      {contactEmail && (
        <a href={`mailto:${contactEmail}`} aria-label={t`Contact ${shown}`}>
          <Trans>Contact</Trans>
        </a>
      )}
    </div>
  );
}

function FilesWaiting({ files }: { files: GroupDetail['files'] }) {
  const { t } = useLingui();
  const waiting = files.filter(({ status }) => status !== 'completed');
  if (waiting.length === 0) return null;
  return (
    <FactsSection title={t`Files waiting`} action={<Count>{waiting.length}</Count>}>
      <ul className={classes.files}>
        {waiting.map(({ id, status, refused, at }) => {
          const known = JOB_STATUSES.find((one) => one === status);
          return (
            <li key={id}>
              <Link to={paths.fileJob(id)}>
                {t`File: ${known ? JOB_STATUS_LABEL[known] : status}`}
                {refused > 0 && (
                  <>
                    , <Plural value={refused} one="# row rejected" other="# rows rejected" />
                  </>
                )}
              </Link>
              <TimeAgo instant={at} />
            </li>
          );
        })}
      </ul>
    </FactsSection>
  );
}

/** The facts of a group, next to every tab. */
export function GroupRail({ group }: { group: GroupDetail }) {
  const { t } = useLingui();
  const days = daysUntil(group.renewalDate);
  const employees = group.employeeCount.toLocaleString('en-US');
  const enrolled = group.enrolled.toLocaleString('en-US');
  return (
    <FactsRail label={t`Group facts`}>
      <FactsSection
        title={t`Identity`}
        facts={[
          { label: t`CIM`, value: group.cimNumber, mono: true, copy: group.cimNumber },
          { label: t`Tax ID`, value: group.taxIdLast4 ? `••-•••${group.taxIdLast4}` : <Unknown />, mono: true },
          { label: t`Industry`, value: group.industry ?? <Unknown reason={t`Not specified`} /> },
          { label: t`Employees`, value: t`${employees}, ${enrolled} enrolled` },
        ]}
      />
      <FactsSection
        title={t`Dates`}
        facts={[
          { label: t`Effective`, value: <DateText date={group.effectiveDate} /> },
          { label: t`Open enrollment`, value: <OpenEnrollment group={group} /> },
          {
            label: t`Renewal`,
            value: <DateText date={group.renewalDate} unknownReason={t`No renewal date is on record`} />,
            note: days !== undefined && <Plural value={days} _0="today" one="in # day" other="in # days" />,
          },
        ]}
      />
      <FactsSection
        title={t`Money`}
        action={
          <Link to={paths.group(group.id, 'billing')} preventScrollReset>
            <Trans>Billing & Plans</Trans>
          </Link>
        }
        facts={[
          ...group.premiumByLine.map(({ line, monthly }) => ({
            label: lineLabel(line),
            value: <ExplainTotal groupId={group.id} line={line} cents={monthly} />,
          })),
          {
            label: t`Monthly premium today`,
            value:
              group.monthlyPremium === null ? (
                <Unknown reason={t`No members have rated coverage today`} />
              ) : (
                <ExplainTotal groupId={group.id} cents={group.monthlyPremium} />
              ),
            total: group.premiumByLine.length > 0,
          },
        ]}
      />
      <FactsSection title={t`People`}>
        <People group={group} />
      </FactsSection>
      <FilesWaiting files={group.files} />
    </FactsRail>
  );
}
