import { Trans, useLingui } from '@lingui/react/macro';
import { problemOf } from '../../errors.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './GroupMissing.module.css';

const back = (label: string) => ({ label, to: paths.groups });

/** An unknown ID, or a failed request. */
export function GroupMissing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  const { code, message } = problemOf(error);
  // An invalid ID is rejected as an entry; users see the same page as for an unknown one.
  if (code !== 'NOT_FOUND' && code !== 'INVALID') {
    return (
      <>
        <PageHeader title={t`Group`} back={back(t`Back to Groups`)} />
        <div className="panel">
          <ErrorState error={error} title={t`The group could not be loaded`} onRetry={onRetry} />
        </div>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t`Group not found`} breadcrumb={[{ label: t`Group Management` }]} />
      <EmptyState
        wholePage
        art="signpost"
        title={t`We couldn't find this group`}
        actions={
          <ButtonLink to={paths.groups}>
            <Trans>Back to Groups</Trans>
          </ButtonLink>
        }
      >
        {code === 'NOT_FOUND' ? message : t`This group does not exist, or you do not have access to it.`}
      </EmptyState>
    </>
  );
}

export function GroupLoading() {
  const { t } = useLingui();
  return (
    <div aria-busy="true">
      <PageHeader title={t`Group`} back={back(t`Back to Groups`)} />
      <output className="sr">{t`Loading the group...`}</output>
      <div className={classes.bars}>
        <Skeleton width="60%" height={12} />
        <Skeleton width="90%" />
        <Skeleton width="80%" />
        <Skeleton width="85%" />
        <Skeleton width="40%" />
      </div>
    </div>
  );
}
