import { type CalendarDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { GROUP_SORTS, type GroupSort } from '@openbenefits/domain/groups/group-sorts';
import {
  GROUP_STATUSES,
  type GroupStatus,
  GROUP_TYPES,
  type GroupType,
} from '@openbenefits/domain/groups/group-status';
import { useLocation, useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';

/** The state of the list in its address, so that links and Back show the same rows. */
export type ListQuestion = {
  readonly search: string;
  readonly status: GroupStatus | 'all';
  readonly type: GroupType | 'all';
  readonly renews: number | null;
  /** Renews in this month, YYYY-MM. */
  readonly month: string | null;
  readonly without: 'plans' | 'rates' | null;
  /** Has sent files, but none in the last days. */
  readonly noFile: number | null;
  readonly opens: number | null;
  /** With coverage on this day. */
  readonly covered: CalendarDate | null;
  readonly sort: GroupSort;
  readonly descending: boolean;
  /** Cursors from the second page to this one, because a cursor knows only the following page. */
  readonly cursors: readonly string[];
};

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text);

function readDays(text: string | null): number | null {
  const days = Number(text);
  return text !== null && Number.isInteger(days) && days >= 1 && days <= 366 ? days : null;
}

/** /ichra/groups is the same list, narrowed to ICHRA unless its address says otherwise. */
const typeOfPath = (pathname: string): GroupType | 'all' => (pathname === paths.ichraGroups ? 'ichra' : 'all');

function read(params: URLSearchParams, pathname: string): ListQuestion {
  const type = params.get('type');
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    status: oneOf(GROUP_STATUSES, params.get('status')) ?? 'all',
    type: type === 'all' ? 'all' : (oneOf(GROUP_TYPES, type) ?? typeOfPath(pathname)),
    renews: readDays(params.get('renews')),
    month: /^\d{4}-(0[1-9]|1[0-2])$/.exec(params.get('month') ?? '')?.[0] ?? null,
    without: oneOf(['plans', 'rates'] as const, params.get('without')) ?? null,
    noFile: readDays(params.get('nofile')),
    opens: readDays(params.get('opens')),
    covered: parseCalendarDate(params.get('covered') ?? '') ?? null,
    sort: oneOf(GROUP_SORTS, params.get('sort')) ?? 'name',
    descending: params.get('order') === 'descending',
    cursors: params.getAll('after'),
  };
}

function write(question: ListQuestion, pathname: string): URLSearchParams {
  const params = new URLSearchParams();
  if (question.search !== '') params.set('search', question.search);
  if (question.status !== 'all') params.set('status', question.status);
  if (question.type !== typeOfPath(pathname)) params.set('type', question.type);
  if (question.renews !== null) params.set('renews', String(question.renews));
  if (question.month !== null) params.set('month', question.month);
  if (question.without !== null) params.set('without', question.without);
  if (question.noFile !== null) params.set('nofile', String(question.noFile));
  if (question.opens !== null) params.set('opens', String(question.opens));
  if (question.covered !== null) params.set('covered', question.covered);
  if (question.sort !== 'name') params.set('sort', question.sort);
  if (question.descending) params.set('order', 'descending');
  for (const cursor of question.cursors) params.append('after', cursor);
  return params;
}

export type ListAddress = {
  readonly question: ListQuestion;
  /** A changed question starts at its first page again. */
  readonly ask: (change: Partial<ListQuestion>, options?: { replace?: boolean }) => void;
};

export function useListAddress(): ListAddress {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const question = read(params, pathname);
  return {
    question,
    ask: (change, { replace = false } = {}) =>
      setParams((before) => write({ ...read(before, pathname), cursors: [], ...change }, pathname), {
        replace,
        preventScrollReset: true,
      }),
  };
}
