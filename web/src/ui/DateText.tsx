import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { Unknown } from './Unknown.tsx';

/** A calendar date as MM/DD/YYYY: text, so no time zone can shift it. */
export function DateText({ date, unknownReason }: { date: CalendarDate | null; unknownReason?: string }) {
  if (date === null) return <Unknown reason={unknownReason} />;
  return (
    <time dateTime={date} className="num">
      {formatDate(date)}
    </time>
  );
}
