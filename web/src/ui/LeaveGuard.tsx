import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = {
  /** Returns whether leaving now would lose data. */
  unsaved: () => boolean;
  /** Whether another tab of the same page is left too (its search differs). */
  tabs?: boolean;
  /** What would be lost. */
  children: ReactNode;
};

/** Confirms before unsaved entries are lost, in the application and when the window closes. */
export function LeaveGuard({ unsaved, tabs = false, children }: Props) {
  const { t } = useLingui();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved() &&
      (currentLocation.pathname !== nextLocation.pathname || (tabs && currentLocation.search !== nextLocation.search)),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved()) event.preventDefault();
    };
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  // Mounted only when it asks, so that closing returns focus to where it was.
  return blocker.state === 'blocked' ? (
    <ConfirmDialog
      opened
      title={t`Leave without saving`}
      confirmLabel={t`Leave page`}
      destructive
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    >
      {children} <Trans>If you leave now, they will be lost.</Trans>
    </ConfirmDialog>
  ) : null;
}
