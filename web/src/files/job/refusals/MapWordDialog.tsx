import type { FileJob } from '@openbenefits/contract/files';
import type { WordKind } from '@openbenefits/domain/files/census/mapping';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../../api.ts';
import { newKey } from '../../../idempotency.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorLine } from '../../../ui/ErrorState.tsx';
import { Select } from '../../../ui/Fields.tsx';
import { toastGood } from '../../../ui/toasts.ts';
import { meaningChoices } from '../../columns/meaning-choices.ts';

/**
 * Says what a word of the sender means; what it probably does is chosen to begin with. Remembered in its profile; a
 * held file is read again with it.
 */
export function MapWordDialog({
  job,
  kind,
  word,
  likely,
  onClose,
}: {
  job: FileJob;
  kind: WordKind;
  word: string;
  likely: string | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [meaning, setMeaning] = useState(likely ?? '');
  const map = useMutation({
    mutationFn: () => api.files.mapWord({ id: job.id, kind, word, meaning, idempotencyKey: newKey() }),
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: orpc.files.key() }),
        queries.invalidateQueries({ queryKey: orpc.tradingPartners.key() }),
      ]);
      toastGood(t`${word} is mapped`, t`It is saved for later files of this sender.`);
      onClose();
    },
  });
  const sender = job.sender?.name ?? '';
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`What does ${word} mean?`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            busy={map.isPending}
            disabledReason={meaning === '' ? t`Choose a meaning first.` : undefined}
            onClick={() => map.mutate()}
          >
            <Trans>Remember</Trans>
          </Button>
        </>
      }
    >
      <Select
        label={t`It means`}
        required
        data-autofocus
        value={meaning}
        onChange={setMeaning}
        choices={[{ value: '', label: t`Choose`, disabled: true }, ...meaningChoices(kind)]}
        description={t`Remembered for ${sender}.`}
      />
      {map.error && <ErrorLine error={map.error} />}
    </Dialog>
  );
}
