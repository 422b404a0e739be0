import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconChevronDown,
  IconDeviceDesktop,
  IconId,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { orpc } from '../api.ts';
import { paths } from '../paths.ts';
import { sessionQuery, signOut, switchColleague, useUser } from '../session.ts';
import { chooseTheme, THEME_CHOICES, type ThemeChoice, useThemeChoice } from '../theme/theme-choice.ts';
import { Icon, type IconType } from '../ui/Icon.tsx';
import { Menu, MenuDivider, MenuHeading, MenuItem } from '../ui/Menu.tsx';
import { toastError } from '../ui/toasts.ts';
import classes from './Header.module.css';

const THEME_ICON: Readonly<Record<ThemeChoice, IconType>> = {
  light: IconSun,
  dark: IconMoon,
  system: IconDeviceDesktop,
};

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase();

function ThemeItems() {
  const { t } = useLingui();
  const chosen = useThemeChoice();
  const labels: Record<ThemeChoice, string> = { light: t`Light`, dark: t`Dark`, system: t`System` };
  return THEME_CHOICES.map((choice) => (
    <MenuItem key={choice} icon={THEME_ICON[choice]} checked={choice === chosen} onSelect={() => chooseTheme(choice)}>
      {labels[choice]}
    </MenuItem>
  ));
}

type Colleague = { id: string; name: string; title: string };

/** The invented colleagues of the demo, one per role. */
function ColleagueItems({
  colleagues,
  userId,
  onSwitch,
}: {
  colleagues: readonly Colleague[];
  userId: string;
  onSwitch: (id: string) => void;
}) {
  return (
    <>
      <MenuHeading>
        <Trans>Switch to a colleague</Trans>
      </MenuHeading>
      {colleagues.map(({ id, name, title }) => (
        <MenuItem key={id} icon={IconUsers} checked={id === userId} onSelect={() => onSwitch(id)}>
          {name} · {title}
        </MenuItem>
      ))}
      <MenuDivider />
    </>
  );
}

function AccountLinks() {
  return (
    <>
      <MenuItem icon={IconId} to={paths.myAccount}>
        <Trans>My Account</Trans>
      </MenuItem>
      <MenuItem icon={IconUser} to={paths.profile}>
        <Trans>Profile</Trans>
      </MenuItem>
      <MenuItem icon={IconSettings} to={paths.settings}>
        <Trans>Settings</Trans>
      </MenuItem>
    </>
  );
}

export function AccountMenu() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const user = useUser();
  const isDemo = useQuery(sessionQuery).data?.mode === 'demo';
  // Fetched before the menu opens, because its size sets its position.
  const colleagues =
    useQuery(orpc.session.colleagues.queryOptions({ enabled: user !== null && isDemo, staleTime: Infinity })).data ??
    [];

  const leave = async () => {
    try {
      await signOut();
      await navigate(paths.home);
    } catch (error) {
      toastError(error, undefined, () => void leave());
    }
  };

  const switchTo = async (id: string) => {
    if (id === user?.id) return;
    try {
      await switchColleague(id);
    } catch (error) {
      toastError(error);
    }
  };

  return (
    <Menu
      label={t`Account menu`}
      renderTrigger={(props) => (
        <button {...props} type="button" className={classes.account}>
          <span className="sr">
            <Trans>Account menu</Trans>
          </span>
          <span className={classes.avatar} aria-hidden="true">
            {user ? initialsOf(user.name) : ''}
          </span>
          <span className="only-wide">
            <b>{user?.name}</b>
            <small>{user?.title}</small>
          </span>
          <span className="only-wide">
            <Icon of={IconChevronDown} size={14} />
          </span>
        </button>
      )}
    >
      {() => (
        <>
          <div className={`${classes.who} only-narrow`}>
            <b>{user?.name}</b>
            <small>{user?.title}</small>
          </div>
          <AccountLinks />
          <MenuDivider />
          <MenuHeading>
            <Trans>Theme</Trans>
          </MenuHeading>
          <ThemeItems />
          <MenuDivider />
          {user && colleagues.length > 0 && (
            <ColleagueItems colleagues={colleagues} userId={user.id} onSwitch={(id) => void switchTo(id)} />
          )}
          <MenuItem icon={IconLogout} onSelect={() => void leave()}>
            <Trans>Sign out</Trans>
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
