import { MEMBER_SORTS, type MemberSort } from '@openbenefits/domain/members/member-sorts';
import { MEMBER_STATUSES, type MemberStatus } from '@openbenefits/domain/members/member-status';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';

export const MEMBERS_PER_PAGE = 50;

export type MemberQuestion = {
  readonly search: string;
  readonly status: MemberStatus | 'all';
  readonly sort: MemberSort;
  readonly descending: boolean;
  readonly cursors: readonly string[];
};

type Shown = Pick<MemberQuestion, 'status' | 'sort' | 'descending'>;

const read = (params: URLSearchParams): Shown => ({
  status: MEMBER_STATUSES.find((status) => status === params.get('status')) ?? 'all',
  sort: MEMBER_SORTS.find((sort) => sort === params.get('sort')) ?? 'name',
  descending: params.get('order') === 'descending',
});

function write({ status, sort, descending }: Shown): URLSearchParams {
  const params = new URLSearchParams({ tab: 'members' });
  if (status !== 'all') params.set('status', status);
  if (sort !== 'name') params.set('sort', sort);
  if (descending) params.set('order', 'descending');
  return params;
}

/**
 * The member list of a group. Filters and order are in the address. The search term and cursors may name a person, so
 * they are in memory as long as the group page, so that closing a record returns to the same place.
 */
export function useMemberList(groupId: string, enabled: boolean) {
  const [params, setParams] = useSearchParams();
  const shown = read(params);
  const written = write(shown).toString();
  const [asked, setAsked] = useState({ groupId, written, search: '', cursors: [] as readonly string[] });
  const here = asked.groupId === groupId;
  const question: MemberQuestion = {
    ...shown,
    search: here ? asked.search : '',
    // Another question starts at its first page.
    cursors: here && asked.written === written ? asked.cursors : [],
  };
  const { search, status, sort, descending, cursors } = question;
  const query = useQuery(
    orpc.members.ofGroup.queryOptions({
      input: {
        groupId,
        ...(search !== '' && { search }),
        ...(status !== 'all' && { status }),
        sort,
        descending,
        cursor: cursors.at(-1),
        limit: MEMBERS_PER_PAGE,
      },
      enabled,
      placeholderData: here ? keepPreviousData : undefined,
    }),
  );
  const ask = (change: Partial<MemberQuestion>) => {
    const next = { ...question, cursors: [], ...change };
    const address = write(next);
    setAsked({ groupId, written: address.toString(), search: next.search, cursors: next.cursors });
    if (address.toString() !== written) setParams(address, { preventScrollReset: true });
  };
  return {
    question,
    ask,
    query,
    /** The list with its current parameters. */
    address: `${paths.group(groupId)}?${written}`,
    /** A record over it. */
    addressOf: (memberId: string): string => `${paths.groupMember(groupId, memberId)}?${written}`,
  };
}

export type MemberList = ReturnType<typeof useMemberList>;
