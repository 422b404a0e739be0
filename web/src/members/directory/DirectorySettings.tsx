import { Trans, useLingui } from '@lingui/react/macro';
import { IconColumns3 } from '@tabler/icons-react';
import { Button } from '../../ui/Button.tsx';
import { ListChoices } from '../../ui/ListChoices.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { directorySettings } from './directory-settings.ts';

/** Which columns of the directory show and how high its rows are. */
export function DirectorySettings() {
  const { t } = useLingui();
  return (
    <Popover
      label={t`Fields`}
      renderTrigger={(props) => (
        <Button {...props} icon={IconColumns3}>
          <Trans>Fields</Trans>
        </Button>
      )}
    >
      {() => <ListChoices settings={directorySettings} />}
    </Popover>
  );
}
