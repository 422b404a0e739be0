import type { MemberDetail } from '@openbenefits/contract/members';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { TextButton } from '../ui/Button.tsx';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import { DateText } from '../ui/DateText.tsx';
import classes from './BenefitHistory.module.css';
import recordClasses from './MemberRecord.module.css';
import { MemberSection } from './MemberSection.tsx';

/** The member's coverage history, newest first, with the change behind each entry. A filled mark means current. */
export function BenefitHistory({ history }: { history: MemberDetail['history'] }) {
  const { t } = useLingui();
  const [withCorrected, setWithCorrected] = useState(false);
  const corrected = history.filter(({ correctedAt }) => correctedAt !== null).length;
  const shown = withCorrected ? history : history.filter(({ correctedAt }) => correctedAt === null);
  return (
    <MemberSection title={t`Benefit history`}>
      {shown.length === 0 ? (
        <p className={recordClasses.none}>{t`No coverage has been recorded.`}</p>
      ) : (
        <ol className={classes.timeline}>
          {shown.map(({ on, summary, source, current, correctedAt }, index) => (
            <li
              key={`${on} ${summary} ${index}`}
              data-current={current || undefined}
              data-corrected={correctedAt !== null || undefined}
            >
              <DateText date={on} />
              <span className={classes.entry}>
                {summary}
                {current && <span className="sr">, {t`in effect today`}</span>}
                <small>
                  {source}
                  {correctedAt !== null && (
                    <>
                      {' '}
                      · {t`corrected`} <TimeAgo instant={correctedAt} />
                    </>
                  )}
                </small>
              </span>
            </li>
          ))}
        </ol>
      )}
      {corrected > 0 && (
        <TextButton onClick={() => setWithCorrected(!withCorrected)} aria-expanded={withCorrected}>
          {withCorrected
            ? t`Hide corrected entries`
            : plural(corrected, {
                one: 'Show # corrected entry',
                other: 'Show # corrected entries',
              })}
        </TextButton>
      )}
    </MemberSection>
  );
}
