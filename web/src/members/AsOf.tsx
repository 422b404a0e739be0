import { type CalendarDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { today } from '../groups/today.ts';
import { TextButton } from '../ui/Button.tsx';
import { DateInput } from '../ui/Fields.tsx';
import classes from './MemberRecord.module.css';

/** The date of the record's plan, rate and dependents; today by default. */
export function AsOf({
  asOf,
  onChange,
}: {
  asOf: CalendarDate | undefined;
  onChange: (asOf: CalendarDate | undefined) => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState(asOf ?? today());
  const change = (value: string) => {
    setText(value as CalendarDate);
    const day = parseCalendarDate(value);
    if (day) onChange(day === today() ? undefined : day);
  };
  return (
    <div className={classes.asOf} data-other={asOf !== undefined || undefined}>
      <DateInput label={t`As of`} value={text} onChange={change} />
      {asOf !== undefined && (
        <TextButton onClick={() => change(today())}>
          <Trans>Back to today</Trans>
        </TextButton>
      )}
    </div>
  );
}
