import type { FileJob } from '@openbenefits/contract/files';
import type { InboundAcknowledgement } from '@openbenefits/contract/acknowledgements';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { AckBadge } from './AckBadge.tsx';
import classes from './Acknowledgement.module.css';
import { FindingList } from './FindingList.tsx';

type Answer = InboundAcknowledgement['answers'][number];

function OneAnswer({ answer }: { answer: Answer }) {
  const { t } = useLingui();
  const { sent, reply, remittance, findings, kind, control } = answer;
  return (
    <li>
      <div className={classes.answer}>
        <b>{kind === 'TA1' ? t`TA1 for interchange ${control}` : t`999 for functional group ${control}`}</b>
        <AckBadge answer={answer.answer} />
      </div>
      <p className={classes.more}>
        {sent ? (
          <>
            <Trans>
              The file for {sent.carrier} with {plural(sent.people, { one: '# person', other: '# people' })}
            </Trans>
            , <TimeAgo instant={sent.madeAt} />
          </>
        ) : remittance ? (
          <Trans>
            The 820 of remittance {remittance.number} to {remittance.carrier}, under{' '}
            <Link to={paths.carrierRemittances}>Carrier Remittances</Link>
          </Trans>
        ) : reply ? (
          <>
            <Trans>
              The 999 that answered <Link to={paths.fileJob(reply.jobId)}>a file of this sender</Link>
            </Trans>
            , <TimeAgo instant={reply.madeAt} />
          </>
        ) : (
          <Trans>None of our files has this number, so nothing was changed. The reply may be for another sender.</Trans>
        )}
      </p>
      {findings.length > 0 && (
        <FindingList label={t`Errors to fix`} findings={findings} whole={() => t`The whole set`} />
      )}
    </li>
  );
}

/** An acknowledgement that came in: what it says of the files that we have sent. */
export function Answers({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(
    orpc.files.answers.queryOptions({ input: { id: job.id }, enabled: job.mode === 'acknowledgement', gcTime: 0 }),
  );
  if (job.mode !== 'acknowledgement') return null;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <section className={classes.section} aria-labelledby="answers">
      <h2 id="answers">
        <Trans>Answers to files that were sent</Trans>
      </h2>
      {data === undefined ? (
        <Skeleton width="100%" height={72} />
      ) : (
        <ul className={classes.answers} aria-label={t`Answers`}>
          {data?.answers.map((answer, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- one acknowledgement may answer a number twice
            <OneAnswer key={index} answer={answer} />
          ))}
        </ul>
      )}
    </section>
  );
}
