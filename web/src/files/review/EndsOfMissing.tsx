import type { FileJob } from '@openbenefits/contract/files';
import { type Cents, subtract, ZERO } from '@openbenefits/domain/money';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { Banner } from '../../ui/Banner.tsx';
import { useWhyNot } from '../../session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useReview } from './use-review.ts';

/** Ends that were decided after the file was applied, and that a second person approves. */
export function EndsWaiting({
  job,
  waiting: { people, by, at, isMine, approval },
}: {
  job: FileJob;
  waiting: NonNullable<FileJob['endsWaiting']>;
}) {
  const { t } = useLingui();
  const { approveEnds } = useReview(job.id);
  const role = useWhyNot('files.process');
  const mayNot =
    role ??
    (job.undone?.all
      ? t`This import was undone, so no one is missing.`
      : isMine
        ? t`You decided these terminations. Another user must approve them too.`
        : people === 0
          ? t`No one is left to terminate`
          : approval === null
            ? t`Decide them again to ask for the second approval.`
            : undefined);
  return (
    <Banner
      tone="waits"
      title={plural(people, {
        one: 'The termination of # member needs a second approval',
        other: 'The terminations of # members need a second approval',
      })}
      actions={
        <>
          <ButtonLink to="?show=missing">
            {plural(job.missing, { one: 'Review # person', other: 'Review # people' })}
          </ButtonLink>
          <Button
            variant="primary"
            busy={approveEnds.isPending}
            disabledReason={mayNot}
            onClick={() => approval && approveEnds.mutate({ approval, people })}
          >
            <Trans>Approve terminations</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        Decided by {by} <TimeAgo instant={at} />. Nothing is terminated until another user approves it too. Members
        marked as sender error are left out.
      </Trans>
    </Banner>
  );
}

/** Asks before everybody left is ended at once: a file that was cut looks the same. */
export function EndAllDialog({
  job,
  people,
  monthly,
  busy,
  onConfirm,
  onCancel,
}: {
  job: FileJob;
  people: number;
  monthly: Cents;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { t } = useLingui();
  const from = useQuery(orpc.files.queue.state.queryOptions()).data?.settings.secondApprovalFrom ?? null;
  const asksSecond = from !== null && people >= from;
  return (
    <ConfirmDialog
      opened
      title={t`Terminate coverage for all undecided members`}
      confirmLabel={plural(people, { one: 'Terminate # member', other: 'Terminate # members' })}
      destructive
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
      effects={[
        { label: t`People who left or lose a line, with their dependents`, value: people.toLocaleString('en-US') },
        { label: t`Premium a month`, value: <MoneyText cents={subtract(ZERO, monthly)} difference /> },
      ]}
    >
      {job.status === 'held' ? (
        <Trans>
          Their coverage ends on the proposed last day once the file is approved. Until then, you can change each
          decision.
        </Trans>
      ) : asksSecond ? (
        <Trans>
          Nothing is terminated yet. Another user must approve it too. Then coverage ends on the proposed last day.
        </Trans>
      ) : (
        <Trans>
          Their coverage is terminated now, with the proposed last day. You can undo it in the group’s activity.
        </Trans>
      )}
      {job.status !== 'held' && from !== null && !asksSecond && (
        <>
          {' '}
          {plural(from, {
            one: 'Where a file takes coverage from # person or more, a second person approves first.',
            other: 'Where a file takes coverage from # people or more, a second person approves first.',
          })}
        </>
      )}
    </ConfirmDialog>
  );
}
