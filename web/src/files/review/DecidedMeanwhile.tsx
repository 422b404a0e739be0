import { Trans, useLingui } from '@lingui/react/macro';
import { Banner } from '../../ui/Banner.tsx';

/** In a dialog about a held file: somebody else was quicker. */
export function DecidedMeanwhile() {
  const { t } = useLingui();
  return (
    <Banner tone="waits" role="alert" title={t`Somebody else has decided about this file meanwhile`}>
      <Trans>It does not wait any more. Cancel to see what became of it.</Trans>
    </Banner>
  );
}
