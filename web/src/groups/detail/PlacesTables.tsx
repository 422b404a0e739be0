import type { GroupDetail } from '@openbenefits/contract/groups';
import { useLingui } from '@lingui/react/macro';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { Unknown } from '../../ui/Unknown.tsx';

export function LocationsTable({ group }: { group: GroupDetail }) {
  const { t } = useLingui();
  return (
    <DataTable
      label={t`Billing locations`}
      rows={group.locations}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={<EmptyState title={t`No billing locations`} />}
      columns={[
        { key: 'name', header: t`Location`, width: 200, narrow: 'name', cell: ({ name }) => <span className="row-name">{name}</span> },
        { key: 'code', header: t`Code`, width: 140, narrow: 'status', cell: ({ code }) => <Tag mono>{code}</Tag> },
        {
          key: 'address',
          header: t`Address`,
          narrow: 'meta',
          cell: ({ address1, address2, city, state, zip }) => [address1, address2, `${city}, ${state} ${zip}`].filter(Boolean).join(', '),
        },
      ]}
    />
  );
}

export function ClassesTable({ group }: { group: GroupDetail }) {
  const { t } = useLingui();
  const places = new Map(group.locations.map(({ id, name }) => [id, name]));
  return (
    <DataTable
      label={t`Classes`}
      rows={group.classes}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={<EmptyState title={t`No classes`} />}
      columns={[
        { key: 'name', header: t`Class`, width: 200, narrow: 'name', cell: ({ name }) => <span className="row-name">{name}</span> },
        { key: 'code', header: t`Code`, width: 140, narrow: 'status', cell: ({ code }) => <Tag mono>{code}</Tag> },
        {
          key: 'location',
          header: t`Billing location`,
          narrow: 'meta',
          cell: ({ locationId }) => places.get(locationId) ?? <Unknown reason={t`Its location is no longer in use`} />,
        },
      ]}
    />
  );
}
