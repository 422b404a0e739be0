import type { GroupDetail } from '@openbenefits/contract/groups';
import { Trans, useLingui } from '@lingui/react/macro';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MemberLoading } from '../MemberLoading.tsx';
import { AddMemberForm } from './AddMemberForm.tsx';
import { useGround } from './use-ground.ts';

type Props = {
  group: GroupDetail;
  onClose: () => void;
  /** The member is stored; `name` finds the row in the list. */
  onAdded: (member: { id: string; name: string }) => void;
};

/** Specification 1, section 2.9. */
export function AddMemberDialog({ group, onClose, onAdded }: Props) {
  const { t } = useLingui();
  const { ground, error, retry } = useGround(group);
  const title = t`Add New Member to ${group.companyName}`;
  if (ground)
    return <AddMemberForm title={title} groupId={group.id} ground={ground} onClose={onClose} onAdded={onAdded} />;
  return (
    <Dialog opened onClose={onClose} title={title} size={880}>
      {error ? <ErrorState error={error} title={t`The form could not be loaded`} onRetry={retry} /> : <MemberLoading />}
      <p className="sr">
        <Trans>Loading classes, locations and plans...</Trans>
      </p>
    </Dialog>
  );
}
