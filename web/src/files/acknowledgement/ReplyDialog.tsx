import type { FileJob } from '@openbenefits/contract/files';
import type { FileAcknowledgement } from '@openbenefits/contract/acknowledgements';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DownloadLink } from '../DownloadLink.tsx';
import { AckBadge } from './AckBadge.tsx';
import classes from './Acknowledgement.module.css';
import { FindingList } from './FindingList.tsx';

type Part = FileAcknowledgement['parts'][number];

function usePartName(): (part: Pick<Part, 'kind' | 'control'>) => string {
  const { t } = useLingui();
  return ({ kind, control }) =>
    ({
      interchange: t`Interchange ${control}`,
      group: t`Functional group ${control}`,
      set: t`Transaction set ${control}`,
    })[kind];
}

function Parts({ parts, total }: { parts: readonly Part[]; total: number }) {
  const { t } = useLingui();
  const nameOf = usePartName();
  return (
    <>
      <ul className={classes.parts} aria-label={t`Answers`}>
        {parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- control numbers may come twice, which is one of the mistakes told here
          <li key={index} data-kind={part.kind}>
            <span>{nameOf(part)}</span>
            {part.sets && (
              <span className={classes.place}>
                <Trans>
                  {part.sets.accepted} of {part.sets.received} sets accepted
                </Trans>
              </span>
            )}
            <AckBadge answer={part.answer} />
          </li>
        ))}
      </ul>
      {total > parts.length && (
        <p className={classes.more}>
          <Trans>
            The first {parts.length} of {total.toLocaleString('en-US')} are shown; the 999 has them all.
          </Trans>
        </p>
      )}
    </>
  );
}

function Reply({ reply }: { reply: FileAcknowledgement }) {
  const { t } = useLingui();
  const nameOf = usePartName();
  const { findings, findingsTotal } = reply;
  return (
    <>
      <h3 className={classes.heading}>
        <Trans>What was replied</Trans>
      </h3>
      <Parts parts={reply.parts} total={reply.partsTotal} />
      <h3 className={classes.heading}>
        {findingsTotal === 0
          ? t`Nothing to fix`
          : plural(findingsTotal, { one: '# error for the sender to fix', other: '# errors for the sender to fix' })}
      </h3>
      {findingsTotal === 0 ? (
        <p className={classes.more}>
          <Trans>The file follows the guide. Records rejected for other reasons are under Rejected.</Trans>
        </p>
      ) : (
        <FindingList
          label={t`Errors to fix`}
          findings={findings}
          whole={(index) => {
            const finding = findings[index];
            return finding ? nameOf(finding) : '';
          }}
        />
      )}
      {findingsTotal > findings.length && (
        <p className={classes.more}>
          <Trans>The first {findings.length} are shown.</Trans>
        </p>
      )}
    </>
  );
}

/**
 * What the sender of a file is answered, in words, and the files that say it: TA1 for the envelope, 999 for its
 * content.
 */
export function ReplyDialog({ job, onClose }: { job: FileJob; onClose: () => void }) {
  const { t } = useLingui();
  const {
    data: reply,
    error,
    refetch,
  } = useQuery(orpc.files.acknowledgement.queryOptions({ input: { id: job.id }, gcTime: 0 }));
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Reply to the sender`}
      overline={job.sender?.name ?? t`EDI 834`}
      badge={reply && <AckBadge answer={reply.answer} />}
      size={640}
      isRead
      {...(reply && {
        footer: (
          <span className={classes.downloads}>
            <DownloadLink href={`/downloads/files/${job.id}/ta1`} icon={IconDownload}>{t`Download TA1`}</DownloadLink>
            {reply.has999 && (
              <DownloadLink href={`/downloads/files/${job.id}/999`} icon={IconDownload}>{t`Download 999`}</DownloadLink>
            )}
          </span>
        ),
      })}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : reply === undefined ? (
        <Skeleton width="100%" height={120} />
      ) : reply === null ? (
        <p className={classes.more}>
          <Trans>This file has no envelope that could be answered: its header (ISA) was not understood.</Trans>
        </p>
      ) : (
        <Reply reply={reply} />
      )}
    </Dialog>
  );
}
