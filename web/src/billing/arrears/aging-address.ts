import { addMonths, type CalendarDate, firstOfMonth, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { useSearchParams } from 'react-router';
import { today } from '../../today.ts';

/** What the aging page shows, in its address; a mailed link leads to a statement. */
export type AgingQuestion = {
  readonly on: CalendarDate;
  readonly search: string;
  readonly groupId: string | undefined;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly cursors: readonly string[];
};

/** A statement is of the last three months unless another period is chosen. */
const MONTHS = 2;

function read(params: URLSearchParams): AgingQuestion {
  const on = parseCalendarDate(params.get('on') ?? '') ?? today();
  return {
    on,
    search: (params.get('search') ?? '').slice(0, 200),
    groupId: /^[0-9a-f-]{36}$/.exec(params.get('group') ?? '')?.[0],
    from: parseCalendarDate(params.get('from') ?? '') ?? addMonths(firstOfMonth(on), -MONTHS),
    to: parseCalendarDate(params.get('to') ?? '') ?? on,
    cursors: params.getAll('after'),
  };
}

const NAMES = { on: 'on', search: 'search', groupId: 'group', from: 'from', to: 'to' } as const;
type Change = Partial<Record<keyof typeof NAMES, string>>;

function changed(before: URLSearchParams, change: Change): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const [key, value] of Object.entries(change) as [keyof typeof NAMES, string][]) {
    if (value === '') params.delete(NAMES[key]);
    else params.set(NAMES[key], value);
  }
  return params;
}

export function useAgingAddress() {
  const [params, setParams] = useSearchParams();
  const options = { replace: true, preventScrollReset: true };
  return {
    question: read(params),
    /** Another list starts at its first page. */
    ask: (change: Change) =>
      setParams((before) => {
        const next = changed(before, change);
        if ('on' in change || 'search' in change) next.delete('after');
        return next;
      }, options),
    turn: (cursors: readonly string[]) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.delete('after');
        for (const cursor of cursors) next.append('after', cursor);
        return next;
      }, options),
    ofGroup: (groupId: string): { search: string } => ({ search: changed(params, { groupId }).toString() }),
  };
}
export type AgingAddress = ReturnType<typeof useAgingAddress>;
