import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconChevronDown,
  IconChevronRight,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { IconButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { activeEntry, SECTIONS, type Section } from './navigation.ts';
import classes from './Sidebar.module.css';
import { SidebarFlyout } from './SidebarFlyout.tsx';
import { Mark, Wordmark } from './Wordmark.tsx';

const VERSION = 'v2.1';

function OpenSection({
  section,
  opened,
  onToggle,
  activePath,
}: {
  section: Section;
  opened: boolean;
  onToggle: () => void;
  activePath: string | undefined;
}) {
  const { i18n } = useLingui();
  const id = useId();
  const holdsActive = section.entries.some(({ path }) => path === activePath);
  const [only] = section.entries;
  if (section.entries.length === 1) {
    return (
      <Link
        to={only.path}
        className={holdsActive ? `${classes.section} ${classes.active}` : classes.section}
        aria-current={holdsActive ? 'page' : undefined}
        data-tip={only.hint && i18n._(only.hint)}
        data-tip-side="right"
      >
        <Icon of={section.icon} />
        <span>{i18n._(section.label)}</span>
      </Link>
    );
  }
  return (
    <>
      <button
        type="button"
        className={holdsActive && !opened ? `${classes.section} ${classes.active}` : classes.section}
        aria-expanded={opened}
        aria-controls={id}
        onClick={onToggle}
      >
        <Icon of={section.icon} />
        <span>{i18n._(section.label)}</span>
        <Icon of={opened ? IconChevronDown : IconChevronRight} size={14} />
      </button>
      <ul id={id} hidden={!opened}>
        {section.entries.map(({ path, label }) => (
          <li key={path}>
            <Link
              to={path}
              className={path === activePath ? `${classes.entry} ${classes.active}` : classes.entry}
              aria-current={path === activePath ? 'page' : undefined}
            >
              {i18n._(label)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Sections with the active route open automatically; each can be toggled. */
function useOpenSections(active: Section | undefined): {
  isOpen: (section: Section) => boolean;
  toggle: (section: Section) => void;
} {
  const [state, setState] = useState<{ active: string | undefined; open: ReadonlySet<string> }>({
    active: active?.id,
    open: new Set(active ? [active.id] : []),
  });
  if (active && active.id !== state.active) setState({ active: active.id, open: new Set([...state.open, active.id]) });
  return {
    isOpen: ({ id }) => state.open.has(id),
    toggle: ({ id }) => {
      const open = new Set(state.open);
      if (!open.delete(id)) open.add(id);
      setState({ ...state, open });
    },
  };
}

type Props = {
  closed?: boolean;
  /** Collapses or expands the sidebar; undefined in the sheet, which has no such button. */
  onToggle?: () => void;
  /** The sheet's close button, in the place of the collapse button. */
  closeButton?: React.ReactNode;
};

export function Sidebar({ closed = false, onToggle, closeButton }: Props) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const active = activeEntry(pathname);
  const { isOpen, toggle } = useOpenSections(active?.section);
  return (
    <aside className={closed ? `${classes.side} ${classes.closed}` : classes.side} aria-label={t`Sidebar`}>
      <div className={classes.top}>
        <Link to={paths.home} aria-label={t`OpenBenefits home`}>
          {closed ? <Mark /> : <Wordmark />}
        </Link>
        {!closed && onToggle && (
          <IconButton icon={IconLayoutSidebarLeftCollapse} label={t`Collapse sidebar`} onClick={onToggle} />
        )}
        {closeButton}
      </div>
      <nav className={classes.nav} aria-label={t`Main navigation`}>
        <ul>
          {SECTIONS.map((section) => (
            <li key={section.id}>
              {closed ? (
                <SidebarFlyout section={section} activePath={active?.entry.path} />
              ) : (
                <OpenSection
                  section={section}
                  opened={isOpen(section)}
                  onToggle={() => toggle(section)}
                  activePath={active?.entry.path}
                />
              )}
            </li>
          ))}
        </ul>
      </nav>
      {closed && onToggle && (
        <div className={classes.expand}>
          <IconButton icon={IconLayoutSidebarLeftExpand} label={t`Expand sidebar`} tipSide="right" onClick={onToggle} />
        </div>
      )}
      <div className={classes.foot}>
        <Icon of={IconShieldCheck} size={14} />
        {!closed && (
          <Link to={paths.adminSettings}>
            <Trans>HIPAA Compliant • Secure</Trans>
          </Link>
        )}
        <span className={classes.version}>{VERSION}</span>
      </div>
    </aside>
  );
}
