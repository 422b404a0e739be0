import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import classes from './Tabs.module.css';
import { Count } from './Tag.tsx';

type Tab<Name extends string> = {
  name: Name;
  label: string;
  count?: number | undefined;
  panel: () => ReactNode;
};

/** The tab in the address; by default the first. */
export function useTab<Name extends string>(names: readonly [Name, ...Name[]], parameter = 'tab'): Name {
  const [search] = useSearchParams();
  const asked = search.get(parameter);
  return names.find((name) => name === asked) ?? names[0];
}

/** Tabs that are pages of their own. */
export function TabLinks({ label, links }: { label: string; links: readonly { to: string; label: string }[] }) {
  const { pathname } = useLocation();
  return (
    <nav className={classes.tabs} aria-label={label}>
      {links.map(({ to, label: name }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset
          className={classes.tab}
          aria-current={pathname === to ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

type Props<Name extends string> = {
  label: string;
  tabs: readonly [Tab<Name>, ...Tab<Name>[]];
  parameter?: string;
  /** Shown where the address names none; else the first one is. */
  opens?: NoInfer<Name>;
};

/** Tabs with their state in the address, for links and Back. Arrow keys, Home and End move between them. */
export function Tabs<Name extends string>({ label, tabs, parameter = 'tab', opens = tabs[0].name }: Props<Name>) {
  const [search] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const asked = search.get(parameter);
  const active = tabs.find(({ name }) => name === asked) ?? tabs.find(({ name }) => name === opens) ?? tabs[0];

  // The counts come later than the names and make the tabs wider.
  const place = [active.name, ...tabs.map(({ count }) => count)].join();

  // On a phone the tabs are wider than the window, and a link may lead to the last of them.
  useEffect(() => {
    const tab = document.getElementById(`${id}-${place.split(',')[0]}`);
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - list.current.offsetLeft - 40 });
  }, [id, place]);

  const addressOf = (name: Name): { search: string } => {
    const next = new URLSearchParams(search);
    if (name === opens) next.delete(parameter);
    else next.set(parameter, name);
    return { search: next.toString() };
  };

  const move = (event: KeyboardEvent) => {
    const at = tabs.indexOf(active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const link = list.current?.querySelectorAll('a')[(to + tabs.length) % tabs.length];
    link?.focus();
    link?.click();
  };

  return (
    <>
      <div className={classes.tabs} role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <Link
            key={tab.name}
            to={addressOf(tab.name)}
            replace
            preventScrollReset
            className={classes.tab}
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab === active}
            aria-controls={tab === active ? `${id}-panel` : undefined}
            tabIndex={tab === active ? 0 : -1}
            onKeyDown={move}
          >
            {tab.label}
            {tab.count !== undefined && <Count>{tab.count.toLocaleString('en-US')}</Count>}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active.name}`} className="tab-panel">
        {active.panel()}
      </div>
    </>
  );
}
