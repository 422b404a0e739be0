import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextAreaField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { words } from '../../words.ts';
import { EffectList } from './EffectList.tsx';
import classes from './Termination.module.css';
import { type Members, useReinstate, useReinstatePreview } from './use-termination.ts';

/** Cancels a termination that has not taken effect: a reinstatement without a gap. */
export function CancelTerminationDialog({
  members,
  onClose,
  onDone,
}: {
  members: Members;
  onClose: () => void;
  onDone?: () => void;
}) {
  const { t } = useLingui();
  const { groupId, memberIds, name } = members;
  const preview = useReinstatePreview({ groupId, memberIds, reason: '' });
  const reinstate = useReinstate(t`Scheduled termination canceled`, () => {
    onDone?.();
    onClose();
  });
  const form = useForm<{ reason: string }>({
    initial: { reason: '' },
    problemsOf: () => [],
    send: ({ reason }) => reinstate.mutateAsync({ groupId, memberIds, reason }),
  });
  const [problem] = preview.data?.problems ?? [];
  const nothing = preview.data !== undefined && preview.data.affected.length === 0;
  return (
    <ConfirmDialog
      opened
      title={t`Cancel scheduled termination of ${name}?`}
      confirmLabel={t`Cancel scheduled termination`}
      cancelLabel={t`Keep it`}
      busy={form.busy}
      isDirty={form.isDirty}
      error={reinstate.error ?? preview.error}
      disabledReason={
        preview.isPending
          ? t`Calculating the effect`
          : nothing
            ? (problem && words(problem.message)) || t`No termination is scheduled`
            : undefined
      }
      onConfirm={form.submit}
      onCancel={onClose}
      fields={
        <div className={classes.fields}>
          <TextAreaField field={form.field('reason')} label={t`Reason`} />
          {preview.data && <EffectList preview={preview.data} stale={preview.isFetching} />}
        </div>
      }
    >
      <Trans>Coverage continues without a gap. Dependents with the same termination date stay covered, too.</Trans>
    </ConfirmDialog>
  );
}
