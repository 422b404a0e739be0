import { fileWords } from '../file-words.ts';
import type { FileJob } from '@openbenefits/contract/files';
import { isUncounted } from '@openbenefits/domain/files/job-status';
import { subtract } from '@openbenefits/domain/money';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { FILE_FORMAT_LABEL, JOB_PRIORITY_LABEL } from '../../domain-labels.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { TextButton } from '../../ui/Button.tsx';
import { FactsRail, FactsSection } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { words } from '../../words.ts';
import { DownloadLink } from '../DownloadLink.tsx';
import { Approvals } from '../review/Approvals.tsx';
import { isOfSeveral } from '../GroupOfFile.tsx';
import { fileSize } from '../file-size.ts';
import { hasColumns } from '../list-file.ts';

const MODE: Readonly<Record<Exclude<NonNullable<FileJob['mode']>, 'acknowledgement'>, MessageDescriptor>> = {
  change: msg`change file`,
  full: msg`full file`,
  census: msg`census`,
};

/** What each plan costs more or less a month. */
function PremiumFacts({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const { data } = useQuery(orpc.files.premiums.queryOptions({ input: { id: job.id } }));
  const changed = (data ?? []).filter(({ before, after }) => before !== after);
  if (changed.length === 0 || !job.premium) return null;
  return (
    <FactsSection
      title={job.premium.ofPart ? t`Premium effect of posted changes` : t`Premium effect`}
      facts={[
        ...changed.map(({ planName, before, after }) => ({
          label: planName,
          value: <MoneyText cents={subtract(after, before)} difference />,
        })),
        { label: t`A month`, value: <MoneyText cents={job.premium.change} difference />, total: true },
      ]}
    />
  );
}

/** How many columns were understood; it leads to where they are matched, as long as the file can be read again. */
function ColumnsRead({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('files.process');
  const match = (said: ReactNode) =>
    mayNot ? (
      <TextButton disabledReason={mayNot}>{said}</TextButton>
    ) : (
      <Link to={paths.fileColumns(job.id)}>{said}</Link>
    );
  if (!job.columns) return match(t`Match columns`);
  const { read, ignored } = job.columns;
  const said = (
    <>
      {plural(read, { one: '# read', other: '# read' })}
      {ignored > 0 && plural(ignored, { one: ', # not read', other: ', # not read' })}
    </>
  );
  return job.originalRemovedAt === null && job.status !== 'processing' ? match(said) : said;
}

/** The rail of a file's page. */
export function JobFacts({ job }: { job: FileJob }) {
  const { t, i18n } = useLingui();
  const mayNot = useWhyNot('files.upload');
  return (
    <FactsRail label={t`About this file`}>
      <FactsSection
        title={t`File`}
        facts={[
          ...(job.mode === 'acknowledgement'
            ? []
            : [
                {
                  label: t`Group`,
                  value: job.group ? (
                    <Link to={paths.group(job.group.id, 'members')}>{job.group.name}</Link>
                  ) : isOfSeveral(job) ? (
                    t`Several, named with each person`
                  ) : (
                    '—'
                  ),
                },
              ]),
          {
            label: t`Kind`,
            value:
              job.mode === 'acknowledgement'
                ? t`Acknowledgement (X12 999 or TA1)`
                : [FILE_FORMAT_LABEL[job.format], job.mode && i18n._(MODE[job.mode])].filter(Boolean).join(', '),
          },
          ...(job.sender
            ? [
                job.format !== 'edi834'
                  ? {
                      label: t`Profile`,
                      value: (
                        <Link to={paths.filesPartners}>
                          {job.group ? t`Census files of the group` : words(job.sender.name)}
                        </Link>
                      ),
                    }
                  : { label: t`Sender`, value: <Link to={paths.filesPartners}>{job.sender.name}</Link> },
              ]
            : []),
          ...(job.resentFrom
            ? [{ label: t`Rows rejected in`, value: <Link to={paths.fileJob(job.resentFrom)}>{t`this file`}</Link> }]
            : []),
          ...(job.columns || (hasColumns(job) && ['queued', 'paused'].includes(job.status))
            ? [{ label: t`Columns`, value: <ColumnsRead job={job} /> }]
            : []),
          ...(job.controlNumber ? [{ label: t`Control number`, value: job.controlNumber, mono: true }] : []),
          ...(job.mode === 'acknowledgement'
            ? []
            : [
                {
                  label: t`Records`,
                  value:
                    job.recordsRead === 0 && (job.stage === 'waiting' || isUncounted(job))
                      ? '—'
                      : job.recordsRead.toLocaleString('en-US'),
                },
              ]),
          { label: t`Size`, value: fileSize(job.sizeBytes) },
          {
            label: t`Original`,
            value: job.originalRemovedAt ? (
              job.originalRemovedBy ? (
                <Trans>
                  Deleted by {job.originalRemovedBy} <TimeAgo instant={job.originalRemovedAt} />
                </Trans>
              ) : (
                <Trans>
                  Removed <TimeAgo instant={job.originalRemovedAt} />
                </Trans>
              )
            ) : (
              <DownloadLink href={`/downloads/files/${job.id}/original`} mayNot={mayNot}>
                {t`Download`}
              </DownloadLink>
            ),
          },
          { label: t`Priority`, value: JOB_PRIORITY_LABEL[job.priority] },
          { label: t`Submitted by`, value: job.submittedBy },
          { label: t`Received`, value: <TimeAgo instant={job.submittedAt} /> },
          ...(job.approvedBy
            ? [{ label: t`Approved by`, value: [job.firstApprovedBy, job.approvedBy].filter(Boolean).join(', ') }]
            : []),
          ...(job.leftOut > 0
            ? [
                {
                  label: t`Left out when approved`,
                  value: plural(job.leftOut, { one: '# record', other: '# records' }),
                },
              ]
            : []),
          ...(job.undone ? [{ label: job.undone.all ? t`Undone by` : t`Partly undone by`, value: job.undone.by }] : []),
          ...(job.finishedAt ? [{ label: t`Finished`, value: <TimeAgo instant={job.finishedAt} /> }] : []),
        ]}
      />
      {job.premium && <PremiumFacts job={job} />}
      {job.status === 'held' && <Approvals job={job} />}
      {job.remarks.length > 0 && (
        <FactsSection
          title={t`Remarks`}
          facts={job.remarks.map((remark) => ({
            label: fileWords(remark),
            value: remark.count.toLocaleString('en-US'),
            sentence: true,
          }))}
        />
      )}
    </FactsRail>
  );
}
