import {
  type CalendarDate,
  daysBetween,
  formatDate,
  lastOfMonth,
  parseCalendarDate,
} from '@openbenefits/domain/calendar-date';
import type { RescissionGround } from '@openbenefits/domain/coverage/rescission';
import { TERMINATION_REASONS, type TerminationReason } from '@openbenefits/domain/members/termination';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { RescissionFields } from '../../coverage/RescissionFields.tsx';
import { problemOf } from '../../errors.ts';
import { today } from '../../groups/today.ts';
import { words } from '../../words.ts';
import { TextButton } from '../../ui/Button.tsx';
import { monthName } from '../../ui/month-name.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateInput, Select, TextArea, TextInput } from '../../ui/Fields.tsx';
import { EffectList } from './EffectList.tsx';
import classes from './Termination.module.css';
import { type EndInput, type Members, useEnd, useEndPreview } from './use-termination.ts';

type Props = { members: Members; onClose: () => void; onDone?: () => void };

type Entries = {
  lastDay: string;
  reason: TerminationReason;
  note: string;
  overrideReason: string;
  rescission: RescissionGround | undefined;
};

/** The two most likely dates. */
function QuickDays({ onPick }: { onPick: (day: CalendarDate) => void }) {
  const { t } = useLingui();
  const now = today();
  return (
    <span className={classes.quick}>
      <TextButton onClick={() => onPick(now)}>{t`Today`}</TextButton>
      <TextButton onClick={() => onPick(lastOfMonth(now))}>{t`End of this month`}</TextButton>
    </span>
  );
}

/** The entries, their effect, and what is wrong with them. */
function useTermination({ members, onClose, onDone }: Props) {
  const { groupId, memberIds } = members;
  const [entries, setEntries] = useState<Entries>({
    lastDay: lastOfMonth(today()),
    reason: 'employment_ended',
    note: '',
    overrideReason: '',
    rescission: undefined,
  });
  const lastDay = parseCalendarDate(entries.lastDay);
  const input: EndInput | null = lastDay ? { groupId, memberIds, ...entries, lastDay } : null;
  // Other fields do not change the preview, so it is not fetched again.
  const preview = useEndPreview(input && { ...input, note: '' });
  const end = useEnd(() => {
    onDone?.();
    onClose();
  });
  const single = memberIds.length === 1;
  const found = new Map((preview.data?.problems ?? []).map(({ path, message }) => [path, message]));
  const sent = end.error ? problemOf(end.error).fields : new Map<string, string>();
  const errorAt = (field: string): string | undefined => {
    const message = sent.get(field) ?? (single ? found.get(field) : undefined);
    return message && words(message);
  };
  // Of a question that several members share, the message shows at its field for them as well.
  const errorOf = (field: string): string | undefined => {
    const message = sent.get(field) ?? (entries.rescission ? found.get(field) : undefined);
    return message && words(message);
  };
  return { entries, setEntries, lastDay, input, preview, end, sent, errorAt, errorOf };
}

type Form = ReturnType<typeof useTermination>;

function EntryFields({ form, change }: { form: Form; change: (more: Partial<Entries>) => void }) {
  const { t } = useLingui();
  const { entries, lastDay, input, preview, errorAt } = form;
  const isRetro = lastDay !== undefined && daysBetween(lastDay, today()) > 0;
  const paidMonths = entries.reason === 'non_payment' ? [] : (preview.data?.paidMonths ?? []);
  const kept = preview.data?.keptThrough ? monthName(preview.data.keptThrough) : undefined;
  const mustOverride = preview.data?.mayOverride === true && preview.data.beyondRetro;
  return (
    <div className={classes.fields}>
      <div className={classes.two}>
        <div>
          <DateInput
            label={t`Last day of coverage`}
            required
            value={entries.lastDay}
            onChange={(value) => change({ lastDay: value })}
            error={input ? errorAt('lastDay') : t`Enter a date that exists, as MM/DD/YYYY.`}
          />
          <QuickDays onPick={(value) => change({ lastDay: value })} />
        </div>
        <Select
          label={t`Reason`}
          required
          value={entries.reason}
          choices={TERMINATION_REASONS.map(({ value, label }) => ({ value, label }))}
          onChange={(reason) => change({ reason })}
          error={errorAt('reason')}
        />
      </div>
      {kept !== undefined && (
        <p className={classes.note}>
          <Trans>
            This is further back than the group's retro window. The next bill does not credit the months through {kept},
            unless premium was not paid.
          </Trans>
        </p>
      )}
      {mustOverride && (
        <TextArea
          label={t`Reason for exceeding the retro window`}
          required
          value={entries.overrideReason}
          onChange={(overrideReason) => change({ overrideReason })}
          error={errorAt('overrideReason')}
          description={t`The reason is kept in the history and the audit log.`}
        />
      )}
      <TextInput label={t`Note`} value={entries.note} onChange={(note) => change({ note })} maxLength={500} />
      {preview.data && input && <EffectList preview={preview.data} stale={preview.isFetching} />}
      {paidMonths.length > 0 && (
        <RescissionFields
          months={paidMonths}
          ground={entries.rescission}
          onChange={(rescission) => change({ rescission })}
          errorAt={form.errorOf}
          onLater={(day) => change({ lastDay: day, rescission: undefined })}
        />
      )}
      {isRetro && paidMonths.length === 0 && (
        <p className={classes.note}>
          <Trans>
            This date is in the past. Coverage can be terminated retroactively only for unpaid premium, or if nobody
            paid for that period (45 CFR 147.128).
          </Trans>
        </p>
      )}
    </div>
  );
}

/**
 * Specification 1, section 2.8: its sentence, and by ruling when coverage ends, why, and with what effect. One member
 * or several of a group.
 */
export function TerminateDialog(props: Props) {
  const { t } = useLingui();
  const { onClose } = props;
  const { name } = props.members;
  const form = useTermination(props);
  const { entries, setEntries, lastDay, input, preview, end, sent } = form;
  const change = (more: Partial<Entries>) => {
    setEntries({ ...entries, ...more });
    end.reset();
  };
  const nobody = preview.data !== undefined && preview.data.affected.length === 0;
  const ends = lastDay && formatDate(lastDay);

  return (
    <ConfirmDialog
      opened
      title={t`Terminate coverage for ${name}`}
      confirmLabel={t`Terminate coverage`}
      destructive
      busy={end.isPending}
      isDirty={entries.note.trim() !== '' || entries.overrideReason.trim() !== ''}
      error={end.error && sent.size === 0 ? end.error : preview.error}
      disabledReason={
        !input
          ? t`Enter the last day of coverage`
          : preview.isPending
            ? t`Calculating the effect`
            : nobody && preview.data?.paidMonths.length === 0
              ? t`No coverage would be terminated`
              : undefined
      }
      onConfirm={() => input && end.mutate(input)}
      onCancel={onClose}
      fields={<EntryFields form={form} change={change} />}
    >
      <Trans>
        Are you sure you want to terminate {name}? This action will end their coverage and cannot be undone.
      </Trans>{' '}
      {ends && <Trans>Coverage ends on {ends}. You can reinstate coverage later.</Trans>}
    </ConfirmDialog>
  );
}
