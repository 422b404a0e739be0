import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { sessionQuery, useSessionEpoch, wasUnlockedHere } from '../session.ts';
import { focusHeading } from '../shell/RouteAnnouncer.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import classes from './Gate.module.css';
import { GatePage } from './GatePage.tsx';
import { SignInPage } from './SignInPage.tsx';

/** Whom the page behind the gate was opened for; `userId` is null while only the stored flag speaks. */
type Opening = { epoch: number; userId: string | null; generation: number };

/** While an expired session is covered by the gate, nothing behind it can be seen, reached or pressed. */
function useLockedBody(locked: boolean): void {
  useEffect(() => {
    document.body.toggleAttribute('data-locked', locked);
    return () => document.body.removeAttribute('data-locked');
  }, [locked]);
}

/** The keyboard goes on in the dialog that was open when the session ended, else at the page's name. */
function focusBehindGate(): void {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')].findLast((one) =>
    one.checkVisibility(),
  );
  if (dialog) dialog.focus({ preventScroll: true });
  else focusHeading();
}

/**
 * Nothing shows before the session says who is there. With the stored flag the page is drawn at once (its data still
 * needs the session); when a session expires, the page stays in place under the gate, so that what was typed is there
 * again afterwards. Another person starts afresh.
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
