import type { PlanDetail } from '@openbenefits/contract/plan-catalog';
import { addDays, formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { problemsOfClosing } from '@openbenefits/domain/plans/plan-changes';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { today } from '../../today.ts';
import { TextButton } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField, TextAreaField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { refreshPlans } from '../refresh-plans.ts';
import classes from './Dialogs.module.css';

const GROUPS = 8;
/** Not a plan: coverage ends. */
const ENDS = 'ends';
type Values = { lastDay: string; goesTo: string; reason: string };

function usePreview(plan: PlanDetail, lastDay: string) {
  const day = parseCalendarDate(lastDay);
  return useInfiniteQuery(
    orpc.plans.terminationPreview.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: plan.id, lastDay: day ?? today(), limit: GROUPS, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      enabled: day !== undefined,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
}
type Preview = ReturnType<typeof usePreview>;

/** Who is affected, by group, the largest first. */
function Affected({ preview, line }: { preview: Preview; line: PlanDetail['line'] }) {
  const { t } = useLingui();
  const [first] = preview.data?.pages ?? [];
  if (preview.error) return <ErrorLine error={preview.error} />;
  if (!first) return <Skeleton width={240} />;
  const rows = preview.data?.pages.flatMap((page) => page.rows) ?? [];
  if (first.members === 0)
    return (
      <p className={classes.summary}>
        <Trans>No member has the plan after this day.</Trans>
      </p>
    );
  const lineName = COVERAGE_LINE_LABEL[line].toLowerCase();
  return (
    <>
      <p className={classes.summary} role="status">
        <b>
          <Plural value={first.members} one="# member" other="# members" />
        </b>{' '}
        <Plural
          value={first.groups}
          one={`in # group has ${lineName} coverage under this plan after this day:`}
          other={`in # groups have ${lineName} coverage under this plan after this day:`}
        />
      </p>
      <ul className={classes.list} aria-label={t`Groups affected`}>
        {rows.map(({ groupId, groupName, members, employees }) => (
          <li key={groupId}>
            <span>{groupName}</span>
            <small>
              <Plural value={members} one="# member" other="# members" />
              {', '}
              <Plural value={employees} one="# employee" other="# employees" />
            </small>
          </li>
        ))}
      </ul>
      {preview.hasNextPage && (
        <p className={classes.more}>
          <TextButton onClick={() => void preview.fetchNextPage()}>
            <Trans>Show more groups</Trans>
          </TextButton>
        </p>
      )}
    </>
  );
}

/** Terminates a plan: shows the members affected first, and asks where they go. */
export function TerminateDialog({ plan, onClose }: { plan: PlanDetail; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [{ id, version }] = useState(plan);
  const form = useForm<Values>({
    initial: { lastDay: '', goesTo: '', reason: '' },
    problemsOf: ({ lastDay, goesTo, reason }) => [
      ...problemsOfClosing({ from: lastDay, reason }, plan.effectiveDate).map(({ path, message }) => ({
        path: path === 'from' ? 'lastDay' : path,
        message,
      })),
      ...(goesTo === '' ? [{ path: 'toPlanId', message: 'Choose where the members go.' }] : []),
    ],
    send: async ({ lastDay, goesTo, reason }) => {
      const input = { id, version, lastDay, reason, toPlanId: goesTo === ENDS ? null : goesTo };
      const { members: count, queued } = await api.plans.terminate({ ...input, idempotencyKey: keys.keyFor(input) });
      const members = count.toLocaleString('en-US');
      keys.settle();
      await refreshPlans();
      toastGood(
        t`${plan.name} is terminated`,
        queued ? t`${members} members are being moved, group by group.` : t`${members} members were changed.`,
      );
      onClose();
    },
  });
  const preview = usePreview(plan, form.values.lastDay);
  const [first] = preview.data?.pages ?? [];
  const day = parseCalendarDate(form.values.lastDay);
  const from = day && formatDate(addDays(day, 1));
  const line = COVERAGE_LINE_LABEL[plan.line].toLowerCase();
  const goesTo = form.field('goesTo');
  return (
    <FormDialog
      title={t`Terminate ${plan.name}`}
      saveLabel={t`Terminate Plan`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <FieldGrid>
        <DateField field={form.field('lastDay')} label={t`Last day of coverage`} required />
        <SelectField
          field={{ ...goesTo, error: form.errorAt('toPlanId') }}
          label={t`Members then`}
          required
          choices={[
            { value: '', label: t`Choose` },
            ...(first?.targets ?? []).map((target) => ({
              value: target.id,
              label: `${target.name} (${target.code})`,
              group: t`Move to another plan`,
            })),
            { value: ENDS, label: t`Lose ${line} coverage`, group: t`End coverage` },
          ]}
          description={from && t`From ${from} on`}
        />
        <WholeRow>
          <TextAreaField field={form.field('reason')} label={t`Reason`} required />
        </WholeRow>
      </FieldGrid>
      {day && <Affected preview={preview} line={plan.line} />}
    </FormDialog>
  );
}
