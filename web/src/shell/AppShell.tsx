import { Trans } from '@lingui/react/macro';
import { useCallback, useRef, useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import classes from './AppShell.module.css';
import { CommandPalette } from './CommandPalette.tsx';
import { Header } from './Header.tsx';
import { useFocusKept } from './keep-focus.ts';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { Sheet } from './Sheet.tsx';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './Sidebar.tsx';
import { toggleSidebar, useSidebarClosed } from './sidebar-state.ts';

export function AppShell() {
  const closed = useSidebarClosed();
  const [sheetOpened, setSheetOpened] = useState(false);
  const [paletteOpened, setPaletteOpened] = useState(false);
  const openPalette = useCallback(() => setPaletteOpened(true), []);
  const closePalette = useCallback(() => setPaletteOpened(false), []);
  const closeSheet = useCallback(() => setSheetOpened(false), []);
  useShortcuts(openPalette);
  const content = useRef<HTMLElement>(null);
  useFocusKept(content);
  return (
    <div className={classes.app} data-closed={closed || undefined}>
      <a className={classes.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <div className={classes.side}>
        <Sidebar closed={closed} onToggle={toggleSidebar} />
      </div>
      <div className={classes.column}>
        <Header onMenu={() => setSheetOpened(true)} onSearch={openPalette} />
        <main ref={content} className={classes.main} id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Sheet opened={sheetOpened} onClose={closeSheet} />
      <CommandPalette opened={paletteOpened} onClose={closePalette} />
      <RouteAnnouncer />
      <ScrollRestoration />
    </div>
  );
}
