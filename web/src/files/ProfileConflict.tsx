import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Banner } from '../ui/Banner.tsx';

/**
 * Somebody else has saved a profile that is open here (merge-profile.ts): what shows now, and what one would write
 * over.
 */
export function ProfileConflict({
  by,
  both,
}: {
  by: string | null;
  /** The fields that both have changed, by their labels, with what is saved. */
  both: readonly string[];
}) {
  const { t } = useLingui();
  const named = both.join(', ');
  const top = useRef<HTMLDivElement>(null);
  // The form may be scrolled to its end, where it was saved.
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={top}>
      <Banner
        tone="waits"
        role="alert"
        title={by ? t`${by} changed this profile while you were editing it` : t`Another user changed this profile`}
      >
        <Trans>Nothing was saved yet. Fields you did not change show the saved values. Your entries are kept.</Trans>{' '}
        {named && <Trans>Both of you changed: {named}. Your entry replaces what is saved.</Trans>}{' '}
        <Trans>Save again if it is right.</Trans>
      </Banner>
    </div>
  );
}
