import type { MemberSort } from '@openbenefits/domain/members/member-sorts';
import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';

export const MEMBERS_PER_PAGE = 50;

export type MemberQuestion = {
  readonly search: string;
  readonly status: MemberStatus | 'all';
  readonly sort: MemberSort;
  readonly descending: boolean;
  readonly cursors: readonly string[];
};

const FIRST: MemberQuestion = { search: '', status: 'all', sort: 'name', descending: false, cursors: [] };

/**
 * The member list of a group. What it is asked for lives only here, never in the address: a term may name a person, and so does a cursor. It lives
 * as long as the group's page, over tabs and the member dialog, so that closing a record leads back to the same place.
 */
export function useMemberList(groupId: string, enabled: boolean) {
  const [asked, setAsked] = useState({ groupId, question: FIRST });
  const question = asked.groupId === groupId ? asked.question : FIRST;
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
      placeholderData: asked.groupId === groupId ? keepPreviousData : undefined,
    }),
  );
  const ask = (change: Partial<MemberQuestion>) => setAsked({ groupId, question: { ...question, cursors: [], ...change } });
  return { question, ask, query };
}

export type MemberList = ReturnType<typeof useMemberList>;
