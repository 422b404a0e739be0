import type { FileJob, PeopleOfFile } from '@openbenefits/contract/files';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { hasStopped, isUncounted, shownJobStatus } from '@openbenefits/domain/files/job-status';
import { formatMoney } from '@openbenefits/domain/money';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useUndonePart } from '../../changes/undone-part.ts';
import { JOB_STAGE_LABEL, SHOWN_JOB_STATUS_LABEL } from '../../domain-labels.ts';
import { IconUpload } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { PermittedLink } from '../../groups/PermittedLink.tsx';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Detail } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { JobStatusBadge } from '../../ui/StatusBadge.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { words } from '../../words.ts';
import { asSentence } from '../as-sentence.ts';
import { Answers } from '../acknowledgement/Answers.tsx';
import { ReplyButton } from '../acknowledgement/ReplyButton.tsx';
import { FileMissing } from './FileMissing.tsx';
import { isRunning } from './FileResult.tsx';
import classes from './JobPage.module.css';
import { JobActions, MoreActions } from './JobActions.tsx';
import { LogSection } from './FileLog.tsx';
import { JobFacts } from './JobFacts.tsx';
import { JobProblem } from './JobProblem.tsx';
import { LostConnection } from '../LostConnection.tsx';
import { Outcomes } from './Outcomes.tsx';
import { peopleOfFile } from '../people-of-file.ts';
import { Refusals } from './refusals/Refusals.tsx';
import { ApprovalBar } from '../review/ApprovalBar.tsx';
import { EndsWaiting } from '../review/EndsOfMissing.tsx';
import { EFFECTS, FileChanges } from '../review/FileChanges.tsx';
import { HeldBanner } from '../review/HeldBanner.tsx';
import { HeldSince } from '../review/HeldSince.tsx';
import { MissingPeople } from '../review/MissingPeople.tsx';
import { RunningFile } from './RunningFile.tsx';
import { StoppedFile } from './StoppedFile.tsx';
import { UndoImport } from './UndoImport.tsx';
import { UndoProblem } from './UndoProblem.tsx';
import { useJob } from './use-job.ts';

/** Nobody has been matched yet: no figure of it can be told. */
const isBeforeRehearsed = (job: FileJob): boolean =>
  (isRunning(job) || job.status === 'paused') &&
  (job.stage === 'waiting' || job.stage === 'reading' || job.stage === 'rehearsing');

/** What a part of a file comes to is nobody's figure while the rest follows. */
const isBeingPosted = (job: FileJob): boolean => isRunning(job) && job.stage === 'applying';

/** Nothing was posted: the figures, where there are any, are those of a rehearsal. */
const isRehearsed = (job: FileJob): boolean =>
  job.status === 'held' ||
  job.status === 'rejected' ||
  isBeforeRehearsed(job) ||
  (job.status === 'error' && !job.posted);

/** Everybody was refused: no group is concerned, so there is no premium to compare. */
const isNobody = (job: FileJob): boolean => job.refused > 0 && job.refused === job.recordsRead && job.missing === 0;

