import { Trans, useLingui } from '@lingui/react/macro';
import { problemOf } from '../../errors.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';

/** A file that has no columns, or whose original is gone: no second try would bring them. */
export function NoColumns({ error, jobId, onRetry }: { error: unknown; jobId: string; onRetry: () => void }) {
  const { t } = useLingui();
  const { code, message } = problemOf(error);
  if (code !== 'NOT_FOUND' && code !== 'CONFLICT' && code !== 'INVALID')
    return <ErrorState error={error} title={t`The columns could not be loaded`} onRetry={onRetry} />;
  return (
    <EmptyState
      art="signpost"
      title={t`There are no columns to match`}
      actions={
        <ButtonLink to={paths.fileJob(jobId)}>
          <Trans>Back to the file</Trans>
        </ButtonLink>
      }
    >
      {message}
    </EmptyState>
  );
}
