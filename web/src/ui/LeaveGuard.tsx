import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = {
  /** Whether leaving now would lose something: asked at the moment of leaving. */
  unsaved: () => boolean;
  /** Whether another tab of the same page is left too (its search differs). */
  tabs?: boolean;
  /** What would be lost. */
  children: ReactNode;
};

/** Asks before entries that are not saved are left behind, within the application and when the window is closed. */
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
  // Mounted only when it asks: what is closed gives the keyboard back to where it was when it was mounted.
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
