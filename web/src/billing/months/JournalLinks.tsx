import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { JOURNAL_LAYOUTS, type JournalLayout } from '@openbenefits/domain/billing/journal-layouts';
import { useLingui } from '@lingui/react/macro';
import { useWhyNot } from '../../session.ts';
import { monthName } from '../../ui/month-name.ts';
import classes from './Months.module.css';

/** Downloads of a month's journal: every entry, and the layouts that accounting software imports. */
export function JournalLinks({ month }: { month: CalendarDate }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('compliance.export');
  const names: Record<JournalLayout, string> = { entries: t`CSV`, quickbooks: t`QuickBooks`, xero: t`Xero` };
  const of = monthName(month);
  if (mayNot !== undefined) return null;
  return (
    <span className={classes.links}>
      {JOURNAL_LAYOUTS.map((layout) => (
        <a
          key={layout}
          href={`/downloads/journal/${month}/${layout}`}
          download
          aria-label={t`Journal of ${of}, ${names[layout]}`}
        >
          {names[layout]}
        </a>
      ))}
    </span>
  );
}
