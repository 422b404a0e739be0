import type { ReconciliationDetail } from '@openbenefits/contract/reconciliation';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import {
  DIFFERENCE_ACTIONS,
  type DifferenceAction,
  daysLeft,
} from '@openbenefits/domain/payments/reconciliation/difference';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconClipboard, IconEye, IconMail, IconPencil } from '@tabler/icons-react';
import { DIFFERENCE_ACTION_LABEL, DIFFERENCE_CLASS_LABEL } from '../../domain-labels.ts';
import { useWhyNot } from '../../session.ts';
import { today } from '../../today.ts';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { StatusSign } from '../../ui/StatusSign.tsx';
import classes from '../Payments.module.css';
import type { Decided } from './DecideDialog.tsx';
import { useLinesQuestion } from './lines-question.ts';

type ClassRow = ReconciliationDetail['classes'][number];

export const ACTION_ICON = {
  accept: IconCheck,
  adjust: IconPencil,
  dispute: IconMail,
  task: IconClipboard,
} as const satisfies Record<DifferenceAction, unknown>;

/** How long a difference can still be corrected. */
export function RetroCountdown({ limit }: { limit: CalendarDate | null }) {
  if (limit === null)
    return (
      <span>
        <Trans>No limit</Trans>
      </span>
    );
  const left = daysLeft(limit, today());
  return (
    <>
      {left < 0 ? <Trans>Passed</Trans> : <Plural value={left} one="# day left" other="# days left" />}
      <span className="row-meta">{formatDate(limit)}</span>
    </>
  );
}

function useColumns(): Column<ClassRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'kind',
      header: t`Class`,
      narrow: 'name',
      cell: ({ kind, lines, undecided }) => (
        <>
          <span className="row-name">{DIFFERENCE_CLASS_LABEL[kind]}</span>
          <span className="row-meta">
            <Plural value={lines} one="# line" other="# lines" />,{' '}
            {undecided === 0 ? <Trans>all decided</Trans> : <Trans>{undecided} undecided</Trans>}
          </span>
        </>
      ),
    },
    {
      key: 'theirs',
      header: t`Theirs`,
      width: 120,
      right: true,
      below: 900,
      cell: ({ theirs }) => <MoneyText cents={theirs} />,
    },
    {
      key: 'ours',
      header: t`Expected`,
      width: 120,
      right: true,
      below: 900,
      cell: ({ ours }) => <MoneyText cents={ours} />,
    },
    {
      key: 'difference',
      header: t`Difference`,
      width: 120,
      right: true,
      narrow: 'amount',
      cell: ({ theirs, ours }) => <MoneyText cents={fromCents(theirs - ours)} difference />,
    },
    {
      key: 'limit',
      header: t`Retro limit`,
      width: 120,
      narrow: 'meta',
      cell: ({ retroLimit }) => <RetroCountdown limit={retroLimit} />,
    },
  ];
}

/** Differences by class, with what can be done with all of a class at once. */
export function ClassesTable({
  detail,
  onDecide,
}: {
  detail: ReconciliationDetail;
  onDecide: (decided: Decided) => void;
}) {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.take');
  const { show } = useLinesQuestion();
  const { matched, theirs, ours, status } = detail;
  const why = mayNot ?? (status === 'open' ? undefined : t`Decisions are final once a reconciliation is closed.`);
  const actions = ({ kind, lines }: ClassRow): RowAction[] => [
    { label: t`Show lines`, icon: IconEye, onClick: () => show(kind) },
    ...DIFFERENCE_ACTIONS.map((action) => ({
      label: DIFFERENCE_ACTION_LABEL[action],
      icon: ACTION_ICON[action],
      disabledReason: why,
      onClick: () => onDecide({ action, kind, lines }),
    })),
  ];
  const between = fromCents(theirs - ours);
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2>
          <Trans>Differences by class</Trans>
        </h2>
        <small>
          <Plural value={matched.lines} one="# line matches" other="# lines match" />,{' '}
          <MoneyText cents={matched.theirs} />
        </small>
      </div>
      <DataTable<ClassRow>
        label={t`Differences by class`}
        columns={useColumns()}
        rows={detail.classes}
        rowKey={({ kind }) => kind}
        rowName={({ kind }) => DIFFERENCE_CLASS_LABEL[kind]}
        actions={actions}
        actionsOnPhone
        empty={
          <EmptyState title={t`No differences`}>
            <Trans>Every line matches to the cent.</Trans>
          </EmptyState>
        }
      />
      <p className={classes.text}>
        <StatusSign sign="dot" /> <Trans>Ties to the cent:</Trans> <MoneyText cents={ours} /> <Trans>expected</Trans>,{' '}
        <MoneyText cents={between} difference /> <Trans>differences</Trans>, <MoneyText cents={theirs} />{' '}
        <Trans>theirs</Trans>
      </p>
    </section>
  );
}
