import { useLingui } from '@lingui/react/macro';
import { IconDeviceFloppy, IconDots, IconFolderOpen, IconWand } from '@tabler/icons-react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import classes from './Wizard.module.css';

type Props = { named: boolean; drafts: number; onFill: () => void; onLoad: () => void; onSave: () => void };

/** The header's actions: buttons, or one menu below 900 px. */
export function SetupActions({ named, drafts, onFill, onLoad, onSave }: Props) {
  const { t } = useLingui();
  const actions = [
    { icon: IconWand, label: t`Fill Demo Data`, act: onFill },
    { icon: IconFolderOpen, label: t`Load Draft (${drafts})`, act: onLoad },
    { icon: IconDeviceFloppy, label: named ? t`Update Draft` : t`Save Draft`, act: onSave },
  ];
  return (
    <>
      <div className={`only-wide ${classes.actions}`}>
        {actions.map(({ icon, label, act }) => (
          <Button key={label} icon={icon} onClick={act}>
            {label}
          </Button>
        ))}
      </div>
      <div className="only-narrow">
        <Menu
          label={t`Wizard actions`}
          renderTrigger={(props) => <IconButton {...props} icon={IconDots} line label={t`Wizard actions`} />}
        >
          {() =>
            actions.map(({ icon, label, act }) => (
              <MenuItem key={label} icon={icon} onSelect={act}>
                {label}
              </MenuItem>
            ))
          }
        </Menu>
      </div>
    </>
  );
}
