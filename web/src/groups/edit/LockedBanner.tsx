import { Trans, useLingui } from '@lingui/react/macro';
import { useUser } from '../../session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import type { EditLease } from './use-edit-lease.ts';

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** 'Case Locked for Editing' (specification 1, section 2.8): who edits, since when, and a button to take over. */
export function LockedBanner({ lease }: { lease: EditLease }) {
  const { t } = useLingui();
  const user = useUser();
  const { other, editing } = lease;
  if (!other) return null;
  const { name, you } = other;
  const since = clock.format(Date.parse(other.since));
  const mayEdit = user?.permissions.includes('groups.edit') === true;
  const takeOver = mayEdit && (
    <Button onClick={() => lease.take(true)} busy={lease.taking}>
      <Trans>Take over editing</Trans>
    </Button>
  );
  if (editing) {
    return (
      <Banner
        tone="bad"
        role="alert"
        title={you ? t`You took over editing in another window at ${since}` : t`${name} took over editing at ${since}`}
        actions={takeOver}
      >
        <Trans>
          Your entries are still here. Before you save, you can review each field that has changed in the meantime.
        </Trans>
      </Banner>
    );
  }
  return (
    <Banner tone="waits" role="status" title={t`Case Locked for Editing`} actions={takeOver}>
      {you ? (
        <Trans>You are editing this group in another window since {since}.</Trans>
      ) : (
        <Trans>
          {name} is editing this group since {since}.
        </Trans>
      )}
    </Banner>
  );
}
