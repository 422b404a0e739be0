import { GROUP_STATUS_LABEL, GROUP_TYPE_LABEL } from '../../domain-labels.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PermittedLink } from '../PermittedLink.tsx';
import type { ListAddress } from './list-address.ts';
import { NO_RARE_FILTERS, useRareFilters } from './rare-filters.ts';

/** Specification 1, section 2.7: no group has been set up yet. */
export function FirstGroup() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`No groups yet`}
      art="folder"
      actions={
        <PermittedLink needs="groups.create" to={paths.groupSetup} icon={IconPlus}>
          <Trans>Create First Group</Trans>
        </PermittedLink>
      }
    >
      <Trans>
        A group is an employer with its classes, billing locations and plans. The setup takes six short steps.
      </Trans>
    </EmptyState>
  );
}

/** Shows each search condition with a button to remove it. */
export function NoMatch(address: ListAddress) {
  const { question, ask } = address;
  const { t } = useLingui();
  const { search, status, type, renews } = question;
  const rare = useRareFilters(address);
  const filters = [
    search !== '' && { label: t`Search: ${search}`, onRemove: () => ask({ search: '' }) },
    status !== 'all' && { label: t`Status: ${GROUP_STATUS_LABEL[status]}`, onRemove: () => ask({ status: 'all' }) },
    type !== 'all' && { label: t`Type: ${GROUP_TYPE_LABEL[type]}`, onRemove: () => ask({ type: 'all' }) },
    renews !== null && { label: t`Renews in ${renews} days`, onRemove: () => ask({ renews: null }) },
  ].filter((filter) => filter !== false);
  return (
    <EmptyState
      title={t`No groups found`}
      art="folder"
      filters={[...filters, ...rare]}
      onClearAll={() => ask({ search: '', status: 'all', type: 'all', renews: null, ...NO_RARE_FILTERS })}
    >
      {search === '' ? (
        <Trans>No groups match your current filters</Trans>
      ) : (
        <Trans>No groups match your search for "{search}"</Trans>
      )}
    </EmptyState>
  );
}
