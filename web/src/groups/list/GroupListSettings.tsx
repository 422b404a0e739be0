import { useLingui } from '@lingui/react/macro';
import { IconSettings } from '@tabler/icons-react';
import { IconButton } from '../../ui/Button.tsx';
import { ListChoices } from '../../ui/ListChoices.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { groupListSettings } from './group-list-settings.ts';

/** How the list of groups looks. */
export function GroupListSettings() {
  const { t } = useLingui();
  return (
    <Popover
      label={t`List settings`}
      renderTrigger={(props) => <IconButton {...props} icon={IconSettings} label={t`List settings`} line />}
    >
      {() => <ListChoices settings={groupListSettings} />}
    </Popover>
  );
}
