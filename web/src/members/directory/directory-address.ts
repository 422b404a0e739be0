import type { DirectoryFilter } from '@openbenefits/contract/directory';
import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import {
  DIRECTORY_SORTS,
  type DirectorySort,
  ENROLMENT_DAYS,
  MEMBER_KINDS,
} from '@openbenefits/domain/members/directory';
import { MEMBER_STATUSES } from '@openbenefits/domain/members/member-status';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';

/** Filters of the directory, each with its short name in the address. */
export type MemberFilter = Omit<DirectoryFilter, 'search'>;

/** The complete filter. Search term and cursors may name a person, so they are in memory only, never in the address. */
export type DirectoryQuestion = {
  readonly filter: MemberFilter;
  readonly sort: DirectorySort;
  readonly descending: boolean;
  readonly search: string;
  readonly cursors: readonly string[];
};

const DAYS = {
  new: 'newWithinDays',
  waiting: 'pendingOverDays',
  starts: 'startsWithinDays',
  ends: 'endsWithinDays',
  ageout: 'ageOutWithinDays',
} as const;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text);
const idIn = (text: string | null): string | undefined => (text !== null && UUID.test(text) ? text : undefined);

function daysIn(text: string | null): number | undefined {
  const days = Number(text);
  return text !== null && Number.isInteger(days) && days >= 1 && days <= 366 ? days : undefined;
}

/** /members/enrollment shows upcoming starts, unless its address says otherwise. */
const ENROLMENT: readonly string[] = ['starts', 'ends', 'status', 'new', 'waiting'];

function readFilter(params: URLSearchParams, pathname: string): MemberFilter {
  const filter: MemberFilter = { kind: oneOf(MEMBER_KINDS, params.get('kind')) ?? 'all' };
  const set = <Key extends keyof MemberFilter>(key: Key, value: MemberFilter[Key] | undefined) => {
    if (value !== undefined) filter[key] = value;
  };
  set('status', oneOf(MEMBER_STATUSES, params.get('status')));
  set('line', oneOf(COVERAGE_LINES, params.get('line')));
  set('groupId', idIn(params.get('group')));
  set('planId', idIn(params.get('plan')));
  set('missing', oneOf(['ssn'] as const, params.get('missing')));
  if (params.get('covered') === 'today') filter.coveredToday = true;
  set('coveredOn', parseCalendarDate(params.get('covered') ?? ''));
  if (params.get('outside') === 'subscriber') filter.outsideSubscriber = true;
  for (const [name, key] of Object.entries(DAYS)) set(key, daysIn(params.get(name)));
  if (pathname === paths.membersEnrollment && !ENROLMENT.some((name) => params.has(name)))
    filter.startsWithinDays = ENROLMENT_DAYS;
  return filter;
}

/** Returns the address of a question, without the term and the cursors. */
function writeFilter(filter: MemberFilter, sort: DirectorySort = 'name', descending = false): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.kind && filter.kind !== 'all') params.set('kind', filter.kind);
  if (filter.status) params.set('status', filter.status);
  if (filter.line) params.set('line', filter.line);
  if (filter.groupId) params.set('group', filter.groupId);
  if (filter.planId) params.set('plan', filter.planId);
  if (filter.missing) params.set('missing', filter.missing);
  if (filter.coveredToday) params.set('covered', 'today');
  if (filter.coveredOn) params.set('covered', filter.coveredOn);
  if (filter.outsideSubscriber) params.set('outside', 'subscriber');
  for (const [name, key] of Object.entries(DAYS)) if (filter[key]) params.set(name, String(filter[key]));
  if (sort !== 'name') params.set('sort', sort);
  if (descending) params.set('order', 'descending');
  return params;
}

export const membersAddress = (filter: MemberFilter, path: string = paths.members): string => {
  const search = writeFilter(filter).toString();
  return search === '' ? path : `${path}?${search}`;
};

export type Ask = (change: {
  filter?: MemberFilter;
  sort?: DirectorySort;
  descending?: boolean;
  search?: string;
  cursors?: readonly string[];
}) => void;

export function useDirectoryAddress(): { question: DirectoryQuestion; ask: Ask; address: string } {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const [asked, setAsked] = useState<{ address: string; search: string; cursors: readonly string[] }>({
    address: '',
    search: '',
    cursors: [],
  });
  const filter = readFilter(params, pathname);
  const sort = oneOf(DIRECTORY_SORTS, params.get('sort')) ?? 'name';
  const descending = params.get('order') === 'descending';
  const written = writeFilter(filter, sort, descending).toString();
  const address = written === '' ? pathname : `${pathname}?${written}`;
  // A new filter starts at the first page; the search term stays, as its field shows.
  const cursors = asked.address === address ? asked.cursors : [];
  const question = { filter, sort, descending, search: asked.search, cursors };
  const ask: Ask = (change) => {
    const next = { ...question, cursors: [], ...change };
    const params = writeFilter(next.filter, next.sort, next.descending);
    const search = params.toString();
    setAsked({
      address: search === '' ? pathname : `${pathname}?${search}`,
      search: next.search,
      cursors: next.cursors,
    });
    if (search !== written) setParams(params, { preventScrollReset: true });
  };
  return { question, ask, address };
}