/** The rehearsed changes, the people a full file does not name, and who stays as they are. */
function Rehearsal({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const toApply = job.added + job.changed + job.ended;
  // What was applied stands below, with whom it was done to.
  const isApplied = job.status === 'completed';
  const missing = {
    name: 'missing',
    label: t`Missing`,
    count: job.missing,
    panel: () => <MissingPeople job={job} />,
  } as const;
  const same = {
    name: 'same',
    label: t`No change`,
    count: job.unchanged,
    panel: () => <FileChanges job={job} actions={['unchanged']} />,
  } as const;
  return (
    <section className={classes.block} id="rehearsal" tabIndex={-1} aria-label={t`Preview`}>
      <Tabs
        label={t`Preview`}
        parameter="show"
        // Where there is nothing to apply, whoever is missing is what the file waits for.
        opens={isApplied || (toApply === 0 && job.missing > 0) ? 'missing' : 'changes'}
        tabs={
          isApplied
            ? [missing, same]
            : [
                {
                  name: 'changes',
                  label: t`To apply`,
                  count: toApply,
                  panel: () => <FileChanges job={job} actions={EFFECTS} />,
                },
                missing,
                same,
              ]
        }
      />
    </section>
  );
}

export function Component() {
  const { t } = useLingui();
  const undonePart = useUndonePart();
  const { jobId = '' } = useParams();
  const { data: job, error, refetch } = useJob(jobId);
  const running = job !== undefined && isRunning(job);
  // Before the rehearsal is done nobody knows; a zero would say that nobody is concerned.
  const figure = (value: number) => {
    if (job && isUncounted(job)) return { value: null, unknownReason: t`Not counted. The file had an error first` };
    return job && value === 0 && isBeforeRehearsed(job)
      ? { value: null, unknownReason: t`Available after the preview` }
      : { value };
  };
  // People, each once. Where a list that a figure leads to is of another length, it is said: a family may be ended line
  // by line, or all of it by one record.
  const people = (kind: keyof PeopleOfFile) => {
    if (!job) return { value: undefined };
    const [value, rows] = [peopleOfFile(job)[kind], job[kind]];
    const meaning =
      kind === 'unchanged'
        ? plural(rows, { one: '# record does nothing', other: '# records do nothing' })
        : job.status === 'completed'
          ? plural(rows, { one: 'in # change', other: 'in # changes' })
          : plural(rows, { one: 'in # record', other: 'in # records' });
    return value === rows ? figure(value) : { ...figure(value), meaning };
  };
  // Each figure leads to its people, once there is a list of them.
  const to = (search: string): { to?: string } =>
    job?.status === 'held' || job?.status === 'completed' ? { to: search } : {};
  return (
    <>
      <PageHeader
        title={job?.fileName ?? t`File`}
        documentTitle={running ? `${job.progressPercent}% · ${t`File`}` : t`File`}
        breadcrumb={[
          { label: t`File Processing` },
          { label: t`Processing Queue`, to: paths.filesQueue },
          { label: t`File` },
        ]}
        badge={
          job && (
            <>
              <JobStatusBadge status={shownJobStatus(job)} />
              {(job.status === 'held' || job.status === 'rejected') && (
                <span className={classes.note}>{t`Preview. Nothing has been posted.`}</span>
              )}
            </>
          )
        }
        actions={
          <>
            {job && <ReplyButton job={job} />}
            {job && <JobActions job={job} />}
            {job && <UndoImport job={job} />}
            <PermittedLink
              needs="files.upload"
              to={job?.group ? paths.uploadFor(job.group.cim) : paths.filesUpload}
              icon={IconUpload}
            >
              <Trans>Upload another</Trans>
            </PermittedLink>
            {job && <MoreActions job={job} />}
          </>
        }
      />
      {/* Said when it changes: the step of the work, then how it ended. */}
      <output className="sr">
        {job &&
          `${job.fileName}: ${running ? JOB_STAGE_LABEL[job.stage] : SHOWN_JOB_STATUS_LABEL[shownJobStatus(job)]}`}
      </output>
      {error && !job ? (
        <FileMissing error={error} onRetry={() => void refetch()} />
      ) : !job ? (
        <Skeleton width="100%" height={96} />
      ) : (
        <>
          <LostConnection />
          {hasStopped(job) && <StoppedFile job={job} />}
          {(running || job.status === 'paused') && <RunningFile job={job} />}
          {job.status === 'held' && <HeldBanner job={job} />}
          {job.endsWaiting && <EndsWaiting job={job} waiting={job.endsWaiting} />}
          {job.held && <HeldSince job={job} held={job.held} />}
          {job.status === 'error' && <JobProblem job={job} />}
          {job.undoProblem && <UndoProblem job={job} problem={job.undoProblem} />}
          {job.undone && (
            <Banner title={job.undone.part ? undonePart(job.undone.part) : t`This import was undone`}>
              <Trans>
                By {job.undone.by} <TimeAgo instant={job.undone.at} />. The figures show what it did. The history keeps
                both.
              </Trans>
            </Banner>
          )}
          {job.status === 'rejected' && (
            <Banner tone="bad" title={t`This file was rejected`}>
              {job.errorMessage && words(asSentence(job.errorMessage))}{' '}
              <Trans>If it was correct, upload it again.</Trans>
            </Banner>
          )}
          {job.removed && (
            <Banner title={t`This file was removed`}>
              <Trans>
                By {job.removed.by} <TimeAgo instant={job.removed.at} />. Nothing of it had been posted. Its original
                and all that was read of it are deleted; its line in the history and its log stay.
              </Trans>
            </Banner>
          )}
          {job.mode !== 'acknowledgement' && !job.removed && (
            <StatStrip
              compact
              label={isRehearsed(job) ? t`What the file would do` : t`What the file did`}
              stats={[
                { label: t`Added`, ...people('added'), ...to('?change=added') },
                { label: t`Changed`, ...people('changed'), ...to('?change=changed') },
                { label: t`Terminated`, ...people('ended'), ...to('?change=ended') },
                {
                  label: t`No change`,
                  ...people('unchanged'),
                  tone: 'quiet',
                  ...(job.status === 'held' && to('?show=same')),
                },
                { label: t`Rejected`, ...figure(job.refused), tone: 'bad' },
                ...(isBeingPosted(job)
                  ? [{ label: t`Premium effect`, value: null, unknownReason: t`Available after the file is posted` }]
                  : []),
                ...(job.premium && !isNobody(job)
                  ? [
                      {
                        label: job.premium.ofPart
                          ? t`Premium effect of posted changes`
                          : t`Premium effect from ${formatDate(job.premium.on)}`,
                        value: <MoneyText cents={job.premium.change} difference />,
                        amount: true,
                        meaning: job.premium.ofPart
                          ? t`from ${formatDate(job.premium.on)}, on ${formatMoney(job.premium.before)}`
                          : t`on ${formatMoney(job.premium.before)}`,
                      },
                    ]
                  : []),
              ]}
            />
          )}
          <Detail rail={<JobFacts job={job} />}>
            {job.status === 'held' || (job.missing > 0 && job.status === 'completed') ? <Rehearsal job={job} /> : null}
            <Answers job={job} />
            <Refusals job={job} />
            {job.mode !== 'acknowledgement' && <Outcomes job={job} />}
            <LogSection job={job} />
          </Detail>
          <ApprovalBar job={job} />
        </>
      )}
    </>
  );
}
