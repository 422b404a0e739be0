import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { problemOf } from '../../errors.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateInput, Select, TextInput } from '../../ui/Fields.tsx';
import { words } from '../../words.ts';
import { EffectList } from './EffectList.tsx';
import classes from './Termination.module.css';
import { type Members, type ReinstateInput, useReinstate, useReinstatePreview } from './use-termination.ts';

/** Reinstates coverage without a gap or from a later day. */
export function ReinstateDialog({
  members,
  onClose,
  onDone,
}: {
  members: Members;
  onClose: () => void;
  onDone?: () => void;
}) {
  const { t } = useLingui();
  const { groupId, memberIds, name } = members;
  const [how, setHow] = useState<'without_gap' | 'from'>('without_gap');
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const from = parseCalendarDate(day);
  const input: ReinstateInput | null =
    how === 'from' && !from ? null : { groupId, memberIds, reason, ...(how === 'from' && from && { from }) };
  const preview = useReinstatePreview(input && { ...input, reason: '' });
  const reinstate = useReinstate(t`Coverage reinstated`, () => {
    onDone?.();
    onClose();
  });
  const problem = reinstate.error ? problemOf(reinstate.error).fields.get('from') : preview.data?.problems[0]?.message;
  const nobody = preview.data !== undefined && preview.data.affected.length === 0;
  return (
    <ConfirmDialog
      opened
      title={t`Reinstate coverage for ${name}`}
      confirmLabel={t`Reinstate coverage`}
      busy={reinstate.isPending}
      isDirty={reason.trim() !== ''}
      error={reinstate.error && !problem ? reinstate.error : preview.error}
      disabledReason={
        !input
          ? t`Enter the first day of coverage`
          : preview.isPending
            ? t`Calculating the effect`
            : nobody
              ? (problem && words(problem)) || t`There is nothing to reinstate`
              : undefined
      }
      onConfirm={() => input && reinstate.mutate(input)}
      onCancel={onClose}
      fields={
        <div className={classes.fields}>
          <div className={classes.two}>
            <Select
              label={t`Coverage resumes`}
              value={how}
              choices={[
                { value: 'without_gap', label: t`Without a gap` },
                { value: 'from', label: t`On a later date` },
              ]}
              onChange={setHow}
              error={how === 'without_gap' && problem ? words(problem) : undefined}
            />
            {how === 'from' && (
              <DateInput
                label={t`First day of coverage`}
                required
                value={day}
                onChange={setDay}
                error={problem && words(problem)}
              />
            )}
          </div>
          <TextInput label={t`Reason`} value={reason} onChange={setReason} maxLength={500} />
          {preview.data && input && <EffectList preview={preview.data} stale={preview.isFetching} />}
        </div>
      }
    >
      <Trans>Coverage for {name} is reinstated. Dependents terminated on the same date are reinstated, too.</Trans>
    </ConfirmDialog>
  );
}
