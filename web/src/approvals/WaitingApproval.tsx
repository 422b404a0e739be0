import type { Approval } from '@openbenefits/contract/approvals';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, orpc } from '../api.ts';
import { newKey, useIdempotencyKey } from '../idempotency.ts';
import { queryClient } from '../query-client.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorLine } from '../ui/ErrorState.tsx';
import { TextAreaField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastError, toastGood } from '../ui/toasts.ts';
import classes from './WaitingApproval.module.css';

type Waiting = { id: string; digest: string };

type Effect = { label: string; value: ReactNode };
type DecideProps = {
  effects: readonly Effect[];
  approval: Waiting;
  about: Approval;
  verb: 'approve' | 'reject';
  onClose: () => void;
};

function DecideDialog({
  approval,
  about,
  effects,
  verb,
  onClose,
  onDone,
}: DecideProps & { onDone: () => Promise<unknown> }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const isApproval = verb === 'approve';
  const form = useForm({
    initial: { reason: '' },
    problemsOf: ({ reason }) =>
      !isApproval && reason.trim() === '' ? [{ path: 'reason', message: t`Enter a reason.` }] : [],
    send: async ({ reason }) => {
      if (isApproval) {
        const input = { ...approval, ...(reason.trim() !== '' && { reason }) };
        await api.approvals.approve({ ...input, idempotencyKey: keys.keyFor(input) });
      } else {
        const input = { id: approval.id, reason };
        await api.approvals.reject({ ...input, idempotencyKey: keys.keyFor(input) });
      }
      keys.settle();
      toastGood(isApproval ? t`Approved: ${about.title}` : t`Rejected: ${about.title}`);
      onClose();
      await onDone();
    },
  });
  return (
    <FormDialog
      title={isApproval ? t`Approve: ${about.title}` : t`Reject: ${about.title}`}
      size={480}
      saveLabel={isApproval ? t`Approve` : t`Reject`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <dl className={classes.facts}>
        {[...about.facts, ...effects].map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <TextAreaField field={form.field('reason')} label={t`Reason`} required={!isApproval} />
    </FormDialog>
  );
}

/**
 * What waits for a second person, on the page of its subject: who asked and why another person decides, with Approve and
 * Reject, or Withdraw for the one who asked. `approval` is of the row that the page shows, so its digest is what was seen;
 * `effects` are what follows from it besides.
 */
export function WaitingApproval({
  approval,
  effects = [],
  onDone,
}: {
  approval: Waiting;
  effects?: readonly Effect[];
  onDone: () => Promise<unknown>;
}) {
  const { t } = useLingui();
  const [verb, setVerb] = useState<'approve' | 'reject'>();
  const { data, error } = useQuery(orpc.approvals.get.queryOptions({ input: { id: approval.id } }));
  const done = () => Promise.all([queryClient.invalidateQueries({ queryKey: orpc.approvals.key() }), onDone()]);
  const withdraw = useMutation({
    mutationFn: () => api.approvals.withdraw({ id: approval.id, idempotencyKey: newKey() }),
    onSuccess: () => toastGood(t`Request withdrawn`),
    onError: (problem) => toastError(problem),
    onSettled: done,
  });
  if (error) return <ErrorLine error={error} />;
  if (data?.status !== 'waiting') return null;
  const changed =
    data.changed.length > 0 ? t`It has changed since approval was asked for. It has to be asked for again.` : undefined;
  const refusal = data.refusal ?? undefined;
  return (
    <>
      <Banner
        tone="waits"
        title={t`Waiting for a second person`}
        actions={
          data.isOwn ? (
            <Button busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
              <Trans>Withdraw request</Trans>
            </Button>
          ) : (
            <>
              <Button variant="red" disabledReason={refusal} onClick={() => setVerb('reject')}>
                <Trans>Reject…</Trans>
              </Button>
              <Button variant="primary" disabledReason={refusal ?? changed} onClick={() => setVerb('approve')}>
                <Trans>Approve…</Trans>
              </Button>
            </>
          )
        }
      >
        <Trans>{data.requestedBy} asked for approval.</Trans> {data.waitsBecause} {changed}
      </Banner>
      {verb && (
        <DecideDialog
          approval={approval}
          about={data}
          effects={effects}
          verb={verb}
          onClose={() => setVerb(undefined)}
          onDone={done}
        />
      )}
    </>
  );
}
