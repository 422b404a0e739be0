import type { PlanDetail, PlanYear } from '@openbenefits/contract/plan-catalog';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { problemsOfClosing } from '@openbenefits/domain/plans/plan-changes';
import { planYearName } from '@openbenefits/domain/plans/plan-years';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { today } from '../../today.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { DateField, TextAreaField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { refreshPlans } from '../refresh-plans.ts';
import classes from './Dialogs.module.css';

type Props = { plan: PlanDetail; onClose: () => void };

/** A question whose answer is one write that shows its refusal inside. */
function useConfirmed(write: (idempotencyKey: string) => Promise<unknown>, of: unknown, onDone: () => void) {
  const keys = useIdempotencyKey();
  return useMutation({
    mutationFn: () => write(keys.keyFor(of)),
    onSuccess: async () => {
      keys.settle();
      await refreshPlans();
      onDone();
    },
  });
}

export function ActivateDialog({ plan, onClose }: Props) {
  const { t } = useLingui();
  const [{ id, version }] = useState(plan);
  const activate = useConfirmed(
    (idempotencyKey) => api.plans.activate({ id, version, idempotencyKey }),
    version,
    () => {
      toastGood(t`${plan.name} is active`, t`Groups can now offer it to their classes.`);
      onClose();
    },
  );
  const from = formatDate(plan.effectiveDate);
  return (
    <ConfirmDialog
      opened
      title={t`Activate ${plan.name}`}
      confirmLabel={t`Activate plan`}
      busy={activate.isPending}
      error={activate.error}
      onConfirm={() => activate.mutate()}
      onCancel={onClose}
    >
      <Trans>
        Groups can offer the plan, and members can be enrolled from {from} on. Benefits of a plan year are locked once
        it begins.
      </Trans>
    </ConfirmDialog>
  );
}

/** Closes a plan to new members from a day on. */
export function WithdrawDialog({ plan, onClose }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [{ id, version }] = useState(plan);
  const form = useForm({
    initial: { from: String(today()), reason: '' },
    problemsOf: (values) => problemsOfClosing(values, plan.effectiveDate),
    send: async (values) => {
      await api.plans.withdraw({ id, version, ...values, idempotencyKey: keys.keyFor({ values, version }) });
      keys.settle();
      await refreshPlans();
      toastGood(t`${plan.name} is withdrawn`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Withdraw ${plan.name}`}
      size={480}
      saveLabel={t`Withdraw Plan`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <p className={classes.text}>
        <Trans>
          Coverage that starts on or after this date is refused in forms, files and the API. Members who have the plan
          keep it, and their dependents can be added.
        </Trans>
      </p>
      <FieldGrid>
        <WholeRow>
          <DateField field={form.field('from')} label={t`No new members from`} required />
        </WholeRow>
        <WholeRow>
          <TextAreaField field={form.field('reason')} label={t`Reason`} required />
        </WholeRow>
      </FieldGrid>
    </FormDialog>
  );
}

export function ReopenDialog({ plan, onClose }: Props) {
  const { t } = useLingui();
  const [{ id, version }] = useState(plan);
  const reopen = useConfirmed(
    (idempotencyKey) => api.plans.reopen({ id, version, idempotencyKey }),
    version,
    () => {
      toastGood(t`${plan.name} takes new members again`);
      onClose();
    },
  );
  return (
    <ConfirmDialog
      opened
      title={t`Open ${plan.name} again`}
      confirmLabel={t`Open plan`}
      busy={reopen.isPending}
      error={reopen.error}
      onConfirm={() => reopen.mutate()}
      onCancel={onClose}
    >
      <Trans>Members can be enrolled in this plan again, wherever a group offers it.</Trans>
    </ConfirmDialog>
  );
}

export function RemoveYearDialog({ plan, year, onClose }: Props & { year: PlanYear }) {
  const { t } = useLingui();
  const [{ id: yearId, version }] = useState(year);
  const name = planYearName(year);
  const remove = useConfirmed(
    (idempotencyKey) => api.plans.years.remove({ id: plan.id, yearId, version, idempotencyKey }),
    version,
    () => {
      toastGood(t`Plan year removed`);
      onClose();
    },
  );
  return (
    <ConfirmDialog
      opened
      title={t`Remove plan year ${name}`}
      confirmLabel={t`Remove plan year`}
      destructive
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <Trans>Its benefits are removed. Rates are kept.</Trans>
    </ConfirmDialog>
  );
}

export function RemoveDocumentDialog({
  plan,
  document,
  onClose,
}: Props & { document: PlanDetail['documents'][number] }) {
  const { t } = useLingui();
  const { id: documentId, name } = document;
  const remove = useConfirmed(
    (idempotencyKey) => api.plans.documents.remove({ id: plan.id, documentId, idempotencyKey }),
    documentId,
    () => {
      toastGood(t`Document removed`);
      onClose();
    },
  );
  return (
    <ConfirmDialog
      opened
      title={t`Remove ${name}`}
      confirmLabel={t`Remove document`}
      destructive
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <Trans>The file cannot be downloaded any more. The history keeps its name.</Trans>
    </ConfirmDialog>
  );
}
