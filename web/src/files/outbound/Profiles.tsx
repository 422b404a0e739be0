import type { CarrierProfile } from '@openbenefits/contract/outbound';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { toastError, toastGood } from '../../ui/toasts.ts';
import classes from './Outbound.module.css';
import { ProfileName } from './ProfileName.tsx';

type Props = {
  profiles: readonly CarrierProfile[] | undefined;
  mayNot: string | undefined;
  onEdit: (profile: CarrierProfile) => void;
};

/** How each carrier wants its file, and the button that makes one. */
export function Profiles({ profiles, mayNot, onEdit }: Props) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const keys = useIdempotencyKey();
  const create = useMutation({
    mutationFn: (profileId: string) => api.files.outbound.create({ profileId, idempotencyKey: keys.keyFor(profileId) }),
    onSuccess: async (file) => {
      keys.settle();
      await queries.invalidateQueries({ queryKey: orpc.files.outbound.files.key() });
      const people = plural(file.people, { one: '# person', other: '# people' });
      toastGood(t`File created`, t`${file.profile.name}: ${people}. Download it from the list.`);
    },
    onError: (error) => toastError(error),
  });
  const columns: readonly Column<CarrierProfile>[] = [
    {
      key: 'name',
      header: t`Profile`,
      narrow: 'name',
      cell: ({ name, usage }) => <ProfileName name={name} usage={usage} />,
    },
    {
      key: 'carrier',
      header: t`Plans`,
      width: 200,
      narrow: 'meta',
      cell: ({ carrierName, mode }) => (
        <>
          <span className="trunc">{carrierName ?? t`All plans`}</span>
          <span className={classes.inNarrow}>{mode === 'full' ? t`Full file` : t`Changes`}</span>
        </>
      ),
    },
    {
      key: 'receiver',
      below: 900,
      header: t`Receiver`,
      width: 160,
      cell: ({ receiverId }) => <span className="mono">{receiverId}</span>,
    },
    {
      key: 'mode',
      below: 700,
      header: t`Kind`,
      width: 110,
      cell: ({ mode }) => (mode === 'full' ? t`Full file` : t`Changes`),
    },
    {
      key: 'actions',
      header: t`Actions`,
      width: 190,
      narrow: 'status',
      cell: (profile) => (
        <span className={classes.buttons}>
          <Button
            size="small"
            aria-label={t`Edit ${profile.name}`}
            disabledReason={mayNot}
            onClick={() => onEdit(profile)}
          >
            <Trans>Edit</Trans>
          </Button>
          <Button
            size="small"
            aria-label={t`Create file for ${profile.name}`}
            disabledReason={mayNot}
            busy={create.isPending && create.variables === profile.id}
            onClick={() => create.mutate(profile.id)}
          >
            <Trans>Create file</Trans>
          </Button>
        </span>
      ),
    },
  ];
  return (
    <section className={classes.block} aria-labelledby="profiles">
      <h2 id="profiles">
        <Trans>Carriers</Trans>
      </h2>
      <DataTable
        label={t`Carrier profiles`}
        columns={columns}
        rows={profiles}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        empty={
          <EmptyState title={t`No carrier profile yet`} art="envelope">
            <Trans>A profile describes a carrier’s 834: the receiver, full or changes, and its codes.</Trans>
          </EmptyState>
        }
      />
    </section>
  );
}
