import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, orpc } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { toastError } from '../../ui/toasts.ts';

/** The ID of this browser window, because a user may edit in two. */
const holder = newKey();
/** Three heartbeats per minute, the length of a lease. */
const HEARTBEAT_MS = 20_000;

/** A closing page cannot wait for a response; an unreleased lease expires within a minute. */
function releaseOnClose(id: string): void {
  void fetch('/rpc/groups/lease/release', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: { id, holder } }),
  });
}

/**
 * Returns who edits a group. `editing` while this window does; the heartbeat reports a takeover. Other windows poll at
 * the same rate. It only warns: saving compares the values.
 */
export function useEditLease(groupId: string) {
  const client = useQueryClient();
  const [editing, setEditing] = useState(false);
  const input = { id: groupId, holder };
  const status = useQuery(
    orpc.groups.lease.status.queryOptions({ input, enabled: !editing, refetchInterval: HEARTBEAT_MS, staleTime: 0 }),
  );
  const heartbeat = useQuery(
    orpc.groups.lease.renew.queryOptions({
      input,
      enabled: editing,
      refetchInterval: HEARTBEAT_MS,
      refetchIntervalInBackground: true,
      refetchOnWindowFocus: 'always',
      staleTime: HEARTBEAT_MS,
    }),
  );
  const take = useMutation({
    mutationFn: (takeOver: boolean) => api.groups.lease.take({ ...input, takeOver }),
    onSuccess: (lease) => {
      client.setQueryData(orpc.groups.lease.renew.queryKey({ input }), lease);
      client.setQueryData(orpc.groups.lease.status.queryKey({ input }), lease);
      if (lease.mine) setEditing(true);
    },
    onError: (error) => toastError(error),
  });
  const stop = (): void => {
    setEditing(false);
    client.setQueryData(orpc.groups.lease.status.queryKey({ input }), null);
  };

  useEffect(() => {
    if (!editing) return undefined;
    const leave = () => releaseOnClose(groupId);
    globalThis.addEventListener('pagehide', leave);
    // Cancel, save and leaving the group's page by any way give it back.
    return () => {
      globalThis.removeEventListener('pagehide', leave);
      void api.groups.lease.release({ id: groupId, holder }).catch(() => undefined);
    };
  }, [editing, groupId]);

  const other = (editing ? heartbeat.data : status.data) ?? null;
  return {
    editing,
    take: (takeOver: boolean) => take.mutate(takeOver),
    taking: take.isPending,
    stop,
    other: other?.mine === false ? other : null,
  };
}

export type EditLease = ReturnType<typeof useEditLease>;
