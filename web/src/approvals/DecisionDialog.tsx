import type { Approval } from '@openbenefits/contract/approvals';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, orpc } from '../api.ts';
import { useIdempotencyKey } from '../idempotency.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { TextInput } from '../ui/Fields.tsx';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import { toastGood } from '../ui/toasts.ts';
import classes from './Approvals.module.css';
import { refreshAfterDecision } from './refresh-approvals.ts';

export type Decision = 'approve' | 'reject' | 'withdraw';

type Changed = { label: string; before: string; after: string };

/** What differs from what was asked for: it cannot be approved as it is. */
function ChangedSince({ changed }: { changed: readonly Changed[] }) {
  if (changed.length === 0) return null;
  return (
    <div className={classes.changed} role="alert">
      <p>
        <Trans>It has changed since approval was asked for:</Trans>
      </p>
      <ul>
        {changed.map(({ label, before, after }) => (
          <li key={label}>
            {label}: {before || '—'} → {after || '—'}
          </li>
        ))}
      </ul>
    </div>
  );
}

function useSend(id: string, decision: Decision, digest: string, reason: string, onClose: () => void) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const done: Record<Decision, string> = { approve: t`Approved`, reject: t`Rejected`, withdraw: t`Withdrawn` };
  return useMutation({
    mutationFn: () => {
      const of = { id, idempotencyKey: keys.keyFor({ id, decision, digest, reason }) };
      if (decision === 'approve') return api.approvals.approve({ ...of, digest, ...(reason !== '' && { reason }) });
      return decision === 'reject' ? api.approvals.reject({ ...of, reason }) : api.approvals.withdraw(of);
    },
    onSuccess: () => {
      keys.settle();
      toastGood(done[decision]);
      onClose();
    },
    onSettled: refreshAfterDecision,
  });
}

const effectsOf = ({ facts, requestedBy, requestedAt, waitsBecause }: Approval, t: { by: string; why: string }) => [
  ...facts,
  {
    label: t.by,
    value: (
      <>
        {requestedBy}, <TimeAgo instant={requestedAt} />
      </>
    ) as ReactNode,
  },
  ...(waitsBecause === null ? [] : [{ label: t.why, value: waitsBecause }]),
];

type Effect = { label: string; value: ReactNode };
type Props = {
  id: string;
  decision: Decision;
  /** What follows from it besides the facts of the request. */
  effects?: readonly Effect[];
  onClose: () => void;
};

/** Approves, rejects or takes back one request, with everything that takes effect in sight. */
export function DecisionDialog({ id, decision, effects = [], onClose }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const { data, error } = useQuery(orpc.approvals.get.queryOptions({ input: { id }, staleTime: 0, gcTime: 0 }));
  // The digest of what is shown here, also where the list has newer facts by now.
  const send = useSend(id, decision, data?.digest ?? '', text.trim(), onClose);
  const what = data?.title ?? '';
  const words: Record<Decision, { title: string; confirm: string }> = {
    approve: { title: t`Approve: ${what}`, confirm: t`Approve` },
    reject: { title: t`Reject: ${what}`, confirm: t`Reject` },
    withdraw: { title: t`Withdraw: ${what}`, confirm: t`Withdraw` },
  };
  const asks: Record<Decision, string> = {
    approve: t`It takes effect exactly as shown here.`,
    reject: t`Nothing of it takes effect.`,
    withdraw: t`Nothing of it takes effect. It can be asked for again.`,
  };
  const whyNot = (): string | undefined => {
    if (!data) return t`Loading what waits`;
    if (decision === 'approve' && data.changed.length > 0)
      return t`It has changed since. It has to be asked for again.`;
    if (decision === 'approve') return data.refusal ?? undefined;
    if (decision === 'reject' && text.trim() === '') return t`Enter a reason.`;
    return undefined;
  };
  return (
    <ConfirmDialog
      opened
      title={words[decision].title}
      confirmLabel={words[decision].confirm}
      destructive={decision === 'reject'}
      busy={send.isPending}
      isDirty={text !== ''}
      error={send.error ?? error}
      disabledReason={whyNot()}
      effects={data ? [...effectsOf(data, { by: t`Requested by`, why: t`Why it waits` }), ...effects] : []}
      fields={
        decision === 'withdraw' ? undefined : (
          <TextInput
            label={t`Reason`}
            required={decision === 'reject'}
            value={text}
            onChange={setText}
            maxLength={300}
          />
        )
      }
      onConfirm={() => send.mutate()}
      onCancel={onClose}
    >
      {asks[decision]}
      {data && <ChangedSince changed={data.changed} />}
    </ConfirmDialog>
  );
}
