import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

type Props = { title: MessageDescriptor; section?: MessageDescriptor | undefined };

/** The screen's title and a note that a later release will have it. */
export function NotBuiltYet({ title, section }: Props) {
  const { t, i18n } = useLingui();
  return (
    <>
      <PageHeader title={i18n._(title)} breadcrumb={section && [{ label: i18n._(section) }]} />
      <EmptyState wholePage art="drawing" title={t`This screen is not available yet`}>
        <Trans>This screen is planned for a later release.</Trans>
      </EmptyState>
    </>
  );
}

/** Claims and COBRA (specification 2, section 2). */
export function ComingSoon({ title, section }: Props) {
  const { t, i18n } = useLingui();
  return (
    <>
      <PageHeader title={i18n._(title)} breadcrumb={section && [{ label: i18n._(section) }]} />
      <EmptyState wholePage art="drawing" title={t`Coming Soon`} />
    </>
  );
}
