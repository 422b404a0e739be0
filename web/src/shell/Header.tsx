import { useLingui } from '@lingui/react/macro';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { IconButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import classes from './Header.module.css';
import { Help } from './Help.tsx';
import { Notifications } from './Notifications.tsx';
import { PALETTE_KEYS } from './shortcuts.ts';
import { Wordmark } from './Wordmark.tsx';

export function Header({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  const { t } = useLingui();
  return (
    <header className={`${classes.head} no-print`}>
      <span className="only-narrow">
        <IconButton icon={IconMenu2} label={t`Open menu`} onClick={onMenu} />
      </span>
      <Link to={paths.home} className={`${classes.home} only-narrow`} aria-label={t`OpenBenefits home`}>
        <Wordmark />
      </Link>
      <button type="button" className={`${classes.palette} only-wide`} onClick={onSearch} aria-haspopup="dialog">
        <Icon of={IconSearch} size={14} />
        <span>{t`Search or jump to…`}</span>
        <kbd>{PALETTE_KEYS}</kbd>
      </button>
      <span className="grow" />
      <span className="only-narrow">
        <IconButton icon={IconSearch} label={t`Search or jump to…`} onClick={onSearch} />
      </span>
      <Notifications />
      <span className="only-wide">
        <Help />
      </span>
      <span className={`${classes.rule} only-wide`} />
      <AccountMenu />
    </header>
  );
}
