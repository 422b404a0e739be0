import type { MemberForEdit } from '@openbenefits/contract/member-changes';
import {
  changesDatedFields,
  EDITED_FIELDS,
  type EditedField,
  type MemberEdit,
  needsIdentityReason,
  problemsOfDatedFields,
  problemsOfIdentityReason,
  problemsOfMemberEdit,
} from '@openbenefits/domain/members/member-edit';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { today } from '../../groups/today.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MemberLoading } from '../MemberLoading.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { DependentFields, type MemberEntries, SubscriberFields } from './MemberFields.tsx';
import { useMemberForm } from './use-member-form.ts';

type Props = { groupId: string; memberId: string; onClose: () => void };
type EditInput = {
  groupId: string;
  memberId: string;
  version: number;
  values: MemberEdit;
  identityReason?: string;
  offeringReason?: string;
  appliesFrom?: string;
};
type FormProps = Props & {
  member: MemberForEdit;
  mine: Partial<MemberEdit>;
  onReload: (mine: Partial<MemberEdit>) => void;
};

const changedIn = (values: MemberEdit, member: MemberForEdit): EditedField[] =>
  EDITED_FIELDS.filter((field) => values[field] !== member.values[field]);

function EditMemberForm({ groupId, memberId, member, mine, onReload, onClose }: FormProps) {
  const { t } = useLingui();
  const name = `${member.values.firstName} ${member.values.lastName}`.trim();
  const isSubscriber = member.subscriberId === null;
  const { status, classes, locations, hasPartner } = member;
  const form = useMemberForm<MemberEntries, EditInput>({
    initial: { ...member.values, ...mine, identityReason: '', offeringReason: '', appliesFrom: '' },
    problemsOf: (values) => [
      ...problemsOfMemberEdit(values, {
        today: today(),
        isSubscriber,
        status,
        classes,
        locations,
        current: member.values,
        hasPartner,
      }),
      ...problemsOfIdentityReason(values, member.values, values.identityReason),
      ...(changesDatedFields(values, member.values) ? problemsOfDatedFields(values.appliesFrom, today()) : []),
    ],
    write: api.members.edit,
    inputOf: ({ identityReason, offeringReason, appliesFrom, ...values }) => ({
      groupId,
      memberId,
      version: member.version,
      values,
      ...(needsIdentityReason(values, member.values) && { identityReason }),
      ...(offeringReason.trim() !== '' && { offeringReason }),
      ...(changesDatedFields(values, member.values) && appliesFrom !== '' && { appliesFrom }),
    }),
    sentAs: 'values',
    title: t`Member saved`,
    nameOf: () => name,
    onDone: onClose,
  });
  const { isStale } = form;
  const changed = changedIn(form.values, member);
  const reload = () => {
    // Own changes to fields that no one else changed are kept.
    const theirs = form.problem?.fields;
    const kept = changed.filter((field) => !theirs?.has(field) && !theirs?.has(`values.${field}`));
    onReload(Object.fromEntries(kept.map((field) => [field, form.values[field]])));
  };
  return (
    <FormDialog
      title={t`Edit ${name}`}
      size={880}
      saveLabel={t`Save Changes`}
      busy={form.busy}
      disabledReason={changed.length === 0 ? t`No changes to save` : isStale ? t`Load the new values first` : undefined}
      problem={form.problem}
      wayOut={
        isStale && (
          <Button size="small" onClick={reload}>
            <Trans>Load the new values</Trans>
          </Button>
        )
      }
      isDirty={changed.length > 0}
      onSave={form.submit}
      onClose={onClose}
    >
      {isSubscriber ? (
        <SubscriberFields member={member} form={form} />
      ) : (
        <DependentFields member={member} form={form} />
      )}
    </FormDialog>
  );
}

/** All fields of a member except SSN, birth date and coverage, which have their own dialogs. */
export function EditMemberDialog({ groupId, memberId, onClose }: Props) {
  const { t } = useLingui();
  const [mine, setMine] = useState<Partial<MemberEdit>>({});
  const { data, error, refetch } = useQuery(
    orpc.members.forEdit.queryOptions({
      input: { groupId, memberId },
      gcTime: 0,
      staleTime: Infinity,
      refetchOnMount: 'always',
    }),
  );
  if (data) {
    const reload = (kept: Partial<MemberEdit>) => {
      setMine(kept);
      void refetch();
    };
    return (
      <EditMemberForm
        key={data.version}
        groupId={groupId}
        memberId={memberId}
        member={data}
        mine={mine}
        onReload={reload}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog opened onClose={onClose} title={t`Edit member`} size={880}>
      {error ? (
        <ErrorState error={error} title={t`The record could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <MemberLoading />
      )}
    </Dialog>
  );
}
