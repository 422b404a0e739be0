import type { DelinquentGroupDetail } from '@openbenefits/contract/arrears';
import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { mailAddress } from '@openbenefits/domain/mail-address';
import { useLingui } from '@lingui/react/macro';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { today } from '../../today.ts';
import { DateField, TextAreaField, TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import classes from './Arrears.module.css';
import { refreshArrears } from './refresh-arrears.ts';

/** Stops the clock of a group, with a reason. */
export function HoldDialog({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const form = useForm<{ until: string; reason: string }>({
    initial: { until: '', reason: '' },
    problemsOf: ({ until, reason }) => [
      ...(until !== '' && until < today()
        ? [{ path: 'until', message: t`Enter today or a later date, or leave it blank.` }]
        : []),
      ...(reason.trim() === '' ? [{ path: 'reason', message: t`Enter a reason.` }] : []),
    ],
    send: async ({ until, reason }) => {
      const input = { groupId, until: parseCalendarDate(until) ?? null, reason: reason.trim() };
      await api.arrears.hold({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshArrears();
      toastGood(t`The group is on hold`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Hold group`}
      size={480}
      saveLabel={t`Hold group`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <div className={classes.form}>
        <DateField
          field={form.field('until')}
          label={t`Last day of the hold`}
          description={t`Without a date, the hold lasts until you lift it. No notices are sent, and its days are added to the grace period.`}
        />
        <TextAreaField field={form.field('reason')} label={t`Reason`} required maxLength={300} />
      </div>
    </FormDialog>
  );
}

/** Says who gets a copy of the group's letters; an empty form is nobody. */
export function BrokerDialog({ group, onClose }: { group: DelinquentGroupDetail; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const form = useForm<{ name: string; email: string }>({
    initial: { name: group.broker?.name ?? '', email: group.broker?.email ?? '' },
    problemsOf: ({ name, email }) =>
      name.trim() === '' && email.trim() === ''
        ? []
        : [
            ...(name.trim() === '' ? [{ path: 'name', message: t`Enter the name of the broker.` }] : []),
            ...(mailAddress(email.trim()) ? [] : [{ path: 'email', message: t`Enter a valid email address.` }]),
          ],
    sentAs: 'broker',
    send: async ({ name, email }) => {
      const broker = name.trim() === '' ? null : { name: name.trim(), email: email.trim() };
      const input = { groupId: group.groupId, broker };
      await api.arrears.setBroker({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshArrears();
      toastGood(t`Broker saved`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Broker of ${group.groupName}`}
      size={480}
      saveLabel={t`Save`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <div className={classes.form}>
        <TextField field={form.field('name')} label={t`Name`} maxLength={100} isFirst />
        <TextField
          field={form.field('email')}
          label={t`Email`}
          type="email"
          inputMode="email"
          maxLength={254}
          description={t`Gets a copy of each delinquency letter. Leave both blank for no copies.`}
        />
      </div>
    </FormDialog>
  );
}
