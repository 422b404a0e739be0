import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Icon } from '../ui/Icon.tsx';
import { Menu, MenuHeading, MenuItem } from '../ui/Menu.tsx';
import type { Section } from './navigation.ts';
import classes from './Sidebar.module.css';

/** A section of the collapsed sidebar: icon, tooltip, and a menu with its entries. */
export function SidebarFlyout({ section, activePath }: { section: Section; activePath: string | undefined }) {
  const { i18n } = useLingui();
  const label = i18n._(section.label);
  const holdsActive = section.entries.some(({ path }) => path === activePath);
  const look = {
    className: holdsActive ? `${classes.section} ${classes.active}` : classes.section,
    'aria-label': label,
    'data-tip': label,
    'data-tip-side': 'right',
  };
  const [only] = section.entries;
  if (section.entries.length === 1) {
    return (
      <Link {...look} to={only.path} aria-current={holdsActive ? 'page' : undefined}>
        <Icon of={section.icon} size={18} />
      </Link>
    );
  }
  return (
    <Menu
      label={label}
      placement="right-start"
      renderTrigger={(props) => (
        <button {...props} {...look} type="button">
          <Icon of={section.icon} size={18} />
        </button>
      )}
    >
      {() => (
        <>
          <MenuHeading>{label}</MenuHeading>
          {section.entries.map((entry) => (
            <MenuItem key={entry.path} to={entry.path} current={entry.path === activePath}>
              {i18n._(entry.label)}
            </MenuItem>
          ))}
        </>
      )}
    </Menu>
  );
}
