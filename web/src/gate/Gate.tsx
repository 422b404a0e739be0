import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { sessionQuery, useSessionEpoch, wasUnlockedHere } from '../session.ts';
import { focusHeading } from '../shell/RouteAnnouncer.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import classes from './Gate.module.css';
import { GatePage } from './GatePage.tsx';
import { SignInPage } from './SignInPage.tsx';

/** The user of the page under the gate; `userId` is null while only the stored flag is known. */
type Opening = { epoch: number; userId: string | null; generation: number };

/** While the gate covers an expired session, nothing under it can be seen, reached or pressed. */
function useLockedBody(locked: boolean): void {
  useEffect(() => {
    document.body.toggleAttribute('data-locked', locked);
    return () => document.body.removeAttribute('data-locked');
  }, [locked]);
}

/** Focus returns to the dialog that was open when the session ended, otherwise to the page heading. */
function focusBehindGate(): void {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')].findLast((one) =>
    one.checkVisibility(),
  );
  if (dialog) dialog.focus({ preventScroll: true });
  else focusHeading();
}

/**
 * Shows nothing until the session is known. With the stored flag, the page is drawn at once (its data still needs the
 * session). When a session expires, the page stays under the gate, so that entries are kept. Another user starts fresh.
 */
export function Gate() {
  const session = useQuery(sessionQuery);
  const epoch = useSessionEpoch();
  const [opening, setOpening] = useState<Opening | null>(() =>
    wasUnlockedHere() ? { epoch, userId: null, generation: 0 } : null,
  );
  const user = session.data?.user ?? null;

  if (user && (opening?.epoch !== epoch || opening.userId !== user.id)) {
    const same = opening?.epoch === epoch && opening.userId === null;
    setOpening({ epoch, userId: user.id, generation: (opening?.generation ?? 0) + (same ? 0 : 1) });
  }

  const kept = opening !== null && opening.epoch === epoch ? opening : null;
  const locked = session.data !== undefined && user === null;
  const Entrance = session.data?.mode === 'accounts' ? SignInPage : GatePage;
  useLockedBody(locked);

  if (session.isError && session.data === undefined) {
    return (
      <main className={classes.alone}>
        <ErrorState error={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  }
  return (
    <>
      {kept && (
        <div key={kept.generation} hidden={locked} inert={locked}>
          <Outlet />
        </div>
      )}
      {locked && (
        <Entrance
          hasEnded={kept !== null && kept.userId !== null}
          onUnlocked={() => requestAnimationFrame(focusBehindGate)}
        />
      )}
    </>
  );
}
