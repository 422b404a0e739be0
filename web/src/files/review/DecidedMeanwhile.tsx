import { Trans, useLingui } from '@lingui/react/macro';
import { Banner } from '../../ui/Banner.tsx';

/** In a dialog about a held file: somebody else was quicker. */
export function DecidedMeanwhile() {
  const { t } = useLingui();
  return (
    <Banner tone="waits" role="alert" title={t`Another user decided about this file`}>
      <Trans>It is no longer held. Cancel to see its result.</Trans>
    </Banner>
  );
}
