import type { GroupSetup } from '@openbenefits/contract/groups';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { orpc } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { toastError, toastGood } from '../../ui/toasts.ts';
import type { DraftKeeper } from './draft-keeper.ts';

type Request = {
  setup: GroupSetup;
  draftId: string | undefined;
  sharedTaxIdReason?: string;
  idempotencyKey: string;
};

/**
 * 'Create Group'. Submitting the same form again sends the same request with its draft's ID: if only the response was
 * lost, there is still one group. While it runs, a second press does nothing, and autosave does not recreate the draft.
 */
export function useCreateGroup(
  keeper: DraftKeeper,
  onRefused: (error: unknown) => void,
): { busy: boolean; create: (setup: GroupSetup, sharedTaxIdReason: string) => Promise<void> } {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { mutateAsync } = useMutation(orpc.groups.create.mutationOptions());
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const lastTry = useRef<{ of: string; request: Request }>(null);

  const create = async (setup: GroupSetup, sharedTaxIdReason: string): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await keeper.stop();
      const of = JSON.stringify([setup, sharedTaxIdReason]);
      const reason = sharedTaxIdReason.trim() !== '' && { sharedTaxIdReason };
      if (lastTry.current?.of !== of)
        lastTry.current = { of, request: { setup, draftId: keeper.state().id, ...reason, idempotencyKey: newKey() } };
      const { id } = await mutateAsync(lastTry.current.request);
      keeper.forget({ form: setup, step: 1 });
      void client.invalidateQueries({ queryKey: orpc.groups.key() });
      toastGood(t`Success!`, t`Employer group created successfully`);
      await navigate(`${paths.group(id)}?created=true`);
    } catch (error) {
      keeper.resume();
      toastError(error, t`Failed to create employer group`);
      onRefused(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, create };
}
