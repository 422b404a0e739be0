import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { orpc } from '../api.ts';
import { Banner } from '../ui/Banner.tsx';
import { refreshPayments } from './refresh-payments.ts';

const POLL_MS = 4000;

/** Says that bills and payments of sample data are still being made, so that figures are not taken for complete. */
export function SampleHistoryBanner() {
  const { t } = useLingui();
  const { data } = useQuery(
    orpc.payments.sampleHistory.queryOptions({
      input: {},
      refetchInterval: ({ state }) => (state.data ? POLL_MS : false),
    }),
  );
  const made = data?.made ?? null;
  const last = useRef(made);
  useEffect(() => {
    const isFurther = last.current !== null && last.current !== made;
    last.current = made;
    if (isFurther) void refreshPayments();
  }, [made]);
  if (!data) return null;
  const { months } = data;
  return (
    <Banner role="status" title={t`Sample history is being made: ${data.made} of ${months} months`}>
      <Trans>Bills, payments and balances change until it is complete.</Trans>
    </Banner>
  );
}
