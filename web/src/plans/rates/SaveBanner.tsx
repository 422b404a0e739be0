import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { toastError } from '../../ui/toasts.ts';
import type { DraftSave } from './use-draft-save.ts';

/** A save that was refused: another person saved first, or an entry cannot be stored. */
export function SaveBanner({ save, onReload }: { save: DraftSave; onReload: () => Promise<void> }) {
  const { t } = useLingui();
  const load = useMutation({ mutationFn: () => save.rebase(), onError: toastError });
  const { status, problem } = save;
  if (!problem || (status !== 'conflict' && status !== 'refused')) return null;
  if (status === 'refused')
    return (
      <Banner tone="bad" role="alert" title={t`Your last change was not saved`}>
        {problem.message}
      </Banner>
    );
  return (
    <Banner
      tone="waits"
      role="alert"
      title={t`This version was changed by another person`}
      actions={
        <>
          <Button size="small" variant="primary" busy={load.isPending} onClick={() => load.mutate()}>
            <Trans>Load current rates and keep my entries</Trans>
          </Button>
          <Button size="small" onClick={() => void onReload()}>
            <Trans>Discard my entries</Trans>
          </Button>
        </>
      }
    >
      {problem.message}
    </Banner>
  );
}
