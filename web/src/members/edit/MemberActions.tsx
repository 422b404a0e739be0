import type { MemberDetail } from '@openbenefits/contract/members';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDots, IconId, IconPencil, IconReplace, IconSmoking, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useWhyNot } from '../../session.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { isOver } from '../termination/EndingDialog.tsx';
import { AddDependentDialog } from './AddDependentDialog.tsx';
import { ChangePlanDialog } from './ChangePlanDialog.tsx';
import { EditMemberDialog } from './EditMemberDialog.tsx';
import { IdentityDialog } from './IdentityDialog.tsx';
import { TobaccoDialog } from './TobaccoDialog.tsx';

type Open = 'edit' | 'plan' | 'dependent' | 'identity' | 'tobacco';

/** What can be done to the member whose record is open. */
export function MemberActions({ member }: { member: MemberDetail }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open>();
  const mayEdit = useWhyNot('members.edit');
  const mayAdd = useWhyNot('members.add');
  const close = () => setOpen(undefined);
  const ofSubscriber = member.subscriberId === null ? undefined : t`Available in the subscriber's record.`;
  const ended = isOver(member.status) ? t`Coverage is terminated. Reinstate it first.` : undefined;
  const label = t`More actions for ${member.name}`;
  return (
    <>
      <Button icon={IconPencil} disabledReason={mayEdit} onClick={() => setOpen('edit')}>
        <Trans>Edit</Trans>
      </Button>
      <Menu label={label} renderTrigger={(props) => <IconButton {...props} icon={IconDots} label={label} line />}>
        {() => (
          <>
            <MenuItem
              icon={IconReplace}
              disabledReason={mayEdit ?? ofSubscriber ?? ended}
              onSelect={() => setOpen('plan')}
            >
              <Trans>Change plan…</Trans>
            </MenuItem>
            <MenuItem
              icon={IconUserPlus}
              disabledReason={mayAdd ?? mayEdit ?? ofSubscriber ?? ended}
              onSelect={() => setOpen('dependent')}
            >
              <Trans>Add dependent…</Trans>
            </MenuItem>
            <MenuItem icon={IconSmoking} disabledReason={mayEdit} onSelect={() => setOpen('tobacco')}>
              <Trans>Record tobacco use…</Trans>
            </MenuItem>
            <MenuItem icon={IconId} disabledReason={mayEdit} onSelect={() => setOpen('identity')}>
              <Trans>Correct SSN or date of birth…</Trans>
            </MenuItem>
          </>
        )}
      </Menu>
      {open === 'edit' && <EditMemberDialog groupId={member.groupId} memberId={member.id} onClose={close} />}
      {open === 'plan' && <ChangePlanDialog member={member} onClose={close} />}
      {open === 'dependent' && <AddDependentDialog member={member} onClose={close} />}
      {open === 'tobacco' && <TobaccoDialog member={member} onClose={close} />}
      {open === 'identity' && <IdentityDialog member={member} onClose={close} />}
    </>
  );
}
