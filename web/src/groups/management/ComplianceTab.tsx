import type { FeatureFlagRow } from '@openbenefits/contract/feature-flags';
import { flagTitle } from '@openbenefits/domain/admin/feature-flags';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { useUser, useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toastError, toastGood } from '../../ui/toasts.ts';
import { words } from '../../words.ts';
import classes from './ComplianceTab.module.css';
import { useFlags } from './use-flags.ts';

/** Returns why this user cannot change a feature flag; undefined if they can. */
function useToggleReason(): string | undefined {
  const { t } = useLingui();
  const user = useUser();
  const mayNot = useWhyNot('compliance.audit');
  if (mayNot) return mayNot;
  return user?.assignedGroupsOnly ? t`A feature applies to all groups. You work on assigned groups only.` : undefined;
}

function Flag({ flag }: { flag: FeatureFlagRow }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const keys = useIdempotencyKey();
  const reason = useToggleReason();
  const toggle = useMutation({
    mutationFn: () => {
      const input = { id: flag.id, enabled: !flag.enabled };
      return api.admin.flags.toggle({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: (row) => {
      keys.settle();
      client.setQueryData(orpc.admin.flags.list.queryKey(), (rows) =>
        rows?.map((one) => (one.id === row.id ? row : one)),
      );
      toastGood(t`Feature flag updated successfully`);
    },
    onError: (error) => toastError(error, t`Failed to update feature flag`),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.admin.flags.key() }),
  });
  const title = flagTitle(flag.name);
  return (
    <li>
      <div>
        <h2>{title}</h2>
        <p>{words(flag.description)}</p>
        <small>
          {flag.changedBy && flag.changedAt ? (
            <>
              {flag.enabled ? t`Enabled by ${flag.changedBy}` : t`Disabled by ${flag.changedBy}`} ·{' '}
              <TimeAgo instant={flag.changedAt} />
            </>
          ) : (
            <Trans>Never changed</Trans>
          )}
        </small>
      </div>
      <Button
        size="small"
        aria-label={flag.enabled ? t`Enabled: ${title}` : t`Disabled: ${title}`}
        data-on={flag.enabled || undefined}
        busy={toggle.isPending}
        disabledReason={reason}
        onClick={() => toggle.mutate()}
      >
        {flag.enabled ? <Trans>Enabled</Trans> : <Trans>Disabled</Trans>}
      </Button>
    </li>
  );
}

/** Feature flags, with who changed each last and when. */
export function ComplianceTab() {
  const { t } = useLingui();
  const { data, error, refetch, allowed } = useFlags();
  const mayReadMail = useUser()?.permissions.includes('admin.settings') ?? false;
  if (!allowed) {
    return (
      <EmptyState title={t`Your role does not include compliance features`} art="signpost">
        <Trans>A Compliance Officer or an administrator can view and change them.</Trans>
      </EmptyState>
    );
  }
  if (error && !data)
    return <ErrorState error={error} title={t`The feature flags could not be loaded`} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width={320} height={20} />;
  return (
    <>
      <p>
        <Link to={paths.adminAudit}>
          <Trans>Verify the audit log</Trans>
        </Link>
        {mayReadMail && (
          <>
            {' · '}
            <Link to={paths.adminMails}>
              <Trans>View mail</Trans>
            </Link>
          </>
        )}
      </p>
      {data.length === 0 ? (
        <EmptyState title={t`No feature flags`} art="ledger" />
      ) : (
        <ul className={`panel ${classes.flags}`} aria-label={t`Feature flags`}>
          {data.map((flag) => (
            <Flag key={flag.id} flag={flag} />
          ))}
        </ul>
      )}
    </>
  );
}
