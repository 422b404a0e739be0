import type { FileJob } from '@openbenefits/contract/files';
import { likelyAmong } from '@openbenefits/domain/files/census/headings/likely-meaning';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../../api.ts';
import { problemOf } from '../../../errors.ts';
import { newKey } from '../../../idempotency.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorLine } from '../../../ui/ErrorState.tsx';
import { Select } from '../../../ui/Fields.tsx';
import { toastGood } from '../../../ui/toasts.ts';
import { COVERAGE_LINE_LABEL } from '../../../domain-labels.ts';

/**
 * Says which plan a sender's code means; the one that is nearly called so is chosen to begin with. Remembered in its
 * profile; a held file is rehearsed again with it.
 */
export function MapPlanDialog({
  job,
  code,
  mappedTo = '',
  onClose,
}: {
  job: FileJob;
  code: string;
  /** The plan that it means by now. */
  mappedTo?: string | undefined;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [chosen, setPlanId] = useState(mappedTo);
  const plans = useQuery(orpc.plans.offered.queryOptions({ input: {} }));
  const planId =
    chosen ||
    likelyAmong(
      code,
      (plans.data ?? []).map(({ id, name, code: own }) => ({ value: id, names: [own, name] })),
    ) ||
    '';
  const map = useMutation({
    mutationFn: () => api.files.mapPlanCode({ id: job.id, code, planId, idempotencyKey: newKey() }),
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: orpc.files.key() }),
        queries.invalidateQueries({ queryKey: orpc.tradingPartners.key() }),
      ]);
      toastGood(t`${code} is mapped`, t`It is saved for later files of this sender.`);
      onClose();
    },
  });
  const problem = map.error ? problemOf(map.error) : undefined;
  const sender = job.sender?.name ?? '';
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Map plan code ${code}`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            busy={map.isPending}
            disabledReason={planId === '' ? t`Choose a plan first.` : undefined}
            onClick={() => map.mutate()}
          >
            <Trans>Map code</Trans>
          </Button>
        </>
      }
    >
      <Select
        label={t`Means the plan`}
        required
        data-autofocus
        value={planId}
        onChange={setPlanId}
        choices={[
          { value: '', label: t`Choose a plan`, disabled: true },
          ...(plans.data ?? []).map(({ id, name, code: own, line }) => ({
            value: id,
            label: `${COVERAGE_LINE_LABEL[line]}: ${name} (${own})`,
          })),
        ]}
        description={t`Remembered for ${sender}.`}
        error={problem?.fields.get('planId')}
      />
      {plans.error && <ErrorLine error={plans.error} />}
      {problem && problem.fields.size === 0 && <ErrorLine error={map.error} />}
    </Dialog>
  );
}
