import type { MemberRow } from '@openbenefits/contract/members';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp, IconEye, IconPencil, IconSquare } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/Button.tsx';
import type { RowAction } from '../../ui/data-table-types.ts';
import { type Ending, isOver, isScheduled, useMayEnd } from '../termination/EndingDialog.tsx';
import type { useMemberDialogs } from './use-member-dialogs.tsx';
import type { MemberList } from './use-member-list.ts';

type Actions = {
  groupId: string;
  addressOf: MemberList['addressOf'];
  people: ReturnType<typeof useMemberDialogs>;
  onEnd: (ending: Ending) => void;
};

/** The menu of a row: the record, its edit, and its termination or reinstatement. */
export function useRowActions({ groupId, addressOf, people, onEnd }: Actions): (row: MemberRow) => RowAction[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const mayEnd = useMayEnd();
  return ({ id, name, status }) => [
    {
      label: t`View details`,
      icon: IconEye,
      onClick: () => void navigate(addressOf(id), { preventScrollReset: true }),
      onHover: true,
    },
    {
      label: t`Edit`,
      icon: IconPencil,
      onClick: () => people.edit(id),
      disabledReason: people.editReason,
      onHover: true,
    },
    ...(isScheduled(status)
      ? [
          {
            label: t`Cancel scheduled termination`,
            icon: IconArrowBackUp,
            disabledReason: mayEnd.reinstate,
            onClick: () => onEnd({ kind: 'cancel' as const, members: { groupId, memberIds: [id], name } }),
          },
        ]
      : []),
    isOver(status)
      ? {
          label: t`Reinstate…`,
          icon: IconArrowBackUp,
          disabledReason: mayEnd.reinstate,
          onClick: () => onEnd({ kind: 'reinstate', members: { groupId, memberIds: [id], name } }),
        }
      : {
          label: t`Terminate…`,
          icon: IconSquare,
          danger: true,
          disabledReason: mayEnd.end,
          onClick: () => onEnd({ kind: 'end', members: { groupId, memberIds: [id], name } }),
        },
  ];
}

type SelectedProps = {
  groupId: string;
  selected: ReadonlySet<string>;
  rows: readonly MemberRow[] | undefined;
  onEnd: (ending: Ending) => void;
};

/** What can be done with all selected members at once. */
export function SelectionActions({ groupId, selected, rows, onEnd }: SelectedProps) {
  const { t } = useLingui();
  const mayEnd = useMayEnd();
  const several = () => {
    const [only] = selected;
    const name =
      selected.size === 1
        ? (rows?.find(({ id }) => id === only)?.name ?? t`one member`)
        : plural(selected.size, { one: '# member', other: '# members' });
    return { groupId, memberIds: [...selected], name };
  };
  return (
    <>
      <Button
        size="small"
        variant="red"
        disabledReason={mayEnd.end}
        onClick={() => onEnd({ kind: 'end', members: several() })}
      >
        <Trans>Terminate coverage…</Trans>
      </Button>
      <Button
        size="small"
        disabledReason={mayEnd.reinstate}
        onClick={() => onEnd({ kind: 'reinstate', members: several() })}
      >
        <Trans>Reinstate…</Trans>
      </Button>
    </>
  );
}
