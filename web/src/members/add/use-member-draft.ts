import { asksForReason } from '@openbenefits/domain/members/given-reason';
import { type NewMemberForm, problemsOfNewMember, tidy } from '@openbenefits/domain/members/new-member';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useMemberForm } from '../edit/use-member-form.ts';
import type { MemberFormContext } from './form-context.ts';
import { firstState, type Ground, type MemberAction, reducerFor } from './member-form.ts';

const isFilled = (path: string, form: NewMemberForm): boolean => {
  const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], form);
  return typeof value === 'string' && value !== '';
};

type NewMember = Parameters<typeof api.members.add>[0]['member'];
type Options = { groupId: string; ground: Ground; onAdded: (member: { id: string; name: string }) => void };

/** The form of a new member. Problems of visited fields show at once, all others after an attempt to save. */
export function useMemberDraft({ groupId, ground, onAdded }: Options) {
  const { t } = useLingui();
  const [first] = useState(() => ({ ground, state: firstState(ground), reducer: reducerFor(ground) }));
  const [ownDates, setOwnDates] = useState(first.state.ownDates);
  const form = useMemberForm<NewMemberForm, { groupId: string; member: NewMember }>({
    initial: first.state.form,
    problemsOf: (values) => problemsOfNewMember(values, first.ground),
    // A date that breaks the waiting period is proposed, not typed; it says so at once.
    isSeen: (path, values, wasLeft) =>
      isFilled(path, values) && (wasLeft || (path.startsWith('plans.') && values.hireDate !== '')),
    write: api.members.add,
    inputOf: (values) => ({ groupId, member: { ...values, dependentDetails: [...values.dependentDetails] } }),
    sentAs: 'member',
    title: t`Member added`,
    nameOf: ({ firstName, lastName }) => tidy(`${firstName} ${lastName}`),
    onDone: onAdded,
  });
  const state = { form: form.values, ownDates };
  const context: MemberFormContext = {
    state,
    bind: form.bind,
    ground: first.ground,
    dispatch: (action: MemberAction) => {
      const next = first.reducer(state, action);
      form.update(next.form);
      setOwnDates(next.ownDates);
    },
  };
  return { context, form, needsReason: form.known.some(asksForReason) };
}
