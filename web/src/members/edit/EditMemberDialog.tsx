import type { MemberForEdit } from '@openbenefits/contract/member-changes';
import {
  EDITED_FIELDS,
  type EditedField,
  type MemberEdit,
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
import { words } from '../../words.ts';
import { MemberLoading } from '../MemberLoading.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { DependentFields, SubscriberFields } from './EditFields.tsx';
import { useChange } from './use-change.ts';

type Props = { groupId: string; memberId: string; onClose: () => void };
type FormProps = Props & {
  member: MemberForEdit;
  mine: Partial<MemberEdit>;
  onReload: (mine: Partial<MemberEdit>) => void;
};

const changedIn = (values: MemberEdit, member: MemberForEdit): EditedField[] =>
  EDITED_FIELDS.filter((field) => values[field] !== member.values[field]);

function EditMemberForm({ groupId, memberId, member, mine, onReload, onClose }: FormProps) {
  const { t } = useLingui();
  const [values, setValues] = useState<MemberEdit>({ ...member.values, ...mine });
  const [attempted, setAttempted] = useState(false);
  const name = `${member.values.firstName} ${member.values.lastName}`.trim();
  const { busy, problem, send, forget } = useChange(api.members.edit, {
    title: t`Member saved`,
    name,
    onDone: onClose,
  });
  const changed = changedIn(values, member);
  const isSubscriber = member.subscriberId === null;
  const { status, classes, locations, hasPartner } = member;
  const problems = problemsOfMemberEdit(values, {
    today: today(),
    isSubscriber,
    status,
    classes,
    locations,
    current: member.values,
    hasPartner,
  });
  const isStale = problem?.code === 'CONFLICT';
  const errorAt = (field: EditedField): string | undefined => {
    const refused = problem?.fields.get(field) ?? problem?.fields.get(`values.${field}`);
    const known = attempted ? problems.find(({ path }) => path === field)?.message : undefined;
    return known === undefined ? refused : words(known);
  };
  const save = () => {
    setAttempted(true);
    if (problems.length === 0) void send({ groupId, memberId, version: member.version, values });
  };
  const reload = () => {
    // Own changes to what nobody else touched are kept.
    const kept = changed.filter((field) => !problem?.fields.has(field)).map((field) => [field, values[field]] as const);
    onReload(Object.fromEntries(kept));
  };
  const fields = {
    member,
    values,
    errorAt,
    set: (field: EditedField) => (value: string) => {
      setValues({ ...values, [field]: value });
      if (!isStale) forget();
    },
  };
  return (
    <FormDialog
      title={t`Edit ${name}`}
      size={880}
      saveLabel={t`Save Changes`}
      busy={busy}
      disabledReason={
        changed.length === 0 ? t`Nothing was changed` : isStale ? t`Load the new values first` : undefined
      }
      problem={problem}
      wayOut={
        isStale && (
          <Button size="small" onClick={reload}>
            <Trans>Load the new values</Trans>
          </Button>
        )
      }
      isDirty={changed.length > 0}
      onSave={save}
      onClose={onClose}
    >
      {isSubscriber ? <SubscriberFields {...fields} /> : <DependentFields {...fields} />}
    </FormDialog>
  );
}

/** Everything about a member but SSN, birth date and coverage, which are changed each by a way of its own. */
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
