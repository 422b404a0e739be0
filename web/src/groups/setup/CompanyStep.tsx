import { Trans } from '@lingui/react/macro';
import { SetupParts } from './SetupPart.tsx';
import { StepHeading } from './SetupSection.tsx';

/** Step 1 (specification 1, sections 2.11, 5 and 9). */
export function CompanyStep({ title }: { title: string }) {
  return (
    <>
      <StepHeading title={title}>
        <Trans>The employer, its contact, and when coverage starts.</Trans>
      </StepHeading>
      <SetupParts step={1} />
    </>
  );
}
