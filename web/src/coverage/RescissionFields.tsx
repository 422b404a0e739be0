import { lastOfMonth, type CalendarDate } from '@openbenefits/domain/calendar-date';
import {
  RESCISSION_BASIS_VALUES,
  type RescissionBasis,
  type RescissionGround,
} from '@openbenefits/domain/coverage/rescission';
import { Trans, useLingui } from '@lingui/react/macro';
import { RESCISSION_BASIS_LABEL } from '../domain-labels.ts';
import { today } from '../today.ts';
import { TextButton } from '../ui/Button.tsx';
import { DateInput, Select } from '../ui/Fields.tsx';
import { monthName } from '../ui/month-name.ts';
import classes from './RescissionFields.module.css';

type Props = {
  /** Past months that would lose coverage although the employee paid for them. */
  months: readonly CalendarDate[];
  ground: RescissionGround | undefined;
  onChange: (ground: RescissionGround | undefined) => void;
  errorAt: (path: string) => string | undefined;
  /** Ends coverage on the next lawful day instead; left out where no day is chosen. */
  onLater?: (lastDay: CalendarDate) => void;
};

/** Asks why coverage that was paid for may end in the past, or offers the end of this month (45 CFR 147.128). */
export function RescissionFields({ months, ground, onChange, errorAt, onLater }: Props) {
  const { t } = useLingui();
  const list = months.map((month) => monthName(month, 'short')).join(', ');
  const later = lastOfMonth(today());
  const basis = ground?.basis ?? '';
  return (
    <fieldset className={classes.part}>
      <legend>
        <Trans>This coverage was paid for</Trans>
      </legend>
      <p>
        <Trans>
          The employee paid a share of the premium for {list}. Ending this coverage in the past can be a rescission,
          which is prohibited (45 CFR 147.128).
        </Trans>{' '}
        {onLater && (
          <TextButton onClick={() => onLater(later)}>
            <Trans>End it at the end of this month</Trans>
          </TextButton>
        )}
      </p>
      <div className={classes.fields}>
        <Select<RescissionBasis | ''>
          label={t`Reason that allows it`}
          required
          value={basis}
          choices={[
            { value: '', label: t`Choose a reason` },
            ...RESCISSION_BASIS_VALUES.map((value) => ({ value, label: RESCISSION_BASIS_LABEL[value] })),
          ]}
          onChange={(value) => onChange(value === '' ? undefined : { basis: value })}
          error={errorAt('rescission.basis')}
        />
        {ground?.basis === 'fraud' && (
          <DateInput
            label={t`Date of the written notice`}
            required
            description={t`At least 30 days ago`}
            value={ground.noticeOn ?? ''}
            onChange={(noticeOn) => onChange({ basis: 'fraud', noticeOn })}
            error={errorAt('rescission.noticeOn')}
          />
        )}
        {ground && ground.basis !== 'fraud' && (
          <div>
            <label className={classes.check}>
              <input
                type="checkbox"
                checked={ground.confirmed ?? false}
                aria-invalid={errorAt('rescission.confirmed') !== undefined}
                onChange={(event) => onChange({ ...ground, confirmed: event.currentTarget.checked })}
              />
              {t`I confirm that this reason applies. It is kept with the change.`}
            </label>
            {errorAt('rescission.confirmed') && (
              <p className={classes.error} role="alert">
                {errorAt('rescission.confirmed')}
              </p>
            )}
          </div>
        )}
      </div>
    </fieldset>
  );
}
