import {
  addMonths,
  type CalendarDate,
  calendarDateFrom,
  firstOfMonth,
  firstOfNextMonth,
} from '@openbenefits/domain/calendar-date';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { today } from '../../today.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { monthName } from '../../ui/month-name.ts';
import { refreshBilling } from '../refresh-billing.ts';
import { ChooseGroups, type ChosenGroup } from './ChooseGroups.tsx';
import classes from './Runs.module.css';

/** Months that can be chosen: a year back for what was never billed, and as far ahead as bills are made. */
const BACK = 12;
const AHEAD = 3;

function monthsAround(day: CalendarDate): CalendarDate[] {
  const current = firstOfMonth(day);
  return Array.from({ length: BACK + AHEAD + 1 }, (_, index) => addMonths(current, AHEAD - index));
}

type Values = { period: string; scope: 'all' | 'chosen'; groups: readonly ChosenGroup[] };

/** Starts the calculation of a month's drafts, for all active groups or chosen ones. */
export function StartRunDialog({ onClose, onStarted }: { onClose: () => void; onStarted: (id: string) => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [day] = useState(today);
  const form = useForm<Values>({
    initial: { period: firstOfNextMonth(day), scope: 'all', groups: [] },
    problemsOf: ({ scope, groups }) =>
      scope === 'chosen' && groups.length === 0 ? [{ path: 'groupIds', message: t`Choose at least one group.` }] : [],
    send: async ({ period, scope, groups }) => {
      const input = { period: calendarDateFrom(period), groupIds: scope === 'all' ? null : groups.map(({ id }) => id) };
      const { id } = await api.billing.runs.start({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshBilling();
      onStarted(id);
    },
  });
  const { scope, groups } = form.values;
  const problem = form.errorAt('groupIds');
  return (
    <FormDialog
      title={t`Start Bill Run`}
      size={480}
      saveLabel={t`Start Bill Run`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={groups.length > 0}
      onSave={form.submit}
      onClose={onClose}
    >
      <p className={classes.text}>
        <Trans>The run calculates drafts. Nothing is posted or sent until you review and post it.</Trans>
      </p>
      <SelectField
        field={form.field('period')}
        label={t`Month`}
        choices={monthsAround(day).map((month) => ({ value: month, label: monthName(month) }))}
      />
      <fieldset className={classes.scope}>
        <legend>
          <Trans>Groups</Trans>
        </legend>
        <label>
          <input type="radio" name="scope" checked={scope === 'all'} onChange={() => form.set('scope', 'all')} />
          <Trans>All active groups</Trans>
        </label>
        <label>
          <input type="radio" name="scope" checked={scope === 'chosen'} onChange={() => form.set('scope', 'chosen')} />
          <Trans>Chosen groups</Trans>
        </label>
      </fieldset>
      {scope === 'chosen' && (
        <ChooseGroups
          chosen={groups}
          onChange={(next) => form.update({ groups: next })}
          {...(problem !== undefined && { error: problem })}
        />
      )}
    </FormDialog>
  );
}
