import { useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { IconButton, IconLink } from './Button.tsx';
import type { RowAction } from './data-table-types.ts';
import { Menu, MenuItem } from './Menu.tsx';

function HoverAction({ action, name }: { action: RowAction; name: string }) {
  const label = `${action.label} ${name}`;
  return (
    <span data-hover>
      {action.to && action.disabledReason === undefined ? (
        <IconLink icon={action.icon} label={label} to={action.to} size="small" />
      ) : (
        <IconButton
          icon={action.icon}
          label={label}
          onClick={action.onClick}
          disabledReason={action.disabledReason}
          size="small"
        />
      )}
    </span>
  );
}

/** Row actions: some as icons on hover and focus, all in one menu button. */
export function RowActions({ actions, name }: { actions: readonly RowAction[]; name: string }) {
  const { t } = useLingui();
  const label = t`More actions for ${name}`;
  if (actions.length === 0) return null;
  return (
    <>
      {actions
        .filter(({ onHover }) => onHover)
        .map((action) => (
          <HoverAction key={action.label} action={action} name={name} />
        ))}
      <Menu
        label={label}
        renderTrigger={(props) => <IconButton {...props} icon={IconDots} label={label} size="small" />}
      >
        {() =>
          actions.map(({ label: words, icon, to, onClick, danger, disabledReason }) => (
            <MenuItem
              key={words}
              icon={icon}
              to={to}
              onSelect={onClick}
              danger={danger}
              disabledReason={disabledReason}
            >
              {words}
            </MenuItem>
          ))
        }
      </Menu>
    </>
  );
}
