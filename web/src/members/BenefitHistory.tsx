import type { MemberDetail } from '@openbenefits/contract/members';
import { useLingui } from '@lingui/react/macro';
import { DateText } from '../ui/DateText.tsx';
import classes from './BenefitHistory.module.css';
import recordClasses from './MemberRecord.module.css';
import { MemberSection } from './MemberSection.tsx';

/** What the person was covered by and since when, newest first, with what brought each change about. A filled mark: in force today. */
export function BenefitHistory({ history }: { history: MemberDetail['history'] }) {
  const { t } = useLingui();
  return (
    <MemberSection title={t`Benefit history`}>
      {history.length === 0 ? (
        <p className={recordClasses.none}>{t`No coverage has been recorded.`}</p>
      ) : (
        <ol className={classes.timeline}>
          {history.map(({ on, summary, source, current }) => (
            <li key={`${on} ${summary}`} data-current={current || undefined}>
              <DateText date={on} />
              <span className={classes.entry}>
                {summary}
                {current && <span className="sr">, {t`in force today`}</span>}
                <small>{source}</small>
              </span>
            </li>
          ))}
        </ol>
      )}
    </MemberSection>
  );
}
