import type { ArrearsNotice, DelinquentGroupDetail } from '@openbenefits/contract/arrears';
import { formatDate } from '@openbenefits/domain/calendar-date';
import { formatMoney } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { END_RULE_LABEL } from '../../domain-labels.ts';
import { fetchFile } from '../../exports/fetch-file.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { type Fact, FactList } from '../../ui/FactsRail.tsx';
import { GroupStatusBadge } from '../../ui/StatusBadge.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toastError } from '../../ui/toasts.ts';
import { daysText, DelinquencyBadge, nextStep, noticeKind } from './arrears-words.tsx';
import classes from './Arrears.module.css';
import { Decisions } from './Decisions.tsx';
import { StepDialog } from './StepDialog.tsx';

function useDelivery(): (notice: ArrearsNotice) => string {
  const { t } = useLingui();
  return ({ to, delivery }) => {
    if (to === null || delivery === null) return t`No email address: print and mail it`;
    return { waiting: t`Being sent`, sent: t`Sent`, kept: t`Kept, no mail server`, failed: t`Not delivered` }[delivery];
  };
}

function useNoticeColumns(): Column<ArrearsNotice>[] {
  const { t } = useLingui();
  const delivery = useDelivery();
  return [
    {
      key: 'kind',
      header: t`Notice`,
      narrow: 'name',
      cell: ({ kind, billNumber, madeBy }) => (
        <>
          <span className="row-name">{noticeKind(kind)}</span>
          <span className="row-meta">{billNumber === null ? madeBy : `${billNumber}, ${madeBy}`}</span>
        </>
      ),
    },
    { key: 'made', header: t`Made`, width: 130, narrow: 'amount', cell: ({ madeAt }) => <TimeAgo instant={madeAt} /> },
    {
      key: 'to',
      header: t`To`,
      width: 260,
      narrow: 'meta',
      cell: (notice) => (
        <span className={classes.address}>
          {notice.to}
          {notice.copiedTo !== null && <> {t`copy to ${notice.copiedTo}`}</>}
          <span className="row-meta">{delivery(notice)}</span>
        </span>
      ),
    },
  ];
}

function Notices({ notices }: Pick<DelinquentGroupDetail, 'notices'>) {
  const { t } = useLingui();
  const columns = useNoticeColumns();
  if (notices.length === 0)
    return (
      <p className={classes.quiet}>
        <Trans>No notice was sent yet.</Trans>
      </p>
    );
  return (
    <DataTable
      label={t`Notices`}
      columns={columns}
      rows={notices}
      rowKey={({ id }) => id}
      rowName={({ kind }) => noticeKind(kind)}
      actionsOnPhone
      actions={({ id, hasPdf, kind }) => [
        {
          label: t`Download PDF`,
          icon: IconDownload,
          onHover: true,
          disabledReason:
            kind === 'statement' ? t`A statement is sent as a link.` : hasPdf ? undefined : t`The PDF is being made.`,
          onClick: () => void fetchFile(`/downloads/notices/${id}`).catch((error: unknown) => toastError(error)),
        },
      ]}
    />
  );
}

function useFacts(group: DelinquentGroupDetail): Fact[] {
  const { t } = useLingui();
  const { rule, billNumber, dueDate, lastGraceDay, coverageEnd, nextNotice, contactName, contactEmail } = group;
  const tolerance = formatMoney(rule.tolerance);
  return [
    { label: t`Past due`, value: <MoneyText cents={group.arrears} />, note: t`after credit and unapplied cash` },
    ...(billNumber !== null && dueDate !== null
      ? [{ label: t`Earliest bill`, value: billNumber, note: t`due ${formatDate(dueDate)}` }]
      : []),
    ...(lastGraceDay === null ? [] : [{ label: t`Last grace day`, value: formatDate(lastGraceDay) }]),
    ...(coverageEnd === null
      ? []
      : [{ label: t`Coverage ends, if not paid`, value: formatDate(coverageEnd), note: END_RULE_LABEL[rule.endRule] }]),
    ...(nextNotice
      ? [{ label: t`Next notice`, value: `${noticeKind(nextNotice.kind)}, ${formatDate(nextNotice.on)}` }]
      : []),
    {
      label: t`Rule`,
      value: t`${rule.graceDays ?? 0} days of grace`,
      note: t`reminders on day ${daysText(rule.reminderDays)}, letters on day ${daysText(rule.letterDays)}, tolerance ${tolerance}`,
    },
    { label: t`Contact`, value: contactName ?? '', note: contactEmail ?? t`no email address` },
  ];
}

const isStep = (step: DelinquentGroupDetail['step']): step is NonNullable<typeof step> => step !== null;

/** Suspend, terminate or reinstate, with the preview of the group's status change. */
function StepButton({ group }: { group: DelinquentGroupDetail }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const { step } = group;
  if (!isStep(step)) return null;
  const label = { suspend: t`Suspend group`, end: t`Terminate group`, reinstate: t`Reinstate group` }[step];
  return (
    <>
      <Button
        variant={step === 'reinstate' ? 'primary' : 'red'}
        disabledReason={step === 'reinstate' ? (group.reinstateObstacle ?? undefined) : undefined}
        onClick={() => setAsked(true)}
      >
        {label}
      </Button>
      {asked && <StepDialog group={group} step={step} onClose={() => setAsked(false)} />}
    </>
  );
}

function Detail({ group }: { group: DelinquentGroupDetail }) {
  const facts = useFacts(group);
  return (
    <div className={classes.detail}>
      <div className={classes.buttons}>
        <GroupStatusBadge status={group.status} />
        <DelinquencyBadge of={group} status={group.status} />
        <span>{nextStep(group)}</span>
      </div>
      <FactList facts={facts} />
      <Decisions group={group} />
      <section>
        <h3>
          <Trans>Notices</Trans>
        </h3>
        <Notices notices={group.notices} />
      </section>
    </div>
  );
}

/** A group's delinquency: dates, decisions and notices with their proof of sending. */
export function DelinquentGroupDialog({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(orpc.arrears.group.queryOptions({ input: { groupId } }));
  return (
    <Dialog
      opened
      isRead
      size={880}
      onClose={onClose}
      overline={t`Delinquency`}
      title={data?.groupName ?? t`Group`}
      footerNote={
        <Link to={paths.agingOf(groupId)}>
          <Trans>Statement</Trans>
        </Link>
      }
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {data && <StepButton group={data} />}
        </>
      }
    >
      {data ? (
        <Detail group={data} />
      ) : error ? (
        <ErrorState error={error} title={t`The group could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={320} height={24} />
      )}
    </Dialog>
  );
}
