import { Trans } from '@lingui/react/macro';
import { SetupParts } from './SetupPart.tsx';
import { StepHeading } from './SetupSection.tsx';

/** Step 4 (specification 1, sections 2.11, 5 and 9). */
export function BillingStep({ title }: { title: string }) {
  return (
    <>
      <StepHeading title={title}>
        <Trans>How the group is billed, and how long things may run late.</Trans>
      </StepHeading>
      <SetupParts step={4} />
    </>
  );
}
