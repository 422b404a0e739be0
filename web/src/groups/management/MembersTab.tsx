import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconUpload, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ExportMenu } from '../../exports/ExportMenu.tsx';
import { GroupPicker, type PickedGroup } from '../GroupPicker.tsx';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PermittedLink } from '../PermittedLink.tsx';
import classes from './ActionRows.module.css';

/** A member belongs to a group, so the group is chosen first. */
function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [group, setGroup] = useState<PickedGroup | null>(null);
  const [asked, setAsked] = useState(false);
  const go = () => {
    setAsked(true);
    if (group) void navigate(`${paths.group(group.id, 'members')}&add=member`);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Choose a group for the new member`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" onClick={go}>
            <Trans>Continue</Trans>
          </Button>
        </>
      }
    >
      <GroupPicker
        label={t`Employer group`}
        required
        onPick={setGroup}
        error={asked && !group ? t`Choose a group from the list.` : undefined}
      />
    </Dialog>
  );
}

export function MembersTab() {
  const { t } = useLingui();
  const [adding, setAdding] = useState(false);
  const mayNotAdd = useWhyNot('members.add');
  return (
    <>
      <ul className={`panel ${classes.rows}`} aria-label={t`Members`}>
        <li>
          <div>
            <h2>{t`Add Member`}</h2>
            <p>{t`Add one employee with dependents and plans to a group.`}</p>
          </div>
          <Button size="small" icon={IconPlus} onClick={() => setAdding(true)} disabledReason={mayNotAdd}>
            <Trans>Add Member</Trans>
          </Button>
        </li>
        <li>
          <div>
            <h2>{t`Bulk Import`}</h2>
            <p>{t`An 834, a census as CSV or Excel, or XML, for any group.`}</p>
          </div>
          <PermittedLink needs="files.upload" to={paths.filesUpload} size="small" icon={IconUpload}>
            <Trans>Bulk Import</Trans>
          </PermittedLink>
        </li>
        <li>
          <div>
            <h2>{t`Export List`}</h2>
            <p>{t`All members you can view, as CSV or Excel. The export is logged.`}</p>
          </div>
          <ExportMenu list="members" filter={{}} label={t`Export List`} size="small" />
        </li>
      </ul>
      <p className={classes.more}>
        <ButtonLink to={paths.members} icon={IconUsers}>
          <Trans>Member Directory</Trans>
        </ButtonLink>
      </p>
      {adding && <AddMemberDialog onClose={() => setAdding(false)} />}
    </>
  );
}
