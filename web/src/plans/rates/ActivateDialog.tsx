import type { RateTableDetail } from '@openbenefits/contract/rate-tables';
import type { RetroactiveAmounts } from '@openbenefits/contract/retroactive-amounts';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextArea } from '../../ui/Fields.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { useRetroactiveEffects } from '../retroactive-effects.ts';
import type { DraftSave } from './use-draft-save.ts';
import { periodWords } from './version-words.ts';

const LEAST_REASON = 4;

type Preview = Awaited<ReturnType<typeof api.plans.rates.activationPreview>>;

/** The versions that end or are replaced, and who is adjusted on the next bills. */
function useEffects(table: RateTableDetail, data: Preview | undefined, amounts: RetroactiveAmounts | undefined) {
  const { t } = useLingui();
  const adjusted = useRetroactiveEffects(amounts);
  return [
    { label: t`Version ${table.versionNo}`, value: periodWords(table) },
    ...(data?.taken ?? []).map(({ versionNo, after }) => ({
      label: after.length === 0 ? t`Version ${versionNo} is replaced` : t`Version ${versionNo} changes to`,
      value: after.length === 0 ? t`no days left` : after.map(periodWords).join(', '),
    })),
    ...adjusted,
    ...(data?.gap ? [{ label: t`Days without a version`, value: periodWords(data.gap) }] : []),
  ];
}

/** Shows which versions end or are replaced, and asks why where months have begun. */
export function ActivateDialog({
  table,
  save,
  onReload,
  onClose,
}: {
  table: RateTableDetail;
  save: DraftSave;
  onReload: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const preview = useQuery(orpc.plans.rates.activationPreview.queryOptions({ input: { id: table.id } }));
  const { data } = preview;
  const retroactive = useQuery(
    orpc.plans.rates.retroactive.queryOptions({
      input: { id: table.id },
      enabled: (data?.begunMonths.length ?? 0) > 0,
    }),
  );
  const effects = useEffects(table, data, retroactive.data);
  const keys = useIdempotencyKey();
  const activate = useMutation({
    mutationFn: async () => {
      const input = {
        id: table.id,
        version: await save.flush(),
        ...(reason.trim() !== '' && { reason: reason.trim() }),
      };
      return api.plans.rates.activate({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: async () => {
      keys.settle();
      onClose();
      toastGood(t`Version ${table.versionNo} is active`, periodWords(table));
      await onReload();
    },
  });
  const [first] = data?.begunMonths ?? [];
  const lacksReason = first !== undefined && reason.trim().length < LEAST_REASON;
  return (
    <ConfirmDialog
      opened
      title={t`Activate version ${table.versionNo}?`}
      confirmLabel={t`Activate version`}
      busy={activate.isPending}
      isDirty={reason !== ''}
      error={activate.error ?? preview.error ?? retroactive.error}
      disabledReason={
        data === undefined || retroactive.isLoading
          ? t`Loading...`
          : (data.refusal ?? (lacksReason ? t`Enter a reason of at least four characters.` : undefined))
      }
      effects={effects}
      fields={
        first && (
          <TextArea
            label={t`Reason`}
            required
            value={reason}
            onChange={setReason}
            maxLength={500}
            rows={2}
            description={t`Applies to months from ${formatDate(first)}. Amounts shown for those months change.`}
          />
        )
      }
      onConfirm={() => activate.mutate()}
      onCancel={onClose}
    >
      <Trans>
        Prices of these months are taken from this version. The rates can no longer be changed; a correction is a new
        version.
      </Trans>
    </ConfirmDialog>
  );
}
