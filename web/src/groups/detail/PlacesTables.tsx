import type { GroupDetail } from '@openbenefits/contract/groups';
import { removalRefusal } from '@openbenefits/domain/groups/group-places';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { words } from '../../words.ts';
import { ClassDialog, LocationDialog, RemovePlaceDialog } from '../edit/PlaceDialogs.tsx';
import { useEditReason } from '../edit/use-edit-reason.ts';
import { Part } from './FactPanel.tsx';
import classes from './PlacesTables.module.css';

/** The row's dialog: 'new', one to edit, or one to remove. */
type Asked = { what: 'edit' | 'remove'; id: string | null };

/** Below 900 pixels the actions are next to the code instead of in their own column. */
function CodeCell({ code, name, actions }: { code: string; name: string; actions: readonly RowAction[] }) {
  return (
    <span className={classes.code}>
      <Tag mono>{code}</Tag>
      <span className="only-narrow">
        <RowActions actions={actions.map((action) => ({ ...action, onHover: false }))} name={name} />
      </span>
    </span>
  );
}

type Location = GroupDetail['locations'][number];
type Class = GroupDetail['classes'][number];
type Place = { id: string; name: string; code: string; members: number };

function usePlaceActions<Row extends Place>(
  locked: string | undefined,
  refusal: (row: Row) => string | undefined,
  onAsk: (asked: Asked) => void,
) {
  const { t } = useLingui();
  return (row: Row): RowAction[] => [
    {
      label: t`Edit`,
      icon: IconPencil,
      onHover: true,
      disabledReason: locked,
      onClick: () => onAsk({ what: 'edit', id: row.id }),
    },
    {
      label: t`Remove…`,
      icon: IconTrash,
      danger: true,
      disabledReason: locked ?? refusal(row),
      onClick: () => onAsk({ what: 'remove', id: row.id }),
    },
  ];
}

/** The columns of both tables: the name and the code, one of its own, and the number of members. */
function usePlaceColumns<Row extends Place>(
  header: string,
  own: Column<Row>,
  actions: (row: Row) => readonly RowAction[],
): readonly Column<Row>[] {
  const { t } = useLingui();
  return [
    {
      key: 'name',
      header,
      width: 180,
      narrow: 'name',
      cell: ({ name }) => <span className="row-name">{name}</span>,
    },
    {
      key: 'code',
      header: t`Code`,
      width: 128,
      narrow: 'status',
      cell: (row) => <CodeCell code={row.code} name={row.name} actions={actions(row)} />,
    },
    own,
    {
      key: 'members',
      header: t`Members`,
      width: 80,
      right: true,
      cell: ({ members }) => members.toLocaleString('en-US'),
    },
  ];
}

function useLocationColumns(actions: (row: Location) => readonly RowAction[]): readonly Column<Location>[] {
  const { t } = useLingui();
  const address: Column<Location> = {
    key: 'address',
    header: t`Address`,
    narrow: 'meta',
    cell: ({ addressLine1: address1, addressLine2: address2, city, state, zipCode: zip }) =>
      [address1, address2, `${city}, ${state} ${zip}`].filter(Boolean).join(', '),
  };
  return usePlaceColumns(t`Location`, address, actions);
}

function useClassColumns(group: GroupDetail, actions: (row: Class) => readonly RowAction[]): readonly Column<Class>[] {
  const { t } = useLingui();
  const places = new Map(group.locations.map(({ id, name }) => [id, name]));
  const location: Column<Class> = {
    key: 'location',
    header: t`Billing location`,
    narrow: 'meta',
    cell: ({ locationId }) =>
      places.get(locationId) ?? <Unknown reason={t`Its billing location is no longer active`} />,
  };
  return usePlaceColumns(t`Class`, location, actions);
}

/** As many as the server takes. */
const MOST = 50;

export function LocationsPart({ group }: { group: GroupDetail }) {
  const { t } = useLingui();
  const locked = useEditReason();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const one = group.locations.find(({ id }) => id === asked?.id) ?? null;
  const refusal = ({ id, members }: Location): string | undefined => {
    const text = removalRefusal('location', {
      isLast: group.locations.length === 1,
      members,
      classes: group.classes.filter(({ locationId }) => locationId === id).length,
    });
    return text && words(text);
  };
  const actions = usePlaceActions(locked, refusal, setAsked);
  const columns = useLocationColumns(actions);
  return (
    <Part
      title={t`Billing locations`}
      action={
        <Button
          size="small"
          icon={IconPlus}
          onClick={() => setAsked({ what: 'edit', id: null })}
          disabledReason={
            locked ?? (group.locations.length >= MOST ? t`A group has at most ${MOST} billing locations` : undefined)
          }
        >
          <Trans>Add Location</Trans>
        </Button>
      }
    >
      <DataTable
        label={t`Billing locations`}
        rows={group.locations}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        empty={<EmptyState title={t`No billing locations`} />}
        actions={actions}
        columns={columns}
      />
      {asked?.what === 'edit' && <LocationDialog group={group} location={one} onClose={close} />}
      {asked?.what === 'remove' && one && (
        <RemovePlaceDialog group={group} place={{ kind: 'location', id: one.id, name: one.name }} onClose={close} />
      )}
    </Part>
  );
}

export function ClassesPart({ group }: { group: GroupDetail }) {
  const { t } = useLingui();
  const locked = useEditReason();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const one = group.classes.find(({ id }) => id === asked?.id) ?? null;
  const refusal = ({ members }: Class): string | undefined => {
    const text = removalRefusal('class', { isLast: group.classes.length === 1, members });
    return text && words(text);
  };
  const actions = usePlaceActions(locked, refusal, setAsked);
  const columns = useClassColumns(group, actions);
  return (
    <Part
      title={t`Classes`}
      action={
        <Button
          size="small"
          icon={IconPlus}
          onClick={() => setAsked({ what: 'edit', id: null })}
          disabledReason={locked ?? (group.classes.length >= MOST ? t`A group has at most ${MOST} classes` : undefined)}
        >
          <Trans>Add Class</Trans>
        </Button>
      }
    >
      <DataTable
        label={t`Classes`}
        rows={group.classes}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        empty={<EmptyState title={t`No classes`} />}
        actions={actions}
        columns={columns}
      />
      {asked?.what === 'edit' && <ClassDialog group={group} one={one} onClose={close} />}
      {asked?.what === 'remove' && one && (
        <RemovePlaceDialog group={group} place={{ kind: 'class', id: one.id, name: one.name }} onClose={close} />
      )}
    </Part>
  );
}
