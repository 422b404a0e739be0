import type { StaffAccess } from '@openbenefits/contract/group-admin';
import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { api, orpc } from '../../api.ts';
import { refreshPeople } from '../../changes/refresh-people.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { useUser } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorLine, ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toastError, toastGood } from '../../ui/toasts.ts';
import classes from './Access.module.css';

type RowProps = {
  person: StaffAccess;
  checked: boolean;
  locked: string | undefined;
  onCheck: (checked: boolean) => void;
  onLimit: (limited: boolean) => void;
};

function PersonRow({ person, checked, locked, onCheck, onLimit }: RowProps) {
  const { t } = useLingui();
  const id = useId();
  const { name, email, roleName, title, limited, groups, lockedReason } = person;
  return (
    <li>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={locked !== undefined}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <label htmlFor={id} className={classes.person}>
        <b>
          {name} <Tag>{title || roleName}</Tag>
        </b>
        <small>{email}</small>
      </label>
      <span className={classes.limit} data-tip={lockedReason ?? undefined} data-tip-delay={100}>
        <Switch
          size="xs"
          label={t`Sees only assigned groups`}
          aria-label={t`${name} sees only assigned groups`}
          checked={limited}
          disabled={lockedReason !== null}
          onChange={(event) => onLimit(event.currentTarget.checked)}
        />
        <small>
          {limited
            ? groups === 0
              ? t`No groups are assigned`
              : groups === 1
                ? t`1 group`
                : t`${groups} groups`
            : (lockedReason ?? t`All groups`)}
        </small>
      </span>
    </li>
  );
}

type Props = { group: { id: string; name: string }; onClose: () => void };

/** The staff with access to a group, the chosen administrators, and their save. */
function useAccess({ group, onClose }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const running = useRef(false);
  const { data, error, refetch } = useQuery(
    orpc.groups.access.get.queryOptions({ input: { groupId: group.id }, gcTime: 0, refetchOnWindowFocus: false }),
  );
  const stored = new Set((data ?? []).filter(({ assigned }) => assigned).map(({ id }) => id));
  const now = chosen ?? stored;
  const isDirty = now.size !== stored.size || [...now].some((id) => !stored.has(id));

  const write = async (work: () => Promise<unknown>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      keys.settle();
      void refreshPeople();
    } catch (problem) {
      setFailure(problem);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const save = () =>
    write(async () => {
      const input = { groupId: group.id, userIds: [...now] };
      await api.groups.access.set({ ...input, idempotencyKey: keys.keyFor(input) });
      toastGood(t`Access saved`, group.name);
      onClose();
    });
  const limit = (userId: string, limited: boolean) =>
    write(async () => {
      const input = { userId, limited };
      await api.groups.access.setScope({ ...input, idempotencyKey: keys.keyFor(input) });
      await refetch();
    });
  const check = (id: string, checked: boolean) => {
    const next = new Set(now);
    if (checked) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return { data, error, refetch, now, isDirty, busy, failure, save, limit, check };
}

/** 'Manage admin access': the group's administrators, and which staff see only assigned groups. */
export function AccessDialog(props: Props) {
  const { group, onClose } = props;
  const { t } = useLingui();
  const user = useUser();
  const { data, error, refetch, now, isDirty, busy, failure, save, limit, check } = useAccess(props);
  const locked = user?.assignedGroupsOnly
    ? t`You see only your assigned groups, so you cannot change access.`
    : undefined;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Manage admin access to ${group.name}`}
      size={640}
      footerNote={<Trans>Every change is recorded in the audit log</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            onClick={() => void save()}
            busy={busy}
            disabledReason={locked ?? (isDirty ? undefined : t`No changes to save`)}
          >
            <Trans>Save Access</Trans>
          </Button>
        </>
      }
    >
      <p className={classes.note}>
        {locked ?? (
          <Trans>
            Select who administers this group. A user limited to assigned groups sees no other groups in lists, search
            or files. That limit changes immediately.
          </Trans>
        )}
      </p>
      {failure !== undefined && <ErrorLine error={failure} />}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch().catch((problem: unknown) => toastError(problem))} />
      ) : data ? (
        <ul className={classes.list}>
          {data.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              checked={now.has(person.id)}
              locked={locked}
              onCheck={(checked) => check(person.id, checked)}
              onLimit={(limited) => void limit(person.id, limited)}
            />
          ))}
        </ul>
      ) : (
        <Skeleton width={280} />
      )}
    </Dialog>
  );
}
