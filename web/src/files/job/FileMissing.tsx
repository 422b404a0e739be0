import { Trans, useLingui } from '@lingui/react/macro';
import { problemOf } from '../../errors.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';

/** An address that leads to no file, or an answer that did not come. */
export function FileMissing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  const { code, message } = problemOf(error);
  // An address whose id is no id at all is refused as an entry; here it is the same to whoever followed it.
  if (code !== 'NOT_FOUND' && code !== 'INVALID')
    return <ErrorState error={error} title={t`This file could not be loaded`} onRetry={onRetry} />;
  return (
    <EmptyState
      art="signpost"
      title={t`There is no file here`}
      actions={
        <ButtonLink to={paths.filesHistory}>
          <Trans>See the file history</Trans>
        </ButtonLink>
      }
    >
      {code === 'NOT_FOUND' ? message : t`This file does not exist, or you do not have access to it.`}
    </EmptyState>
  );
}
