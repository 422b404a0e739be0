import type { QueueState } from '@openbenefits/contract/file-queue';
import { JOB_PRIORITIES } from '@openbenefits/domain/files/file-queue';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { JOB_PRIORITY_LABEL, PRIORITY_RULE } from '../../domain-labels.ts';
import { problemOf } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { FieldGrid, Select, TextInput } from '../../ui/Fields.tsx';
import { focusInvalid } from '../../ui/focus-return.ts';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import { toastGood } from '../../ui/toasts.ts';
import classes from './Queue.module.css';
import { useQueueReasons } from './use-queue-actions.ts';

type Settings = QueueState['settings'];
type Draft = {
  autoProcess: boolean;
  maxConcurrent: string;
  retries: string;
  retentionDays: string;
  secondApprovalFrom: string;
};

const FOREVER = 'forever';
const draftOf = ({ autoProcess, maxConcurrent, retries, retentionDays, secondApprovalFrom }: Settings): Draft => ({
  autoProcess,
  maxConcurrent: String(maxConcurrent),
  retries: String(retries),
  retentionDays: retentionDays === null ? FOREVER : String(retentionDays),
  secondApprovalFrom: secondApprovalFrom === null ? '' : String(secondApprovalFrom),
});
/** What is no whole number is sent as none, and the server says at the field what it wants. */
const numberOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : Number.NaN);
const settingsOf = ({ autoProcess, maxConcurrent, retries, retentionDays, secondApprovalFrom }: Draft): Settings => ({
  autoProcess,
  maxConcurrent: numberOf(maxConcurrent),
  retries: numberOf(retries),
  retentionDays: retentionDays === FOREVER ? null : Number(retentionDays),
  secondApprovalFrom: secondApprovalFrom.trim() === '' ? null : numberOf(secondApprovalFrom),
});

/** How long originals may be kept, with what is set now among the choices. */
function useRetentionChoices(now: string) {
  const { t } = useLingui();
  const choices = [
    { value: '30', label: t`30 days` },
    { value: '90', label: t`90 days` },
    { value: '365', label: t`1 year` },
    { value: '1095', label: t`3 years` },
    { value: '2190', label: t`6 years` },
    { value: '3650', label: t`10 years` },
    { value: FOREVER, label: t`For good` },
  ];
  return choices.some(({ value }) => value === now) ? choices : [...choices, { value: now, label: t`${now} days` }];
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const keys = useIdempotencyKey();
  const reasons = useQueueReasons();
  // What is not changed here follows what others change, also while something else is.
  const [changed, setChanged] = useState<Partial<Draft>>({});
  const draft = { ...draftOf(settings), ...changed };
  const save = useMutation({
    mutationFn: () => {
      const input = settingsOf(draft);
      return api.files.queue.saveSettings({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: async () => {
      keys.settle();
      await queries.invalidateQueries({ queryKey: orpc.files.queue.key() });
      setChanged({});
      toastGood(t`Queue settings saved`);
    },
    onError: focusInvalid,
  });
  const set = (change: Partial<Draft>) => {
    setChanged({ ...changed, ...change });
    // What was refused is another value now.
    if (save.isError) save.reset();
  };
  const problem = save.error ? problemOf(save.error) : null;
  const errorOf = (field: string): string | undefined => problem?.fields.get(field);
  const mayNotDelete = useWhyNot('files.delete');
  const same = JSON.stringify(draft) === JSON.stringify(draftOf(settings));
  // Which of both it is can be read by whoever cannot change it, too.
  const autoProcess = draft.autoProcess
    ? t`Enabled. A file without holds posts automatically.`
    : t`Disabled. Every file needs approval after its preview.`;
  return (
    <form
      className={classes.settings}
      aria-label={t`Queue Settings`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!reasons.queue && !same) save.mutate();
      }}
    >
      <LeaveGuard unsaved={() => !same && !save.isPending} tabs>
        <Trans>Your changes to the queue settings are not saved.</Trans>
      </LeaveGuard>
      <Toggle
        id="auto-process"
        label={t`Auto-process uploads`}
        checked={draft.autoProcess}
        onChange={(on) => set({ autoProcess: on })}
        lockedReason={reasons.queue && `${autoProcess} ${reasons.queue}`}
        note={autoProcess}
      />
      <FieldGrid>
        <TextInput
          label={t`Max concurrent jobs`}
          inputMode="numeric"
          value={draft.maxConcurrent}
          onChange={(maxConcurrent) => set({ maxConcurrent })}
          error={errorOf('maxConcurrent')}
          lockedReason={reasons.queue}
          description={t`Over all servers together.`}
        />
        <TextInput
          label={t`Retry failed jobs`}
          inputMode="numeric"
          unit={t`times`}
          value={draft.retries}
          onChange={(retries) => set({ retries })}
          error={errorOf('retries')}
          lockedReason={reasons.queue}
          description={t`After a system error, with a longer wait each time.`}
        />
        <Select
          label={t`Keep originals`}
          value={draft.retentionDays}
          choices={useRetentionChoices(draft.retentionDays)}
          onChange={(retentionDays) => set({ retentionDays })}
          error={errorOf('retentionDays')}
          lockedReason={reasons.queue ?? mayNotDelete}
          description={t`Older originals are deleted permanently. Their changes stay in the history.`}
        />
        <TextInput
          label={t`Second approval from`}
          inputMode="numeric"
          unit={t`people`}
          value={draft.secondApprovalFrom}
          onChange={(secondApprovalFrom) => set({ secondApprovalFrom })}
          error={errorOf('secondApprovalFrom')}
          lockedReason={reasons.queue}
          description={t`If a file terminates coverage of this many people, a second user must approve it. Empty: one approval is enough.`}
        />
      </FieldGrid>
      {problem && problem.fields.size === 0 && <ErrorLine error={save.error} />}
      <div className={classes.save}>
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending}
          disabledReason={reasons.queue ?? (same ? t`Nothing was changed` : undefined)}
        >
          <Trans>Save Settings</Trans>
        </Button>
      </div>
      <section>
        <h2>
          <Trans>Priority rules</Trans>
        </h2>
        <ul className={`panel ${classes.rules}`}>
          {JOB_PRIORITIES.map((priority) => (
            <li key={priority}>
              <b>{JOB_PRIORITY_LABEL[priority]}</b>
              <span>{PRIORITY_RULE[priority]}</span>
            </li>
          ))}
        </ul>
      </section>
    </form>
  );
}

/** What the specification shows as fixed text, editable (specification 2, section 2). */
export function QueueSettingsTab({ settings }: { settings: Settings | undefined }) {
  return settings ? <SettingsForm settings={settings} /> : <Skeleton width="100%" height={160} />;
}
