import type { GroupDetail } from '@openbenefits/contract/groups';
import { closedReason } from '@openbenefits/domain/members/new-member';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useWhyNot } from '../../session.ts';
import type { MemberList } from './use-member-list.ts';

const AddMemberDialog = lazy(async () => ({
  default: (await import('../add/AddMemberDialog.tsx')).AddMemberDialog,
}));
const EditMemberDialog = lazy(async () => ({
  default: (await import('../edit/EditMemberDialog.tsx')).EditMemberDialog,
}));

type MemberDialogs = {
  add: () => void;
  /** Why no member can be added: the role, or the group's status. */
  addReason: string | undefined;
  edit: (memberId: string) => void;
  editReason: string | undefined;
  dialogs: ReactNode;
};

/** 'Add Member' and 'Edit' over the member list of a group, loaded on first use. */
export function useMemberDialogs(group: GroupDetail, ask: MemberList['ask']): MemberDialogs {
  // In the address, because Group Management links here to add a member.
  const [params, setParams] = useSearchParams();
  const setAdding = (open: boolean) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (open) next.set('add', 'member');
        else next.delete('add');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const [edited, setEdited] = useState<string>();
  const mayNotAdd = useWhyNot('members.add');
  const adding = params.get('add') === 'member' && mayNotAdd === undefined;
  return {
    add: () => setAdding(true),
    addReason: mayNotAdd ?? closedReason(group.status) ?? undefined,
    edit: setEdited,
    editReason: useWhyNot('members.edit'),
    dialogs: (
      <Suspense>
        {adding && (
          <AddMemberDialog
            group={group}
            onClose={() => setAdding(false)}
            onAdded={({ name }) => {
              setAdding(false);
              // Found by name, so that the new row is in sight wherever in the list it belongs.
              ask({ search: name, status: 'all' });
            }}
          />
        )}
        {edited !== undefined && (
          <EditMemberDialog groupId={group.id} memberId={edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
    ),
  };
}
