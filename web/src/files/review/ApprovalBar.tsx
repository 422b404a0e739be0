import type { FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { subtract, ZERO } from '@openbenefits/domain/money';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { useUser } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextInput } from '../../ui/Fields.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { ApproveTestDialog } from './ApproveTestDialog.tsx';
import { EFFECTS } from './FileChanges.tsx';
import classes from './Review.module.css';
import { useReview } from './use-review.ts';

function RejectDialog({ job, onClose }: { job: FileJob; onClose: () => void }) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const keys = useIdempotencyKey();
  const queries = useQueryClient();
  const reject = useMutation({
    mutationFn: () => api.files.reject({ id: job.id, reason, idempotencyKey: keys.keyFor(reason) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.files.key() });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t`Reject this file`}
      confirmLabel={t`Reject file`}
      destructive
      busy={reject.isPending}
      error={reject.error}
      disabledReason={reason.trim().length < 3 ? t`Say why, in a few words.` : undefined}
      onConfirm={() => reject.mutate()}
      onCancel={onClose}
      fields={<TextInput label={t`Reason`} required value={reason} onChange={setReason} maxLength={500} />}
    >
      <Trans>Nothing of this file has been posted, and nothing will be. The sender's next file is judged afresh.</Trans>
    </ConfirmDialog>
  );
}

/** What would be applied, what stands in the way, and the two answers. */
export function ApprovalBar({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const [rejecting, setRejecting] = useState(false);
  const [testing, setTesting] = useState(false);
  const user = useUser();
  const { approve, choose } = useReview(job.id);
  const changes = useQuery(orpc.files.changes.queryOptions({ input: { id: job.id, actions: [...EFFECTS], limit: 1 }, gcTime: 0 }));
  const missing = useQuery(orpc.files.missing.queryOptions({ input: { id: job.id, limit: 1 }, enabled: job.missing > 0, gcTime: 0 }));
  const selected = changes.data?.selected ?? 0;
  const total = changes.data?.total ?? 0;
  const uncounted = changes.isError && !changes.data;
  const counting = changes.data ? undefined : uncounted ? t`The changes could not be counted` : t`The changes are being counted`;
  const mayNot = user?.permissions.includes('files.process') ? undefined : t`Your role does not allow this.`;
  const undecided = job.stops.some(({ code }) => code === 'missing_people') ? (missing.data?.undecided ?? job.missing) : 0;
  const waits =
    undecided > 0 ? plural(undecided, { one: 'Held until # missing person is decided', other: 'Held until the # missing people are decided' }) : undefined;
  // What was refused for what has changed since is looked at behind the dialog.
  const lookAgain = (error: unknown) => void (problemOf(error).code === 'CONFLICT' && setTesting(false));
  const decisions = job.missing > 0;
  const second = job.secondApproval;
  const asksSecond = second !== null && second.first === null;
  const given = second?.first?.isMine ? t`Waits for a second person’s approval` : undefined;
  const firstBy = second?.first?.by;
  const told = given ?? (firstBy !== undefined ? t`Approved by ${firstBy}; your approval applies it` : undefined);
  const toEnd = missing.data?.toEnd ?? 0;
  return (
    <footer className={classes.approval} data-bottom-bar>
      <p role="status">
        {counting ??
          (total === 0 ? (
            <Trans>The file changes nobody</Trans>
          ) : (
            <span>
              <b>
                <Trans>
                  {selected.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
                </Trans>
              </b>{' '}
              <Trans>selected</Trans>
            </span>
          ))}
        {changes.data && total > 0 && (
          <>
            <span aria-hidden="true">·</span>
            <span>
              {changes.data.isAbout ? (
                <Trans>
                  about <MoneyText cents={changes.data.selectedPremium} difference /> a month, as many families are selected in part
                </Trans>
              ) : (
                <Trans>
                  <MoneyText cents={changes.data.selectedPremium} difference /> a month
                </Trans>
              )}
            </span>
          </>
        )}
        {missing.data && toEnd > 0 && (
          <>
            <span aria-hidden="true">·</span>
            <span>
              {plural(toEnd, { one: '# missing person ends:', other: '# missing people end:' })}{' '}
              <MoneyText cents={subtract(ZERO, missing.data.toEndMonthly)} difference /> <Trans>a month</Trans>
            </span>
          </>
        )}
        {job.held !== null && job.held.mended > 0 && (
          <>
            <span aria-hidden="true">·</span>{' '}
            <span className={classes.waits}>{plural(job.held.mended, { one: '# mended row is not in it', other: '# mended rows are not in it' })}</span>
          </>
        )}
        {(waits ?? told) && (
          <>
            <span aria-hidden="true">·</span> <span className={classes.waits}>{waits ?? told}</span>
          </>
        )}
      </p>
      {uncounted && (
        <Button busy={changes.isFetching} onClick={() => void changes.refetch()}>
          <Trans>Count again</Trans>
        </Button>
      )}
      {selected < total ? (
        <Button disabledReason={mayNot} busy={choose.isPending} onClick={() => choose.mutate({ excluded: false })}>
          <Trans>Select all</Trans>
        </Button>
      ) : (
        total > 0 && (
          <Button disabledReason={mayNot} busy={choose.isPending} onClick={() => choose.mutate({ excluded: true })}>
            <Trans>Select none</Trans>
          </Button>
        )
      )}
      <Button variant="red" disabledReason={mayNot} onClick={() => setRejecting(true)}>
        <Trans>Reject file…</Trans>
      </Button>
      <Button
        variant="primary"
        busy={approve.isPending}
        disabledReason={mayNot ?? waits ?? given ?? counting ?? (selected === 0 && total > 0 && !decisions ? t`Nothing is selected` : undefined)}
        onClick={() => (job.isTest ? setTesting(true) : approve.mutate({ selected }))}
      >
        {asksSecond
          ? t`Ask for second approval (${second.losing.toLocaleString('en-US')})`
          : total === 0
            ? t`Approve file`
            : selected === 0 && toEnd > 0
              ? plural(toEnd, { one: 'Approve # end', other: 'Approve # ends' })
              : plural(selected, { one: 'Approve # change', other: 'Approve # changes' })}
      </Button>
      {testing && (
        <ApproveTestDialog
          busy={approve.isPending}
          onApprove={(reason) => approve.mutate({ selected, reason }, { onError: lookAgain })}
          onClose={() => setTesting(false)}
        />
      )}
      {rejecting && <RejectDialog job={job} onClose={() => setRejecting(false)} />}
    </footer>
  );
}
