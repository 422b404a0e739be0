import { Trans } from '@lingui/react/macro';
import { SetupParts } from './SetupPart.tsx';
import { StepHeading } from './SetupSection.tsx';

/** Step 4 (specification 1, sections 2.11, 5 and 9). */
export function BillingStep({ title }: { title: string }) {
  return (
    <>
      <StepHeading title={title}>
        <Trans>Billing and payment. Grace and retroactive periods.</Trans>
      </StepHeading>
      <SetupParts step={4} />
    </>
  );
}
