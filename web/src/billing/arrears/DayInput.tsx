import { type CalendarDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { useState } from 'react';
import { DateInput } from '../../ui/Fields.tsx';

type Props = { label: string; value: CalendarDate; onChange: (day: CalendarDate) => void };

/** A day of the address: what is typed stays until it is a day. */
export function DayInput({ label, value, onChange }: Props) {
  const [typed, setTyped] = useState<{ of: CalendarDate; text: string }>();
  return (
    <DateInput
      label={label}
      value={typed?.of === value ? typed.text : value}
      onChange={(text) => {
        const day = parseCalendarDate(text);
        setTyped({ of: day ?? value, text });
        if (day) onChange(day);
      }}
    />
  );
}
