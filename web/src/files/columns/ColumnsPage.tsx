import type { FileJob } from '@openbenefits/contract/files';
import type { ListPreview } from '@openbenefits/contract/sender-mapping';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { api, orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { Toggle } from '../../ui/Toggle.tsx';
import { asSentence } from '../as-sentence.ts';
import { GroupPicker, type PickedGroup } from '../../groups/GroupPicker.tsx';
import review from '../review/Review.module.css';
import { FileMissing } from '../job/FileMissing.tsx';
import { useJob } from '../job/use-job.ts';
import { ColumnTable } from './ColumnTable.tsx';
import classes from './Columns.module.css';
import { DateOrderSelect } from './DateOrderSelect.tsx';
import { NoColumns } from './NoColumns.tsx';
import { PreviewPeople } from './PreviewPeople.tsx';
import { type Choosing, useChoice } from './use-choice.ts';
import { WordTable } from './WordTable.tsx';

const WAIT_MS = 300;

/** What the choice comes to: what is missing, how many people would be refused and why. */
function Outcome({ list }: { list: ListPreview }) {
  const { t } = useLingui();
  if (list.headingLine === null)
    return <Banner tone="bad" title={t`We couldn’t find a header row`}>{t`The census needs a header row.`}</Banner>;
  if (list.missing.length > 0)
    return (
      <Banner tone="bad" title={t`No one can be read yet`}>
        <Trans>Match the columns with the first and last name, or the full name.</Trans>
      </Banner>
    );
  const looked = list.looked.toLocaleString('en-US');
  const title =
    list.refused === 0
      ? t`Everybody among the first ${looked} people can be read`
      : plural(list.refused, {
          one: `# of the first ${looked} people would be rejected`,
          other: `# of the first ${looked} people would be rejected`,
        });
  return (
    <Banner tone={list.refused === 0 ? 'good' : 'waits'} title={title}>
      {list.reasons
        .slice(0, 3)
        .map(({ reason, people }) => asSentence(`${reason.replace(/\.$/, '')} (${people.toLocaleString('en-US')})`))
        .join(' ')}
    </Banner>
  );
}

/** What speaks against the order in which dates are read, and how many are in doubt. */
function DateNote({ list, said }: { list: ListPreview; said: boolean | null }) {
  const { t } = useLingui();
  const { dates, doubtfulDates, readDayFirst } = list;
  if (said === null && readDayFirst) return t`Dates are read with the day first: the headings are German or French.`;
  const notes = [
    ...(dates.dayFirst > 0 && said !== true
      ? [
          plural(dates.dayFirst, {
            one: '# date exists only with the day first.',
            other: '# dates exist only with the day first.',
          }),
        ]
      : []),
    ...(dates.monthFirst > 0 && said === true
      ? [
          plural(dates.monthFirst, {
            one: '# date exists only with the month first.',
            other: '# dates exist only with the month first.',
          }),
        ]
      : []),
    ...(doubtfulDates > 0
      ? [
          plural(doubtfulDates, {
            one: '# date can be read either way.',
            other: '# dates can be read either way.',
          }),
        ]
      : []),
  ];
  return notes.join(' ');
}

/** How the sender writes dates and numbers. */
function Habits({ list, choosing }: { list: ListPreview; choosing: Choosing }) {
  const { t } = useLingui();
  const { padded } = list;
  const { choice } = choosing;
  return (
    <section aria-labelledby="habits" className={classes.block}>
      <div className={classes.bar}>
        <h2 id="habits">
          <Trans>Dates and numbers</Trans>
        </h2>
      </div>
      <div className={classes.habits}>
        <DateOrderSelect
          value={choice?.dayFirst ?? null}
          onChange={choosing.setDayFirst}
          description={<DateNote list={list} said={choice?.dayFirst ?? null} />}
        />
        <Toggle
          id="pad-zeros"
          label={t`SSNs and ZIP codes have lost their leading zeros`}
          checked={choice?.padZeros ?? false}
          onChange={choosing.setPadZeros}
          note={
            padded > 0
              ? plural(padded, {
                  one: 'Leading zeros are restored for # person.',
                  other: 'Leading zeros are restored for # people.',
                })
              : t`On: numbers that are one or two digits short get them back.`
          }
        />
      </div>
    </section>
  );
}

const isWaiting = ({ status }: FileJob): boolean => status === 'queued' || status === 'paused';

function SaveWords({ job }: { job: FileJob }) {
  if (job.status === 'completed' || job.status === 'rejected') return <Trans>Remember and read as a new file</Trans>;
  return isWaiting(job) ? <Trans>Remember for this file</Trans> : <Trans>Remember and read again</Trans>;
}

function Chooser({ job, list }: { job: FileJob; list: ListPreview }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keys = useIdempotencyKey();
  const mayNot = useWhyNot('files.process');
  const choosing = useChoice(list);
  const [group, setGroup] = useState<PickedGroup | null>(null);
  const [asked] = useDebouncedValue(choosing.changed ? choosing.choice : null, WAIT_MS);
  const preview = useQuery(
    orpc.files.columns.queryOptions({
      input: { id: job.id, ...(asked && { choice: asked }) },
      enabled: asked !== null,
      placeholderData: keepPreviousData,
      gcTime: 0,
    }),
  );
  const save = useMutation({
    mutationFn: () => {
      const { choice } = choosing;
      if (!choice) throw new Error('Nothing is chosen');
      const input = { id: job.id, ...choice, ...(group && { groupId: group.id }) };
      return api.files.mapColumns({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: async ({ id }) => {
      keys.settle();
      await Promise.all([
        queries.invalidateQueries({ queryKey: orpc.files.key() }),
        queries.invalidateQueries({ queryKey: orpc.tradingPartners.key() }),
      ]);
      toastGood(
        t`Columns remembered`,
        isWaiting(job) ? t`The file is read with them when its turn comes.` : t`The file is read again with them.`,
      );
      await navigate(paths.fileJob(id));
    },
  });
  const { choice } = choosing;
  if (!choice) return null;
  const seen = preview.data ?? list;
  const problem = save.error ? problemOf(save.error) : undefined;
  const sender = group?.name ?? list.sender?.name ?? job.group?.name;
  return (
    <>
      <LeaveGuard unsaved={() => choosing.changed && !save.isPending && !save.isSuccess}>
        <Trans>Your choices about the columns are not saved.</Trans>
      </LeaveGuard>
      <div aria-live="polite" aria-busy={preview.isFetching || undefined}>
        <Outcome list={seen} />
      </div>
      {preview.error && <ErrorLine error={preview.error} />}
      {job.group === null && (
        <div className={classes.group}>
          <GroupPicker
            label={t`Employer group`}
            hint={false}
            onPick={setGroup}
            error={problem?.fields.get('groupId')}
          />
          <p>
            <Trans>The choice is saved for its census files. Leave it empty if each row names its group.</Trans>
          </p>
        </div>
      )}
      <ColumnTable before={list.columns} columns={seen.columns} choice={choice} choosing={choosing} />
      <WordTable columns={seen.columns} choice={choice} choosing={choosing} />
      <Habits list={seen} choosing={choosing} />
      <PreviewPeople list={seen} />
      <footer className={review.approval} data-bottom-bar>
        <p>
          {sender ? (
            <Trans>Saved for census files of {sender}.</Trans>
          ) : (
            <Trans>Saved for census files that name their groups.</Trans>
          )}
        </p>
        {problem && problem.fields.size === 0 && <ErrorLine error={save.error} />}
        <ButtonLink to={paths.fileJob(job.id)}>
          <Trans>Cancel</Trans>
        </ButtonLink>
        <Button
          variant="primary"
          busy={save.isPending}
          disabledReason={
            mayNot ??
            (job.status === 'processing'
              ? t`This file is being processed. Pause it, or wait until it finishes.`
              : undefined) ??
            (seen.missing.length > 0 ? t`Match the name columns first.` : undefined)
          }
          onClick={() => save.mutate()}
        >
          <SaveWords job={job} />
        </Button>
      </footer>
    </>
  );
}

/**
 * Which column of a list is what, what its words mean, and what comes of it: chosen here, remembered for the sender.
 */
export function Component() {
  const { t } = useLingui();
  const { jobId = '' } = useParams();
  const job = useJob(jobId);
  const list = useQuery(
    orpc.files.columns.queryOptions({ input: { id: jobId }, gcTime: 0, staleTime: Number.POSITIVE_INFINITY }),
  );
  return (
    <>
      <PageHeader
        title={t`Match columns`}
        breadcrumb={[
          { label: t`File Processing`, to: paths.filesUpload },
          { label: job.data?.fileName ?? t`File`, to: paths.fileJob(jobId) },
          { label: t`Match columns` },
        ]}
        facts={
          list.data?.headingLine && job.data?.format !== 'xml' ? (
            <span>{t`The headings are in line ${list.data.headingLine}.`}</span>
          ) : undefined
        }
      />
      {job.error && !job.data ? (
        <FileMissing error={job.error} onRetry={() => void job.refetch()} />
      ) : list.error && !list.data ? (
        <NoColumns error={list.error} jobId={jobId} onRetry={() => void list.refetch()} />
      ) : job.data && list.data ? (
        <Chooser job={job.data} list={list.data} />
      ) : (
        <Skeleton width="100%" height={320} />
      )}
    </>
  );
}
