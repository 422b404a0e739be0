import type { FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { subtract, ZERO } from '@openbenefits/domain/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { ApproveWithReasonDialog, needsReason } from './ApproveWithReasonDialog.tsx';
import { EFFECTS } from './FileChanges.tsx';
import { RejectDialog } from './RejectDialog.tsx';
import classes from './Review.module.css';
import { useReview } from './use-review.ts';

type Asked =
  | { deed: 'reject' }
  | { deed: 'approve_with_reason'; /** What was seen to be selected. */ selected: number };

/** What would be applied, what stands in the way, and the two answers. */
function Bar({ job, onAsk }: { job: FileJob; onAsk: (asked: Asked) => void }) {
  const { t } = useLingui();
  const { approve, choose } = useReview(job.id);
  const changes = useQuery(
    orpc.files.changes.queryOptions({ input: { id: job.id, actions: [...EFFECTS], limit: 1 }, gcTime: 0 }),
  );
  const missing = useQuery(
    orpc.files.missing.queryOptions({ input: { id: job.id, limit: 1 }, enabled: job.missing > 0, gcTime: 0 }),
  );
  const selected = changes.data?.selected ?? 0;
  const total = changes.data?.total ?? 0;
  const uncounted = changes.isError && !changes.data;
  const counting = changes.data
    ? undefined
    : uncounted
      ? t`The changes could not be counted`
      : t`The changes are being counted`;
  const mayNot = useWhyNot('files.process');
  const undecided = job.stops.some(({ code }) => code === 'missing_people')
    ? (missing.data?.undecided ?? job.missing)
    : 0;
  const waits =
    undecided > 0
      ? plural(undecided, {
          one: 'Held until # missing member is decided',
          other: 'Held until the # missing members are decided',
        })
      : undefined;
  const decisions = job.missing > 0;
  const second = job.secondApproval;
  const asksSecond = second !== null && second.first === null;
  const given = second?.first?.isMine ? t`Needs a second approval` : undefined;
  const firstBy = second?.first?.by;
  const told = given ?? (firstBy !== undefined ? t`Approved by ${firstBy}; your approval applies it` : undefined);
  const toEnd = missing.data?.toEnd ?? 0;
  return (
    <footer className={classes.approval} data-bottom-bar>
      <p role="status">
        <span>
          {counting ??
            (total === 0 ? (
              <Trans>The file changes no one</Trans>
            ) : (
              <>
                <b>
                  <Trans>
                    {selected.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
                  </Trans>
                </b>{' '}
                <Trans>selected</Trans>
              </>
            ))}
        </span>
        {changes.data && total > 0 && (
          <span>
            {changes.data.isAbout ? (
              <Trans>
                about <MoneyText cents={changes.data.selectedPremium} difference /> a month, as many families are
                selected in part
              </Trans>
            ) : (
              <Trans>
                <MoneyText cents={changes.data.selectedPremium} difference /> a month
              </Trans>
            )}
          </span>
        )}
        {missing.data && toEnd > 0 && (
          <span>
            {plural(toEnd, { one: '# missing member is terminated:', other: '# missing members are terminated:' })}{' '}
            <MoneyText cents={subtract(ZERO, missing.data.toEndMonthly)} difference /> <Trans>a month</Trans>
          </span>
        )}
        {job.held !== null && job.held.mended > 0 && (
          <span className={classes.waits}>
            {plural(job.held.mended, { one: '# fixed row is not in it', other: '# fixed rows are not in it' })}
          </span>
        )}
        {(waits ?? told) && <span className={classes.waits}>{waits ?? told}</span>}
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
      <Button variant="red" disabledReason={mayNot} onClick={() => onAsk({ deed: 'reject' })}>
        <Trans>Reject file…</Trans>
      </Button>
      <Button
        variant="primary"
        busy={approve.isPending}
        disabledReason={
          mayNot ??
          waits ??
          given ??
          counting ??
          (selected === 0 && total > 0 && !decisions ? t`Nothing is selected` : undefined)
        }
        onClick={() =>
          needsReason(job)
            ? onAsk({ deed: 'approve_with_reason', selected })
            : approve.mutate({ selected, second: second?.first?.approval ?? undefined })
        }
      >
        {asksSecond
          ? t`Ask for second approval (${second.losing.toLocaleString('en-US')})`
          : total === 0
            ? t`Approve file`
            : selected === 0 && toEnd > 0
              ? plural(toEnd, { one: 'Approve # termination', other: 'Approve # terminations' })
              : plural(selected, { one: 'Approve # change', other: 'Approve # changes' })}
      </Button>
    </footer>
  );
}

/**
 * The bar of a held file and its dialogs. What is written in those stays when somebody else decides meanwhile, and they
 * say so.
 */
export function ApprovalBar({ job }: { job: FileJob }) {
  const [asked, ask] = useState<Asked | null>(null);
  const close = () => ask(null);
  return (
    <>
      {job.status === 'held' && <Bar job={job} onAsk={ask} />}
      {asked?.deed === 'reject' && <RejectDialog job={job} onClose={close} />}
      {asked?.deed === 'approve_with_reason' && (
        <ApproveWithReasonDialog job={job} selected={asked.selected} onClose={close} />
      )}
    </>
  );
}
