import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { orpc } from '../api.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorLine } from '../ui/ErrorState.tsx';
import { type Decision, DecisionDialog } from './DecisionDialog.tsx';

type Props = {
  approval: { id: string };
  /** What follows from it besides the facts of the request. */
  effects?: readonly { label: string; value: ReactNode }[];
};

/**
 * What waits for a second person, on the page of its subject: who asked and why another person decides, with Approve and
 * Reject, or Withdraw for the one who asked.
 */
export function WaitingApproval({ approval, effects = [] }: Props) {
  const { t } = useLingui();
  const [decision, setDecision] = useState<Decision>();
  const { data, error } = useQuery(orpc.approvals.get.queryOptions({ input: { id: approval.id } }));
  if (error) return <ErrorLine error={error} />;
  if (data?.status !== 'waiting') return null;
  const changed =
    data.changed.length > 0 ? t`It has changed since approval was asked for. It has to be asked for again.` : undefined;
  const refusal = data.refusal ?? undefined;
  return (
    <>
      <Banner
        tone="waits"
        title={t`Waiting for a second person`}
        actions={
          data.isOwn ? (
            <Button onClick={() => setDecision('withdraw')}>
              <Trans>Withdraw request</Trans>
            </Button>
          ) : (
            <>
              <Button variant="red" disabledReason={refusal} onClick={() => setDecision('reject')}>
                <Trans>Reject…</Trans>
              </Button>
              <Button variant="primary" disabledReason={refusal ?? changed} onClick={() => setDecision('approve')}>
                <Trans>Approve…</Trans>
              </Button>
            </>
          )
        }
      >
        <Trans>{data.requestedBy} asked for approval.</Trans> {data.waitsBecause} {changed}
      </Banner>
      {decision && (
        <DecisionDialog id={approval.id} decision={decision} effects={effects} onClose={() => setDecision(undefined)} />
      )}
    </>
  );
}
